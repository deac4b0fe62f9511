/// What answers calls from a recording, or records how the own behaviors of fakes answer them.
///
/// It comes after all stubs, in the place of the `default:` of a fake: a call that a stub answers is
/// neither recorded nor replayed.
package protocol CallRecorder: AnyObject, Sendable {
  /// Says how a call goes on that no stub answers.
  func answer<Output, Failure: Error>(
    _ function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedAnswer<Output>

  /// The same recording from its start, for one run of an exploration.
  func fromStart() -> any CallRecorder
}

/// How a call goes on that a recorder has seen.
@usableFromInline
package enum RecordedAnswer<Output> {
  /// As it was recorded.
  case recorded(CallOutcome<Output>)
  /// There is no recording of it, and there must be one.
  case missing(FakedError)
  /// By the fake's own behavior, with what the closure makes of its outcome.
  case original((CallOutcome<Output>) -> CallOutcome<Output>)
}

extension FakeInstance {
  /// Runs the fake's own behavior, unless a recorder answers instead of it.
  @inlinable
  func original<Arguments, CallOutput, Failure: Error, Output>(
    _ call: StartedCall<Arguments, CallOutput, Failure>, _ arguments: Arguments,
    _ behavior: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    guard call.details != nil, let answer = recorded(call, arguments, Output.self) else {
      return try behavior()
    }
    guard case .original(let finish) = answer else { return try end(call, by: answer) }
    let outcome: CallOutcome<Output>
    do throws(Failure) {
      outcome = .returned(try behavior())
    } catch {
      outcome = .threw(error)
    }
    return try end(call, by: .recorded(finish(outcome)))
  }

  /// The same for a behavior that may suspend.
  @inlinable
  func original<Arguments, CallOutput, Failure: Error, Output>(
    _ call: UncheckedSendable<(StartedCall<Arguments, CallOutput, Failure>, Arguments)>,
    isolation: isolated (any Actor)?, _ behavior: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    let (call, arguments) = call.value
    guard call.details != nil, let answer = recorded(call, arguments, Output.self) else {
      return try await behavior()
    }
    guard case .original(let finish) = answer else { return try end(call, by: answer) }
    let outcome: CallOutcome<Output>
    do throws(Failure) {
      outcome = .returned(try await behavior())
    } catch {
      outcome = .threw(error)
    }
    return try end(call, by: .recorded(finish(outcome)))
  }

  /// What the recorder of the fake says to a call; nil where there is none.
  @usableFromInline
  func recorded<Arguments, CallOutput, Failure: Error, Output>(
    _ call: StartedCall<Arguments, CallOutput, Failure>, _ arguments: Arguments, _: Output.Type
  ) -> RecordedAnswer<Output>? {
    call.details?.recorder?.answer(
      call.function.label, argumentList(arguments), returning: Output.self, throwing: Failure.self)
  }

  /// Ends a call as a recorder says.
  @usableFromInline
  func end<Arguments, CallOutput, Failure: Error, Output>(
    _ call: StartedCall<Arguments, CallOutput, Failure>, by answer: RecordedAnswer<Output>
  ) throws(Failure) -> Output {
    switch answer {
    case .recorded(.returned(let output)): return output
    case .recorded(.threw(let error as Failure)): throw error
    case .missing(let error): return try fail(error, call)
    case .recorded, .original:
      return try fail(FailureMessage.unfitRecording(call.function.label, Failure.self), call)
    }
  }
}
