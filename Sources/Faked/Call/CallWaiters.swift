/// Those who wait for the next call of a fake.
@usableFromInline
package final class CallWaiters: Sendable {
  private struct State {
    var wakes = 0
    var sleepers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  init() {}

  /// How often they were woken; taken before a look at the calls, so that no call is missed.
  package var wakes: Int { state.withLock { $0.wakes } }

  /// Suspends until they are woken, unless that has happened since `wakes` was read.
  package func sleep(
    since wakes: Int, isolation: isolated (any Actor)? = #isolation
  ) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isLate = state.withLock { state in
        if state.wakes == wakes { state.sleepers.append(continuation) }
        return state.wakes != wakes
      }
      if isLate { continuation.resume() }
    }
  }

  /// Wakes all of them; each looks for itself whether it has what it waits for.
  @usableFromInline
  package func wake() {
    let sleepers = state.withLock { state in
      state.wakes += 1
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }
}

extension FakeInstance {
  /// Looks at the calls now and each time one is made, until it finds what it looks for.
  ///
  /// Gives nil when the time is up; throws `CancellationError` when its task is cancelled.
  package func find<Found>(
    until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation,
    _ look: () -> Found?
  ) async throws -> Found? {
    let waiters = startWaiting()
    defer { stopWaiting() }
    let alarm = Task.detached {
      try await Task.sleep(until: deadline, clock: .continuous)
      waiters.wake()
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      while true {
        let wakes = waiters.wakes
        if let found = look() { return found }
        try Task.checkCancellation()
        if ContinuousClock.now >= deadline { return nil }
        await waiters.sleep(since: wakes)
      }
    } onCancel: {
      waiters.wake()
    }
  }

  /// Joins those who wait for calls of this fake; until the last of them leaves, every call wakes them.
  private func startWaiting() -> CallWaiters {
    functions.withLock { table in
      let waiters = table.waiters ?? CallWaiters()
      table.waiters = waiters
      table.waiterCount += 1
      return waiters
    }
  }

  private func stopWaiting() {
    functions.withLock { table in
      table.waiterCount -= 1
      if table.waiterCount == 0 { table.waiters = nil }
    }
  }
}
