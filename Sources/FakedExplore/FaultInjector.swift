import Faked

/// Decides about the calls of one run: numbers those that can fail, and makes the chosen ones fail.
package final class FaultInjector: CallObserver {
  /// More fallible calls than these in one run say that it does not end.
  static let mostCalls = 10_000

  private struct State {
    var calls: [FallibleCall] = []
    /// What functions may fail with; they are kept, so that no other takes their place in memory.
    var declared: [ObjectIdentifier: (function: AnyFunctionState, errors: [any Error])] = [:]
    var isStopped = false
    /// Whether there was a call after the last that is counted.
    var isOverfull = false
  }

  private let state = Locked(State())
  private let faults: [Int: any Error]
  private let learns: Bool

  /// `faults` are errors by the place of the call; a run that `learns` keeps what calls look like.
  init(_ faults: [Int: any Error], learns: Bool) {
    self.faults = faults
    self.learns = learns
  }

  /// The fallible calls so far, in order.
  var calls: [FallibleCall] { state.withLock { $0.calls } }

  /// Whether there were more than `mostCalls` of them.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  /// Lets no fallible call succeed any more, where it can throw `CancellationError`: a loop that tries
  /// again for ever ends so as a rule.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// Lets go of what the run kept alive.
  func end() {
    _ = state.withLock { state in
      defer { state.declared = [:] }
      return state.declared
    }
  }

  /// No call waits for a fault.
  package func wait<Failure: Error>(
    for call: CallKey, throwing: Failure.Type, isolation: isolated (any Actor)?
  ) async throws(Failure) {}

  /// In every order the faults are the same.
  package func choose(_ function: AnyFunctionState) {}

  package func declare(_ errors: [any Error], for function: AnyFunctionState) {
    _ = state.withLock { state -> (AnyFunctionState, [any Error])? in
      guard !state.isStopped else { return nil }
      return state.declared.updateValue((function, errors), forKey: ObjectIdentifier(function))
    }
  }

  package func observe<Arguments, Output, Failure: Error>(
    _ call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool
  ) {
    guard Failure.self != Never.self else { return }
    let function = call.function
    let (place, declared, isStopped) = state.withLock { state in
      if state.calls.count == Self.mostCalls {
        state.isStopped = true
        state.isOverfull = true
      }
      if !state.isStopped {
        state.calls.append(FallibleCall(function: function.label))
      }
      let declared = learns ? state.declared[ObjectIdentifier(function)]?.errors : nil
      return (state.calls.count - 1, declared, state.isStopped)
    }
    if isStopped {
      call.fail(CancellationError())
    } else if let error = faults[place] {
      call.fail(error)
    }
    if learns, !isStopped {
      let details = FallibleCall.Details(
        text: function.label.call(argumentList(arguments)),
        declared: declared ?? [], failure: Failure.self, canThrow: { $0 is Failure })
      state.withLock { $0.calls[place].details = details }
    }
  }
}
