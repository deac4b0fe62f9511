import Faked

/// A value that comes once, and that one task waits for.
final class OneTime<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
  }

  private let state = Locked(State.open)

  /// Gives the value; what comes later is dropped.
  func give(_ value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .given: return nil
      case .open:
        state = .given(value)
        return nil
      case .awaited(let continuation):
        state = .given(value)
        return continuation
      }
    }
    if let waiting { ScenarioQueue.wake(waiting, returning: value) }
  }

  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let early = state.withLock { state -> Value? in
          if case .given(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    }
  }
}
