/// Lets tasks run between two moments of a fake clock.
struct VirtualTime {
  private let scheduler = CurrentScheduler.current

  /// Waits for the sleeps that are about to begin. Returns `false` if no task sleeps in time.
  func begin(
    on clock: FakeClock, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    if let scheduler {
      await scheduler.untilIdle(isolation: isolation)
      return true
    }
    return
      (try? await clock.waitForSleep(within: clock.patience) {
        $0.sleeps.isEmpty ? nil : true
      })
      == true
  }

  /// Begins like `begin`, but doesn't wait for a sleep if a run of the clock already ended all sleeps.
  func beginLast(
    on clock: FakeClock, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let hasEndedSleeps = clock.state.withLock { $0.hasEndedSleeps }
    guard scheduler == nil, hasEndedSleeps else { return await begin(on: clock) }
    await letTasksRun(on: clock)
    return true
  }

  /// Waits until the task that was woken can no longer continue.
  ///
  /// Outside a deterministic test, that moment is unknown. A new sleep shows that a loop has reached its next
  /// iteration. Otherwise, the task gets a few milliseconds, from the moment at which it runs again.
  func letTasksRun(
    on clock: FakeClock, isolation: isolated (any Actor)? = #isolation
  ) async {
    if let scheduler { return await scheduler.untilIdle(isolation: isolation) }
    let count = clock.state.withLock { $0.count }
    let limit = ProcessClock.now.advanced(by: clock.patience)
    while clock.state.withLock({ !$0.waking.isEmpty }), ProcessClock.now < limit {
      await pause(for: .microseconds(100))
    }
    for round in 0..<20 {
      if clock.state.withLock({ $0.count }) != count { return }
      if round < 10 { await Task.yield() } else { await pause(for: .milliseconds(1)) }
    }
  }

  /// Sleeps. A canceled task, which can't sleep, lets others run instead.
  private func pause(for duration: Duration) async {
    do { try await Task.sleep(for: duration) } catch { await Task.yield() }
  }
}
