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

  /// Runs a real implementation, unless a recording has its result.
  @inlinable
  func callThrough<Result>(
    _ implementation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let response = recordedResponse(Result.self)
    guard case .callThrough(let record) = response else {
      guard let response else { return try implementation() }
      return try outcome(response)
    }
    let outcome: CallOutcome<Result>
    do throws(Failure) {
      outcome = .returned(try implementation())
    } catch {
      outcome = .threw(error)
    }
    return try self.outcome(record(outcome))
  }

  /// Runs a real implementation that may suspend, unless a recording has its result.
  @inlinable
  func callThrough<Result>(
    isolation: isolated (any Actor)?, _ implementation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let response = recordedResponse(Result.self)
    guard case .callThrough(let record) = response else {
      guard let response else { return try await implementation() }
      return try outcome(response)
    }
    let outcome: CallOutcome<Result>
    do throws(Failure) {
      outcome = .returned(try await implementation())
    } catch {
      outcome = .threw(error)
    }
    return try self.outcome(record(outcome))
  }

  /// Returns the decision of the recorder, or `nil` if the scope has none.
  @usableFromInline
  func recordedResponse<Result>(_: Result.Type) -> RecordedResponse<Result>? {
    instance.state.scope?.recorder?.response(
      to: function.label, argumentList(arguments), returning: Result.self, throwing: Failure.self)
  }

  /// Ends the call as the recorder decided.
  @usableFromInline
  func outcome<Result>(_ response: RecordedResponse<Result>) throws(Failure) -> Result {
    if case .recorded = response {
      instance.state.contents.withLock { _ in
        function.log.change(number) { $0.isReplayed = true }
      }
    }
    switch response {
    case .recorded(.returned(let result)), .real(.returned(let result)): return result
    case .recorded(.threw(let error as Failure)), .real(.threw(let error as Failure)): throw error
    case .missing(let error): return try fail(.recording(error))
    case .recorded, .real, .callThrough:
      return try fail(.unfitRecording(function.label, failure: Failure.self))
    }
  }
}
