import Faked
import FakedExplore
import TestSupport
import Testing

/// The reports of explorations of faults.
struct FaultReportTests {
  @Test func theReportNamesTheCallsThatAFaultPrevents() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        depot.when(\.load).thenReturn("x")
        let first = try? depot.load("a")
        if first != nil { _ = try? depot.load("b") }
        _ = try? depot.load("c")
        _ = try? depot.load("at \(ContinuousClock.now)")
        #expect(first != nil)
      }
    }
    #expect("\(report)".hasSuffix("\n    never reached: FakeDepot.load(\"b\")"))
  }

  @Test(.enabled(if: CallSiteTable.hasLines))
  func theReportLocatesATaskThatHasNotStarted() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        let depot = FakeDepot()
        depot.when(\.load).thenReturn("x")
        defer { Task { _ = try? depot.load("late") } }
        _ = try? depot.load("a")
      }
    }
    let line = #line - 4
    #expect(
      report.warnings.contains {
        $0.hasPrefix(
          "when the scenario ends, task 1 has not ended (created at FaultReportTests.swift:\(line) in "
        )
      }, "\(report)")
  }

  @Test func theReportCountsRunsThatEndedByThrowing() async throws {
    let scenario = { @Sendable in
      let depot = FakeDepot()
      _ = try await depot.fetch("a")
      try? depot.named("b")
    }
    let faults = try await exploreFaults { try await scenario() }
    #expect(
      "\(faults)"
        == """
        3 runs, 2 with faults (1 ended by throwing), 0 broken, all with at most 1 fault.
          5 events: 2 calls, 3 hops.
        """)
    let cancellations = try await exploreCancellations {
      try await scenario()
      await untilIdle()
    }
    #expect(
      "\(cancellations)".hasPrefix(
        "7 runs, 6 with a cancellation (3 ended by throwing), 0 broken, all with at most 1 cancellation.\n"
      ), "\(cancellations)")
  }
}
