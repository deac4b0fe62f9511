import Dispatch
import FakedExplore
import TestSupport
import Testing

/// Clocks, yields, and work outside of the scheduler in explorations.
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

  @Test func aReportShowsHowMuchTimePasses() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        try await FakeClock().sleep(for: .seconds(5))
        #expect(Bool(false))
      }
    }
    #expect(report.broken.first?.events.contains { $0.contains("5 seconds pass") } == true)
  }

  @Test func timeAdvancesDuringACall() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (clock, depot) = (FakeClock(), FakeDepot())
        depot.when(\.fetch).thenReturn("x")
        let isTooLate = Captured(false)
        async let request: Void = {
          let end = clock.now.advanced(by: .seconds(60))
          _ = try await depot.fetch("a")
          isTooLate.value = clock.now > end
        }()
        async let hour: Void = step("an hour passes") { await clock.advance(by: .seconds(3_600)) }
        _ = try await (request, hour)
        #expect(!isTooLate.value)
      }
    }
    #expect(report.brokenCount > 0 && report.brokenCount < report.runs, "\(report)")
    #expect(
      report.broken.first?.events.contains { $0.contains("3600 seconds pass") } == true,
      "\(report)")
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

}
