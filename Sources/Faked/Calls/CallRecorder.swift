/// Records the results of real implementations, or replays recorded results instead of them.
///
/// A recorder comes after all stubs, in place of the real implementation: a call to which a stub responds
/// is neither recorded nor replayed.
package protocol CallRecorder: AnyObject, Sendable {
  /// Decides how a call of a real implementation continues.
  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output>

  /// Records that a call ran the fake's own behavior, which no recording replaces.
  func sawDefault(of function: FunctionLabel)

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
  /// Records that the call runs the fake's own behavior.
  @usableFromInline
  func recordDefault() {
    guard let scope = instance.state.scope else { return }
    scope.recorder?.sawDefault(of: function.label)
  }

  /// Returns the decision of the recorder: a response, or a function that records the outcome of the real
  /// implementation. Both are `nil` if the scope has no recorder.
  @usableFromInline
  func recordedResponse() -> (
    response: RecordedResponse<Output>?,
    record: ((CallOutcome<Output>) -> RecordedResponse<Output>)?
  ) {
    guard let recorder = instance.state.scope?.recorder else { return (nil, nil) }
    func response<Failure: Error>(throwing failure: Failure.Type) -> RecordedResponse<Output> {
      recorder.response(
        to: function.label, argumentList(arguments), returning: Output.self, throwing: failure)
    }
    let response = _openExistential(function.failure, do: response)
    if case .callThrough(let record) = response { return (nil, record) }
    return (response, nil)
  }

  /// Ends the call as the recorder decided.
  @usableFromInline
  func output(_ response: RecordedResponse<Output>) throws -> Output {
    if case .recorded = response {
      instance.state.contents.withLock { _ in
        function.log.change(number) { $0.isReplayed = true }
      }
    }
    switch response {
    case .recorded(.returned(let result)), .real(.returned(let result)): return result
    case .recorded(.threw(let error)), .real(.threw(let error)):
      guard function.canThrow(error) else {
        return try fail(.unfitRecording(function.label, failure: function.failure))
      }
      throw error
    case .missing(let error): return try fail(.recording(error))
    case .recorded, .real, .callThrough:
      return try fail(.unfitRecording(function.label, failure: function.failure))
    }
  }
}
