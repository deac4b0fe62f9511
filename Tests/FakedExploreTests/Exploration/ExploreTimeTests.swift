import Faked
import FakedExplore
import TestSupport
import Testing

private actor Tally {
  private(set) var count = 0
  func set(_ count: Int) { self.count = count }
}

/// Time and yields in explorations.
struct ExploreTimeTests {
  @Test func overlappingAdvancesAddUp() async throws {
    try await exploreOrders {
      let clock = FakeClock()
      let task = Task { for _ in 1...4 { try await clock.sleep(for: .milliseconds(500)) } }
      async let first: Void = clock.advance(by: .seconds(1))
      async let second: Void = clock.advance(by: .seconds(1))
      _ = await (first, second)
      #expect(clock.now.offset == .seconds(2))
      task.cancel()
    }
  }

  @Test func aPollingTaskDoesNotStarveOthers() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 500) {
        let (depot, isDone) = (FakeDepot(), Captured(false))
        depot.when(\.fetch).thenReturn("x")
        Task {
          _ = try await depot.fetch("a")
          isDone.value = true
        }
        while !isDone.value { await Task.yield() }
      }
    }
    #expect(report.runs > 1)
    #expect(report.brokenCount == 0, "\(report)")
  }

  @Test func aReportShowsHowMuchTimePasses() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        try await FakeClock().sleep(for: .seconds(5))
        #expect(Bool(false))
      }
    }
    #expect(report.broken.first?.events.contains { $0.contains("5.0 seconds pass") } == true)
  }

  private static let passes: [@Sendable (FakeClock) async throws -> Void] = [
    { try await $0.sleep(for: .seconds(1)) },
    { await $0.advance(by: .seconds(1)) },
    { await $0.run() },
  ]

  /// However the time passes, an update is lost if both tasks read before one of them writes.
  @Test(arguments: passes.indices)
  func tasksWhoseSleepsEndTogetherContinueInEveryOrder(_ pass: Int) async throws {
    let counts = Captured<Set<Int>>([])
    let report = try await exploreOrders {
      let (clock, tally, other) = (FakeClock(), Tally(), Tally())
      let tasks = (1...2).map { _ in
        Task {
          try await clock.sleep(for: .seconds(1))
          let count = await tally.count
          await other.set(count)
          await tally.set(count + 1)
        }
      }
      try await Self.passes[pass](clock)
      for task in tasks { try await task.value }
      let count = await tally.count
      counts.withValue { _ = $0.insert(count) }
    }
    #expect(counts.value == [1, 2], "\(report)")
  }

  /// A task can continue before another sleep that ends at the same time, and cancel it.
  @Test(arguments: passes.indices)
  func aTaskCancelsASleepThatEndsAtTheSameTime(_ pass: Int) async throws {
    let ends = Captured<Set<String>>([])
    try await exploreOrders {
      let clock = FakeClock()
      let second = Task { try await clock.sleep(for: .seconds(1)) }
      let first = Task {
        try await clock.sleep(for: .seconds(1))
        second.cancel()
      }
      try await Self.passes[pass](clock)
      try await first.value
      let result = await second.result
      ends.withValue { _ = $0.insert((try? result.get()) == nil ? "canceled" : "ended") }
    }
    #expect(ends.value == ["canceled", "ended"])
  }

  /// An advance can end during a call, and lets no more time pass than its own.
  @Test(arguments: [true, false])
  func theClockAdvancesDuringACall(isLate: Bool) async throws {
    let logs = Captured<Set<String>>([])
    try await exploreOrders {
      let (clock, depot, log) = (FakeClock(), FakeDepot(), Captured(""))
      depot.when(\.fetch).thenReturn("x")
      let fetching = Task {
        _ = try await depot.fetch("a")
        log.value += "f"
      }
      let sleeping = Task {
        try await clock.sleep(for: .seconds(isLate ? 10 : 1))
        log.value += "s"
      }
      await clock.advance(by: .seconds(3))
      #expect(clock.now.offset == .seconds(3))
      log.value += "a"
      try await fetching.value
      try await sleeping.value
      logs.withValue { [log] in _ = $0.insert(log.value) }
    }
    // An advance that ends a sleep waits for what follows.
    #expect(logs.value == (isLate ? ["afs", "asf", "fas"] : ["fsa", "sfa"]))
  }

  @Test func aTaskThatIsLeftInAnAdvanceContinuesOnlyWhenItIsCanceled() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (clock, hasSlept) = (FakeClock(), Captured(false))
        Task {
          async let sleeping: Void = {
            try await clock.sleep(for: .seconds(10))
            hasSlept.value = true
          }()
          await clock.advance(by: .seconds(60))
          #expect(hasSlept.value || Task.isCancelled)
          try await sleeping
        }
        await step("a") {}
      }
    }
    #expect(report.brokenCount == 0, "\(report)")
  }

  @Test(arguments: [true, false])
  func anAdvanceEndsEarlierSleepsOfOtherClocks(_ advances: Bool) async throws {
    let logs = Captured<Set<String>>([])
    try await exploreOrders {
      let (late, early, unused) = (FakeClock(), FakeClock(), FakeClock())
      let log = Captured("")
      async let ten: Void = {
        try await late.sleep(for: .seconds(10))
        log.value += "b"
      }()
      async let one: Void = {
        try await early.sleep(for: .seconds(1))
        log.value += "a"
      }()
      if advances { await late.advance(by: .seconds(10)) } else { await late.run() }
      #expect(late.now.offset == .seconds(10) && unused.now.offset == .seconds(10))
      _ = try await (ten, one)
      logs.withValue { [log] in _ = $0.insert(log.value) }
    }
    #expect(logs.value == ["ab"])
  }
}
