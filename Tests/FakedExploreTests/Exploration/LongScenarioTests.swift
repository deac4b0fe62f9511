import FakedExplore
import TestSupport
import Testing

/// Scenarios that have many events, or that never end.
struct LongScenarioTests {
  @Test func anEndlessOrderEndsTheExploration() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        Task { while true { await Task.yield() } }
        async let first: Void = step("a") {}
        async let second: Void = step("b") {}
        _ = await (first, second)
        while true { await Task.yield() }
      }
    }
    #expect(report.runs == 1 && report.brokenCount == 1)
    #expect("\(report)".contains("1 broken, not all: a run took too long."), "\(report)")
    #expect(failures.count == 1)
  }

  @Test func aLongStoryIsShortenedInTheMiddle() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        depot.exempt(\.load)
        depot.when(\.fetch) { $0 }
        for number in 0..<200 { _ = try? await depot.fetch("\(number)") }
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    #expect(events.count == 101, "\(events.count)")
    #expect(events.dropFirst(70).first?.hasPrefix("  … ") == true, "\(events)")
    #expect(events.last?.contains(#"fetch("199") returns"#) == true, "\(events)")
  }

  @Test func theReportNamesALoopThatIgnoresItsCancellation() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        let clock = FakeClock()
        let loop = Task { while true { try? await clock.sleep(for: .seconds(1)) } }
        await step("stop") { loop.cancel() }
        await loop.value
      }
    }
    #expect(report.brokenCount == 1)
    #expect(
      failures.first?.text.contains(
        "The loop of a canceled task must check `Task.isCancelled`, or use `try` instead of `try?`.\n"
      )
        == true, "\(failures)")
  }
}
