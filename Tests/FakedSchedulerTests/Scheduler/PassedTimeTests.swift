import Faked
import FakedScheduler
import Testing

/// Code that reads the time of a clock whose sleeps take no time.
@Suite(.enabled(if: TaskControl.endsSleeps && PassedTime.isShown)) struct PassedTimeTests {
  @Test func aClockShowsTheTimeOfItsSleeps() async {
    #expect(await results(of: ContinuousClock(), sleep: .hours(2)) == ["2 h"])
    #expect(await results(of: SuspendingClock(), sleep: .hours(1)) == ["1 h"])
  }

  @Test func aClockShowsTheTimeOfAFakeClock() async {
    let explored = await explore {
      let start = ContinuousClock.now
      try? await FakeClock().sleep(for: .hours(3))
      return hours(since: start, on: ContinuousClock())
    }
    #expect(explored.results.keys.sorted() == ["3 h"])
  }

  /// An actor's job and a job of the main actor run in other ways than that of a task.
  @Test func aClockShowsTheSameTimeEverywhere() async {
    let explored = await explore {
      let start = ContinuousClock.now
      try? await Task.sleep(for: .hours(1))
      async let ofTask = hours(since: start, on: ContinuousClock())
      async let ofActor = Watch().hours(since: start)
      async let ofMainActor = MainActor.run { hours(since: start, on: ContinuousClock()) }
      return await [ofTask, ofActor, ofMainActor].joined(separator: " ")
    }
    #expect(explored.results.keys.sorted() == ["1 h 1 h 1 h"])
  }

  @Test func aDeadlinePassesWhileATaskPolls() async {
    let explored = await explore(preemptions: 2) {
      let isReady = Locked(false)
      async let hasSeen = poll(until: { isReady.withLock { $0 } }, on: ContinuousClock())
      await Scheduler.current?.event(named: "ready")
      isReady.withLock { $0 = true }
      return await hasSeen ? "seen" : "too late"
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["seen", "too late"])
  }

  @Test func theTimeOfARunWithinAnotherOneContinues() async {
    let explored = await explore {
      let start = ContinuousClock.now
      try? await Task.sleep(for: .hours(1))
      let inner = await explore {
        try? await Task.sleep(for: .hours(1))
        return hours(since: start, on: ContinuousClock())
      }
      return inner.results.keys.sorted().joined() + ", "
        + hours(since: start, on: ContinuousClock())
    }
    #expect(explored.results.keys.sorted() == ["2 h, 1 h"])
  }

  @Test func codeOutsideTheRunSeesTheRealTime() async {
    let start = ContinuousClock.now
    let explored = await explore {
      let real = ProcessClock.now
      try? await Task.sleep(for: .hours(9))
      return ProcessClock.now - real < .hours(9) ? "real" : "not real"
    }
    #expect(explored.results.keys.sorted() == ["real"])
    #expect(ContinuousClock.now - start < .hours(9))
  }

  private func results<C: Clock>(of clock: C, sleep: Duration) async -> [String]
  where C.Duration == Duration {
    let explored = await explore {
      let start = clock.now
      try? await clock.sleep(for: sleep)
      return hours(since: start, on: clock)
    }
    return explored.results.keys.sorted()
  }
}

private actor Watch {
  func hours(since start: ContinuousClock.Instant) -> String {
    FakedSchedulerTests.hours(since: start, on: ContinuousClock())
  }
}

/// Returns the whole hours since an instant, to ignore the real time that the code takes.
private func hours<C: Clock>(since start: C.Instant, on clock: C) -> String
where C.Duration == Duration {
  "\(start.duration(to: clock.now).components.seconds / 3_600) h"
}

/// Checks a condition every hour, for six hours.
private func poll<C: Clock>(until isMet: @Sendable () -> Bool, on clock: C) async -> Bool
where C.Duration == Duration {
  let deadline = clock.now.advanced(by: .hours(6))
  while clock.now < deadline {
    if isMet() { return true }
    try? await clock.sleep(for: .hours(1))
  }
  return false
}

extension Duration {
  fileprivate static func hours(_ count: Int) -> Duration { .seconds(3_600 * count) }
}
