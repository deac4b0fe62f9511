/// A call that was counted and recorded, and has not run yet.
///
/// Small, and without the arguments, so that it is cheap to hand on.
/// It holds its function, so that it ends where it began, whatever is torn down or reset meanwhile.
@usableFromInline
package struct StartedCall<Arguments, Output, Failure: Error> {
  @usableFromInline package let function: FunctionState<Arguments, Output, Failure>
  /// Which of the function's calls it is.
  @usableFromInline let number: Int
  /// The calls since the function was last stubbed unconditionally, this one included.
  @usableFromInline let invocationCount: Int
  /// Its response; known at once where the arguments do not matter.
  @usableFromInline var response: Response<Arguments, Output, Failure>?
  /// Whether there is more to do than to record it.
  @usableFromInline let isWatched: Bool
  /// What few calls have.
  @usableFromInline var details: CallDetails?

  @usableFromInline @_transparent
  init(
    function: FunctionState<Arguments, Output, Failure>, number: Int, invocationCount: Int,
    response: Response<Arguments, Output, Failure>?, isWatched: Bool
  ) {
    self.function = function
    self.number = number
    self.invocationCount = invocationCount
    self.response = response
    self.isWatched = isWatched
  }

  /// What tells it from all other calls, for as long as its function lives.
  package var key: CallKey { CallKey(function: ObjectIdentifier(function), number: number) }

  /// Lets the call throw instead of what would answer it, if it can throw that.
  package mutating func fail(_ error: any Error) {
    if let error = error as? Failure { response = .thrown(error) }
  }

  /// Notes which arguments kept the condition of a stub from holding.
  @usableFromInline
  mutating func noteMismatches(_ bits: UInt64, of stub: Int32) {
    details = details ?? CallDetails()
    details?.mismatches.append((stub, bits))
  }

  /// Lets the call wait until the exploration says that it goes on.
  package mutating func wait(for observer: any CallObserver) {
    details = details ?? CallDetails()
    details?.observer = observer
  }

  /// Lets the exploration have the last word about what the call returns.
  package mutating func alter(by observer: any CallObserver) {
    details = details ?? CallDetails()
    details?.alterer = observer
    // A response that is known before would not ask it.
    response = nil
  }
}

/// What few calls have; used by the call alone, on one thread after the other.
@usableFromInline
package final class CallDetails {
  /// The exploration that decides when the call goes on.
  var observer: (any CallObserver)?
  /// The exploration that decides what the call returns.
  var alterer: (any CallObserver)?
  /// The recording that the fake's own behavior belongs to.
  var recorder: (any CallRecorder)?
  /// Whether the scope of its fake was over when it was made.
  var isStraggler = false
  /// The stubs whose conditions did not hold, and which arguments kept them from it.
  var mismatches: [(stub: Int32, bits: UInt64)] = []
}

/// Which call of which function it is.
package struct CallKey: Hashable, Sendable {
  let function: ObjectIdentifier
  let number: Int
}
