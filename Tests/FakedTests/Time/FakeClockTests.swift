import Faked
import TestSupport
import Testing

/// A fake clock outside deterministic tests.
@Suite struct FakeClockTests {
  private let clock = FakeClock()

  @Test func advanceWaitsForAnUpcomingSleep() async {
    let clock = clock
    let task = Task {
      await Task.yield()
      try? await clock.sleep(for: .seconds(1))
      return clock.now
    }
    await clock.advance(by: .seconds(3))
    #expect(await task.value.offset >= .seconds(1))
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func manyTasksSleep() async throws {
    let clock = clock
    let woken = Captured(0)
    let tasks = (1...100).map { number in
      Task {
        try await clock.sleep(for: .seconds(number % 7 + 1))
        await Task.yield()
        woken.withValue { $0 += 1 }
      }
    }
    for _ in tasks { _ = try await clock.nextSleep() }
    await clock.advance(by: .seconds(7))
    #expect(woken.value == 100)
  }

  @Test func aLoopOfSleepsRunsOncePerSecond() async {
    let clock = clock
    let task = Task {
      var ticks: [Duration] = []
      while ticks.count < 3 {
        try? await clock.sleep(for: .seconds(1))
        ticks.append(clock.now.offset)
      }
      return ticks
    }
    for _ in 1...3 { await clock.advance(by: .seconds(1)) }
    #expect(await task.value == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func nextSleepReturnsSleepsInOrder() async throws {
    let clock = clock
    let task = Task {
      try? await clock.sleep(for: .seconds(2))
      try? await clock.sleep(for: .seconds(1))
    }
    let first = try await clock.nextSleep()
    #expect(first.deadline.offset == .seconds(2))
    #expect(clock.sleeps == [first])
    await clock.advance(to: first.deadline)
    let second = try await clock.nextSleep()
    #expect(second.deadline.offset == .seconds(3))
    await clock.run()
    await task.value
  }

  @Test func aSleepIsDescribedByItsEndAndItsLine() async throws {
    let clock = clock
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    let sleep = try await clock.nextSleep()
    let site = sleep.callSite.map { " (\($0))" } ?? ""
    #expect("\(sleep)" == "until 5.0 seconds\(site)")
    task.cancel()
    _ = await task.result
  }

  @Test(arguments: [true, false])
  func runReturnsIfAllSleepsEnded(isFirstRun: Bool) async throws {
    let scope = ProbedScope()
    try await scope.run {
      let clock = FakeClock()
      let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
      _ = try await clock.nextSleep()
      if isFirstRun { await clock.run() } else { await clock.advance(by: .seconds(1)) }
      await clock.run()
      try await sleeping.value
      #expect(clock.now.offset == .seconds(1))
    }
    #expect(scope.end().map(\.message) == [])
  }

  @Test func nextSleepThrowsIfNoSleepBegins() async {
    var text = ""
    // In a macro, a call has the line of the macro.
    let line = #line + 1
    do { _ = try await clock.nextSleep(within: .milliseconds(1)) } catch { text = "\(error)" }
    #expect(
      text == """
        `nextSleep` at FakeClockTests.swift:\(line) waited 1 ms, but no task slept on the fake clock.
          Give the clock to the code under test, and start the work that sleeps before `nextSleep`.
        """)
  }

  @Test func aCanceledSleepThrows() async {
    let clock = clock
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    _ = try? await clock.nextSleep()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeps.isEmpty)
  }
}

@Suite struct FakeClockFailureTests {
  @Test func advancingWithoutASleepFails() async {
    let probe = ProbedScope(patience: .milliseconds(1))
    await probe.run { await FakeClock().advance(by: .seconds(1)) }
    #expect(
      probe.end().map(\.message) == [
        """
        No task slept on the fake clock within 1 ms, so there was nothing to advance to.
          Give the clock to the code under test, or make the test deterministic: @Test(.deterministic).
        """
      ])
  }

  @Test func aNegativeDurationFailsAtItsLine() async {
    let probe = ProbedScope()
    let line = UInt(#line) + 1
    await probe.run { await FakeClock().advance(by: .seconds(-1)) }
    let failures = probe.end()
    #expect(failures.map(\.site?.line) == [line])
    #expect(
      failures.map(\.message) == [
        """
        A fake clock can't move backward, from 0.0 seconds to -1.0 seconds.
          Advance it by zero or more, or to a time in the future.
        """
      ])
  }
}
