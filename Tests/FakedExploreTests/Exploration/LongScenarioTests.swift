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
    #expect(
      report.warnings.contains("the exploration ended at the first order that took too long.")
    )
    #expect(failures.count == 1)
  }

  @Test func anyNumberOfPreemptionsIsAllowed() async throws {
    let report = try await exploreOrders(changes: .max) {
      async let first: Void = step("a") {}
      async let second: Void = step("b") {}
      _ = await (first, second)
    }
    #expect(report.runs > 1)
  }

  @Test func anErrorIsReportedBeforeATaskThatNeverWaitsAfterTheScenario() async throws {
    struct Torn: Error {}
    let (report, _) = try await explored {
      try await exploreOrders {
        let clock = FakeClock()
        let poller = Task { while true { try? await clock.sleep(for: .seconds(1)) } }
        await clock.advance(by: .seconds(3))
        poller.cancel()
        throw Torn()
      }
    }
    let failures = try #require(report.broken.first?.failures)
    try #require(failures.count == 2, "\(failures)")
    #expect(failures[0] == "The scenario threw Torn().")
    #expect(
      failures[1].hasPrefix(
        "Tasks were still running when the scenario ended. They never wait, so they were stopped.\n"
      ))
  }

  @Test func aTaskThatIgnoresItsCancellationIsNamed() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 20) {
        let clock = FakeClock()
        Task { while true { try? await clock.sleep(for: .seconds(1)) } }
        async let first: Void = step("a") {}
        async let second: Void = step("b") {}
        _ = await (first, second)
      }
    }
    let start = "when the scenario ends, task 1 is canceled, but still has not ended"
    let warning = report.warnings.first { $0.hasPrefix(start) }
    #expect(
      warning?.hasSuffix("in its loops, and resume its continuations.") == true, "\(report)")
  }

  private static func call(_ number: Int) -> String {
    #"scenario: FakeDepot.fetch("\#(number)") is canceled before its effect"#
  }

  @Test func aLongStoryIsShortenedInTheMiddle() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch) { $0 }
        if (try? await depot.fetch("0")) != nil { return }
        for number in 1..<500 { _ = try? await depot.fetch("\(number)") }
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    #expect(events.count == 101, "\(events.count)")
    // The start of the scenario and its cancellation come before the calls.
    #expect(events.dropFirst(69).first?.hasPrefix("  70. \(Self.call(67))") == true, "\(events)")
    #expect(events.dropFirst(70).first == "  … 402 more …", "\(events)")
    #expect(events.dropFirst(71).first?.hasPrefix("  473. \(Self.call(470))") == true, "\(events)")
    #expect(events.last?.hasPrefix("  502. \(Self.call(499))") == true, "\(events)")
  }

  @Test(arguments: [true, false])
  func aStoryWithTooManyEventsShowsItsBeginning(isEndless: Bool) async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch) { $0 }
        if (try? await depot.fetch("0")) != nil { return }
        var number = 1
        while isEndless || number < 1_500 {
          _ = try? await depot.fetch("\(number)")
          number += 1
        }
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    #expect(events.count == 101, "\(events.count)")
    #expect(events.dropFirst(99).first?.hasPrefix("  100. \(Self.call(97))") == true, "\(events)")
    if isEndless {
      let advice = "events. A canceled task continues its loop."
      #expect(report.broken[0].failures.contains { $0.contains(advice) }, "\(report)")
    }
    let last = try #require(events.last)
    let end = isEndless ? "was stopped" : "ended"
    #expect(last.hasPrefix("  … and so on. The run \(end) after "), "\(last)")
    let count = try #require(last.firstMatch(of: /([0-9]+),([0-9]{3}) events\.$/), "\(last)")
    // The story records only the first 2,000 steps.
    #expect(Int(count.1 + count.2).map { $0 > 2_000 } == true, "\(last)")
  }

  @Test func theReportOfAnOptimizedBuildNamesWhatItLeavesOut() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        async let first: Void = step("a") {}
        async let second: Void = step("b") {}
        _ = await (first, second)
      }
    }
    #expect(report.brokenCount == 0)
    #expect(report.description.contains("The build is optimized:") == Toolchain.isOptimized)
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
        "events. A canceled task continues its loop. Check `Task.isCancelled` in the loop, or write `try` instead of "
          + "`try?`.\n") == true, "\(failures)")
  }

  @Test func aClockThatRunsForATaskThatNeverEndsEndsTheExploration() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        let clock = FakeClock()
        Task { while true { try await clock.sleep(for: .seconds(1)) } }
        await step("a") {}
        await clock.run()
      }
    }
    #expect(report.runs == 1 && report.brokenCount == 1)
    #expect(
      failures.first?.text.contains(
        """
        The run was stopped, because it had more than 20,000 events. At the end, nothing happened except sleeps. Check \
        what the other tasks wait for. If one waits in `clock.run()`, use `clock.advance(by:)`, because another task sleeps in a \
        loop.
        """) == true)
  }

  @Test func endlessRunsEndTheOtherExplorations() async throws {
    let scenario: @Sendable () async -> Void = {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("x")
      for name in ["a", "b"] {
        do { _ = try await depot.fetch(name) } catch { while true { await Task.yield() } }
      }
    }
    let (faults, _) = try await explored { try await exploreFaults(scenario) }
    #expect(faults.runs == 2)
    let (cancellations, _) = try await explored { try await exploreCancellations(scenario) }
    #expect(cancellations.runs == 2)
  }

  @Test func aResultThatVariesIsReportedIfItsRunNeverEnds() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreResults {
        let depot = FakeDepot.varying(in: runs)
        if depot.size() == 0 { while true { await Task.yield() } }
      }
    }
    let ended = "the exploration ended at the run in which FakeDepot.size should have returned "
    let varied = "FakeDepot.size did not return the same value in two runs"
    #expect(report.warnings.count == 2)
    #expect(report.warnings.first?.hasPrefix(ended) == true, "\(report)")
    #expect(report.warnings.last?.hasPrefix(varied) == true, "\(report)")
    #expect(report.uncheckedResults.isEmpty)
  }
}
