/// Tells one who waits that calls were made, of one fake or of several.
///
/// A fake that nobody waits for has none, so that its calls pay for one comparison.
@usableFromInline
package final class CallSignal: Sendable {
  private struct State {
    /// How often there was reason to look at the calls; read before a look, so that none is missed.
    var count = 0
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var sources: [FakeInstance] = []
    /// Whether the alarm has rung, which may be a tick before its time.
    var isTimeUp = false
  }

  private let state = Locked(State())

  /// Is sent by every call of the fake from now on.
  package func listen(to instance: FakeInstance) {
    let isNew = state.withLock { state in
      if state.sources.contains(instance) { return false }
      state.sources.append(instance)
      return true
    }
    guard isNew else { return }
    instance.state.contents.withLock { $0.waiters.append(self) }
    // Calls may have come between the look and this: it is worth another look.
    state.withLock { $0.count += 1 }
  }

  fileprivate func stopListening() {
    for instance in state.withLock({ $0.sources }) {
      instance.state.contents.withLock { $0.waiters.removeAll { $0 === self } }
    }
  }

  fileprivate var count: Int { state.withLock { $0.count } }
  fileprivate var isTimeUp: Bool { state.withLock { $0.isTimeUp } }

  package func send() {
    let sleepers = state.withLock { state in
      let sleepers = state.sleepers
      state.count += 1
      state.sleepers = []
      return sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }

  /// Suspends until it is sent, unless `count` has changed since it was read.
  fileprivate func wait(since count: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isLate = state.withLock { state in
        if state.count == count { state.sleepers.append(continuation) }
        return state.count != count
      }
      if isLate { continuation.resume() }
    }
  }

  /// Looks now and each time a call is made, until `look` finds what it looks for; it says which fakes
  /// to listen to.
  ///
  /// Gives nil when the time is up; throws `CancellationError` when its task is cancelled.
  package static func find<Found>(
    until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation,
    _ look: (CallSignal) -> Found?
  ) async throws -> Found? {
    let signal = CallSignal()
    defer { signal.stopListening() }
    let ring: @Sendable () -> Void = {
      signal.state.withLock { $0.isTimeUp = true }
      signal.send()
    }
    // A scheduler knows when nothing can happen any more. Elsewhere, only time tells.
    let scheduler = CurrentScheduler.current
    let removeHandler = scheduler?.whenStuck(ring)
    defer { removeHandler?() }
    let alarm =
      scheduler == nil
      ? Task.detached { if (try? await ProcessClock.sleep(until: deadline)) != nil { ring() } }
      : nil
    defer { alarm?.cancel() }
    return try await withTaskCancellationHandler {
      while true {
        let count = signal.count
        if let found = look(signal) { return found }
        try Task.checkCancellation()
        if signal.isTimeUp || scheduler == nil && ContinuousClock.now >= deadline { return nil }
        await signal.wait(since: count)
      }
    } onCancel: {
      signal.send()
    }
  }
}
