/// An object whose calls, or whose sleeps, a test can wait for.
package protocol CallSource: AnyObject, Sendable {
  /// Sends a signal for every call, or every sleep, from now on.
  func add(_ waiter: CallSignal)
  /// Stops sending the signal.
  func remove(_ waiter: CallSignal)
}

extension FakeInstance: CallSource {
  package func add(_ waiter: CallSignal) {
    state.contents.withLock { $0.waiters.append(waiter) }
  }

  package func remove(_ waiter: CallSignal) {
    state.contents.withLock { $0.waiters.removeAll { $0 === waiter } }
  }
}

/// Wakes a test that waits for calls of one or several fakes.
///
/// Unless a test waits for its calls, a fake has no signal, and a call only compares a number with zero.
@usableFromInline
package final class CallSignal: Sendable {
  private struct State {
    /// The number of signals so far. It is read before the calls are examined, so that no call is missed.
    var count = 0
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var sources: [any CallSource] = []
    /// A Boolean value that indicates whether the time is up.
    var isTimeUp = false
  }

  private let state = Locked(State())

  /// Sends the signal for every call of a source from now on.
  package func listen(to source: some CallSource) {
    let isNew = state.withLock { state in
      if state.sources.contains(where: { $0 === source }) { return false }
      state.sources.append(source)
      return true
    }
    guard isNew else { return }
    source.add(self)
    // Calls may have been made since the calls were examined.
    state.withLock { $0.count += 1 }
  }

  fileprivate func stopListening() {
    for source in state.withLock({ $0.sources }) { source.remove(self) }
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

  /// Suspends until the signal is sent, unless `count` has changed since it was read.
  fileprivate func wait(since count: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isLate = state.withLock { state in
        if state.count == count { state.sleepers.append(continuation) }
        return state.count != count
      }
      if isLate { continuation.resume() }
    }
  }

  /// Runs `search` now and after each call, until it returns a value. The closure chooses the fakes to listen to.
  ///
  /// - Parameters:
  ///   - limit: The longest time to search. Time in which the process could not run does not count. On a scheduler, which
  ///     ends the search when nothing more can happen, the limit is at least the patience of the test run.
  ///   - waitsUntilIdle: A Boolean value that indicates whether `search` runs only when no task of the scheduler can run.
  ///   - isolation: The actor on which `search` runs. Defaults to that of the caller.
  ///   - search: Returns the result of the search, or `nil` to run again after the next call.
  /// - Returns: The result of the search, or `nil` if it ended without one.
  /// - Throws: `CancellationError` if the task is canceled.
  package static func find<Found>(
    within limit: Duration, waitsUntilIdle: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ search: (CallSignal) -> Found?
  ) async throws -> Found? {
    let signal = CallSignal()
    defer { signal.stopListening() }
    let ring: @Sendable () -> Void = {
      signal.state.withLock { $0.isTimeUp = true }
      signal.send()
    }
    // A scheduler detects when nothing more can happen. Elsewhere, only the time limit ends the search.
    let scheduler = CurrentScheduler.current
    let removeHandler = scheduler?.whenStuck(ring)
    defer { removeHandler?() }
    let longest = CurrentScheduler.limit(limit)
    let alarm = CurrentScheduler.startOutside {
      if (try? await ProcessClock.sleep(for: longest)) != nil { ring() }
    }
    defer { CurrentScheduler.outside { alarm.cancel() } }
    return try await withTaskCancellationHandler {
      while true {
        if waitsUntilIdle { await scheduler?.untilIdle(isolation: isolation) }
        let count = signal.count
        if let found = search(signal) { return found }
        try Task.checkCancellation()
        if signal.isTimeUp || scheduler == nil && limit <= .zero { return nil }
        await signal.wait(since: count)
      }
    } onCancel: {
      signal.send()
    }
  }
}
