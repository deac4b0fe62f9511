import FakedExplore
import TestSupport
import Testing

/// Orders, faults, and cancellations together, and explorations inside others.
struct BudgetTests {
  @Test func anExplorationInsideAnotherOneFailsAtItsLine() async throws {
    let line = Captured(0)
    let (report, _) = try await explored {
      try await exploreFaults {
        _ = try? FakeDepot().load("a")
        line.value = #line + 1
        try await exploreOrders { _ = try? FakeDepot().load("b") }
      }
    }
    #expect(
      report.broken.first?.failures == [
        """
        exploreOrders at BudgetTests.swift:\(line.value) is inside another exploration.
          Write one exploration. To combine orders with faults or cancellations, write exploreFaults(changes: 1) or \
        exploreCancellations(changes: 1).
        """
      ], "\(report)")
  }

  @Test(.deterministic) func anExplorationInADeterministicTestIsRefused() async throws {
    let line = #line + 2
    let message = await refusal {
      try await exploreOrders { _ = try? FakeDepot().load("b") }
    }
    #expect(
      message == """
        exploreOrders at BudgetTests.swift:\(line) is inside a deterministic test.
          Remove `.deterministic` or `withDeterministicTasks`: every run of an exploration is deterministic.
        """)
  }

  /// The user taps before the end of the call only in another order.
  @Test(arguments: [0, 1]) func aFaultIsTriedInOtherOrders(changes: Int) async throws {
    let (report, _) = try await explored {
      try await exploreFaults(changes: changes) {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("page")
        let hasEnded = Captured(false)
        async let loading: Void = {
          _ = try? await depot.fetch("a")
          hasEnded.value = true
        }()
        async let tapping: Void = step("tap") { #expect(hasEnded.value) }
        _ = await (loading, tapping)
      }
    }
    let isFound = report.broken.contains { run in
      !run.faults.isEmpty && run.events.contains { $0.contains("change 1: ") }
    }
    #expect(isFound == (changes > 0), "\(report)")
    #expect((report.brokenCount > 0) == (changes > 0), "\(report)")
    let ending = changes == 0 ? "all with at most 1 fault." : "stopped after a failure."
    #expect("\(report)".split(separator: "\n").first?.hasSuffix(ending) == true, "\(report)")
  }

  @Test func aStuckScenarioNamesTheTaskThatThrew() async throws {
    let (report, _) = try await explored {
      try await exploreFaults(deadline: .milliseconds(50)) {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("x")
        let (pages, continuation) = AsyncStream.makeStream(of: String.self)
        Task {
          continuation.yield(try await depot.fetch("a"))
          continuation.finish()
        }
        for await _ in pages {}
      }
    }
    let failure = try #require(report.broken.first?.failures.first)
    #expect(
      failure.contains(
        #"task 1 has run no more code since FakeDepot.fetch("a") threw InjectedFault"#),
      "\(failure)")
  }

  @Test func aReportCountsItsEvents() async throws {
    let report = try await exploreOrders(changes: 1) {
      let (depot, clock) = (FakeDepot(), FakeClock())
      depot.when(\.fetch).thenReturn("x")
      async let text = depot.fetch("a")
      async let stepping: Void = step("a") {}
      try await clock.sleep(for: .seconds(1))
      _ = try await (text, stepping)
    }
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix(" orders, 0 broken, all with at most 1 change."))
    #expect(lines[1].contains(" events: 1 call, 1 step, "))
    #expect(lines[1].hasSuffix(" hops, 1 sleep."))
    #expect(report.isExhaustive)
  }

  /// After the first order that breaks, only those with as many changes run.
  @Test func anExplorationStopsAfterAFailure() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let log = Captured("")
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"] {
            group.addTask { await step(name) { log.withValue { $0 += name } } }
          }
        }
        #expect(log.value.hasPrefix("a"))
      }
    }
    #expect(report.brokenCount > 0)
    #expect(!report.isExhaustive)
    #expect("\(report)".contains(" broken, stopped after a failure.\n"), "\(report)")
    #expect(report.broken.contains { $0.events.contains { $0.contains("change 1: ") } })
  }
}
