/// An object that surrounds the calls of one scope, such as an exploration.
@usableFromInline
package protocol CallInterceptor: AnyObject, Sendable {
  /// Runs a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - respond: Chooses the response of the call, and runs it.
  /// - Returns: The result of the call.
  /// - Throws: The error of the response, or another one that the function can throw.
  func perform<Output>(
    _ call: any InterceptedCall, _ respond: () throws -> Output
  ) throws -> Output

  /// Runs a call that may suspend.
  func perform<Output>(
    _ call: any InterceptedCall, isolation: isolated (any Actor)?,
    _ respond: () async throws -> Output
  ) async throws -> Output

  /// Records that the scenario called a fake without a scope. The exploration can't decide about the call.
  func addOutsideCall(of owner: String)

  /// Records that the scenario used a clock that it did not make.
  func addOutsideClock()
}

/// A call in the form that interceptors use, without its types.
@usableFromInline
package protocol InterceptedCall {
  var anyFunction: AnyFunctionState { get }
  var output: Any.Type { get }
  /// The arguments, one by one.
  var argumentValues: [Any?] { get }
  /// The kind of the response that the stubs have for the call.
  var responseKind: ResponseKind { get }
  /// The error that the call threw. `nil` if it has not thrown one.
  var error: (any Error)? { get }
  /// The line that made the call, if it was captured.
  var capturedSite: CapturedSite? { get }
}

extension Call: InterceptedCall {
  @usableFromInline package var anyFunction: AnyFunctionState { function }
  @usableFromInline package var output: Any.Type { Output.self }
  @usableFromInline package var argumentValues: [Any?] { argumentList(arguments) }
  @usableFromInline package var responseKind: ResponseKind { withFunction { $0.responseKind } }
  @usableFromInline package var error: (any Error)? { record?.error }
  @usableFromInline package var capturedSite: CapturedSite? { record?.capturedSite }

  /// The record of the call, if the call is kept.
  var record: CallRecord<Arguments, Output>? { withFunction { $0.record(ofCall: number) } }

  /// Reads or changes the function under the lock of the fake.
  func withFunction<Result>(_ body: (FunctionState<Arguments, Output>) -> Result) -> Result {
    instance.state.contents.withLock { _ in body(function) }
  }
}

/// The kind of the response that a call gets.
@usableFromInline
package enum ResponseKind: Sendable {
  /// Every call gets the same response, so its effect has no order.
  case constant
  /// The call waits for the test.
  case held
  /// A behavior, a default, or a sequence of responses.
  case varies
}

/// Records the results of real implementations, or replays recorded results instead of them.
///
/// A recorder comes after all stubs, in place of the real implementation: a call to which a stub responds
/// is neither recorded nor replayed.
package protocol CallRecorder: AnyObject, Sendable {
  /// Decides how a call of a real implementation continues.
  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output>

  /// Returns the same recording from its start, for one run of an exploration.
  func fromStart() -> any CallRecorder
}

/// The decision about a call of a real implementation.
@usableFromInline
package enum RecordedResponse<Output> {
  /// The call gets the recorded outcome.
  case recorded(CallOutcome<Output>)
  /// The call fails: the recording has no outcome for it.
  case missing(FakedError)
  /// The call gets the outcome of the real implementation.
  case real(CallOutcome<Output>)
  /// The call runs the real implementation. The closure records its outcome, and returns what the call gets.
  case callThrough((CallOutcome<Output>) -> RecordedResponse)
}

extension Call {
  /// Returns the decision of the recorder, or `nil` if there is no recorder.
  @usableFromInline
  func recordedResponse() -> RecordedResponse<Output>? {
    guard let recorder = instance.recorder ?? instance.state.scope?.recorder else { return nil }
    func response<Failure: Error>(throwing failure: Failure.Type) -> RecordedResponse<Output> {
      recorder.response(
        to: function.label, argumentList(arguments), returning: Output.self, throwing: failure)
    }
    return _openExistential(function.failure, do: response)
  }

  /// Ends the call as the recorder decided.
  @usableFromInline
  func output(_ response: RecordedResponse<Output>) throws -> Output {
    if case .recorded = response {
      withFunction { $0.change(call: number) { $0.isReplayed = true } }
    }
    switch response {
    case .recorded(.returned(let result)), .real(.returned(let result)): return result
    case .recorded(.threw(let error)) where function.canThrow(error),
      .real(.threw(let error)) where function.canThrow(error):
      throw error
    case .missing(let error): return try fail(.recording(error))
    case .recorded, .real, .callThrough:
      return try fail(.unfitRecording(function.label, failure: function.failure))
    }
  }
}
