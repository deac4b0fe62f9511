/// A failure of the runtime, as data. `message` is its text, and `error` what a call or a check throws.
indirect enum FakeFailure {
  // Calls.
  case unstubbed(UnstubbedCall)
  /// The newest stub of the function is a chain without a response.
  case unfinishedChain(FunctionLabel, chain: SourceLine)
  /// The response suspends, but the method can't.
  case asyncResponse(FunctionLabel, stub: SourceLine?, isHeld: Bool)
  case resultMismatch(FunctionLabel, result: Any?, wanted: Any.Type, stub: SourceLine?)
  /// A recording replays an error that the function can't throw.
  case unfitRecording(FunctionLabel, failure: Any.Type)
  /// A recording has no response. The recording explains why.
  case recording(FakedError)
  /// A failure that occurred after the end of the test that owns the fake.
  case afterEnd(of: String?, FunctionLabel, FakeFailure)
  /// Two methods forward their calls under one name.
  case sharedName(FunctionLabel, sites: [SourceLine])

  // Parameters of a `String` ID.
  case missingParameter(ParameterPosition)
  case parameterMismatch(ParameterPosition, value: Any, wanted: Any.Type)

  // Waiting for calls.
  case missingCall(MissingCall)
  /// `next()` asked for a call after the hold had ended.
  case holdEnded(FunctionLabel, hold: SourceLine, HeldCallEnd, asked: SourceLine)
  /// The fake keeps no calls, so no call can be waited for.
  case noHistory(FunctionLabel, asked: SourceLine)

  // Held calls.
  /// Calls ended because the test did not resume them. `returnedCount` is the number of calls of the hold that `next()` has
  /// returned, and `unreturnedCount` the number of the ended calls that it has not.
  case stillHeld(
    FunctionLabel, [String], HeldCallEnd, returnedCount: Int, unreturnedCount: Int)
  /// The test resumed a call that had already ended.
  case resumedAfterEnd(FunctionLabel, call: String, end: HeldCallEnd, at: SourceLine)

  // Sleeps on a fake clock.
  /// The test moved a clock to a time in the past.
  case clockMovedBackward(from: FakeClock.Instant, to: FakeClock.Instant)
  /// No task slept while the test waited to advance a clock.
  case noSleep(Duration)
  /// `nextSleep` found no sleep.
  case noNextSleep(Duration, at: SourceLine)
  /// Tasks still sleep after many sleeps.
  case endlessSleeps(Int)
  /// Tasks still sleep at the end of the scope.
  case sleepsLeft([FakeClock.Sleep], now: FakeClock.Instant)

  /// The test has not seen the errors of calls to which a fake could not respond.
  case unseenErrors(count: Int, first: UnseenError)

  // Properties.
  case property(PropertyFailure, of: Any)
  /// Some of the checked properties of a fake.
  case properties([PropertyFailure], checked: Int, of: Any)
}

/// A call to which no stub responds.
struct UnstubbedCall {
  let function: FunctionLabel
  /// The ID as it is written in code, such as `\.send`.
  let id: String
  let arguments: [Any?]
  /// The line of production code that made the call, if it was captured.
  let site: CallSite?
  let isTyped: Bool
  /// The type of each parameter of a typed function.
  let parameterTypes: [Any.Type]
  let isVoid: Bool
  let stubs: Stubs
  /// A stub of the function on another fake of the same type.
  let stubOfOtherFake: StubSummary?

  /// The stubs that exist, none of which responds.
  enum Stubs {
    /// The nearest stubs of the function with the reasons why they don't respond, their total number, and the line of
    /// the oldest.
    case missed([String], total: Int, oldest: SourceLine?)
    /// The function has no stubs. Other functions of the fake may have some.
    case other([StubSummary])
  }
}

/// A call that was not made while a test waited for it.
struct MissingCall {
  enum Wait {
    case nextCall
    /// The arguments are the condition of the hold, as in `with ("a")`.
    case heldCall(with: String?)
  }

  let wait: Wait
  let function: FunctionLabel
  let limit: Duration
  let asked: SourceLine
  /// The fake, if it still exists.
  let instance: FakeInstance?
}

extension FakeFailure {
  /// The failure as an error.
  var error: FakedError {
    if case .recording(let error) = self { return error }
    return errorCase(message)
  }

  /// The case that `FakedError` documents for the failure.
  private var errorCase: (String) -> FakedError {
    switch self {
    case .unstubbed, .unfinishedChain, .recording(.missingFunction): FakedError.missingFunction
    case .asyncResponse, .resultMismatch, .unfitRecording, .parameterMismatch, .recording:
      FakedError.typeMismatch
    case .afterEnd(_, _, let cause): cause.errorCase
    case .missingCall, .holdEnded, .noNextSleep: FakedError.missingCall
    case .stillHeld, .resumedAfterEnd: FakedError.heldCall
    case .property(let failure, _) where failure.isUnknown: FakedError.noPropertyFound
    case .property(let failure, _) where failure.isOfOtherType: FakedError.typeMismatch
    case .properties(let failures, _, _) where failures.allSatisfy(\.isUnknown):
      FakedError.noPropertyFound
    case .property, .properties: FakedError.assertionFailed
    case .sharedName, .missingParameter, .noHistory, .unseenErrors, .clockMovedBackward, .noSleep,
      .endlessSleeps, .sleepsLeft:
      FakedError.invalidParameter
    }
  }
}

extension FakeFailure {
  /// The reason for which a fake fails a call. `nil` for other failures.
  var ofCall: CallFailure? {
    switch self {
    case .unstubbed, .unfinishedChain: .unstubbed
    case .asyncResponse, .resultMismatch, .unfitRecording: .unfit
    case .recording(.missingFunction): .unrecorded
    case .recording(.typeMismatch): .unfit
    default: nil
    }
  }
}

/// An error of a fake or a check. Every case contains the complete message.
public enum FakedError: Error, Equatable, Sendable {
  /// A function was called, and no stub responded.
  case missingFunction(String)
  /// A value doesn't have the expected type.
  case typeMismatch(String)
  /// A fake has no stored property with that name.
  case noPropertyFound(String)
  /// A property does not have the expected value.
  case assertionFailed(String)
  /// A parameter, or an argument of a function of the library, is not valid.
  case invalidParameter(String)
  /// A call that the test waited for was not made in time.
  case missingCall(String)
  /// A held call was not resumed in time.
  case heldCall(String)

  /// The message that every case contains.
  package var message: String {
    switch self {
    case .missingFunction(let message), .typeMismatch(let message), .noPropertyFound(let message),
      .assertionFailed(let message), .invalidParameter(let message),
      .missingCall(let message), .heldCall(let message):
      message
    }
  }
}

extension FakedError: CustomStringConvertible {
  /// The message: what happened, where, and what to do.
  public var description: String { message }
}
