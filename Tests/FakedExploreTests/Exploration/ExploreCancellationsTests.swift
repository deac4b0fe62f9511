import FakedExplore
import TestSupport
import Testing

struct ExploreCancellationsTests {
  @Test func theReportNamesLeftoverTasksOfACanceledRun() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("x")
        do { _ = try await depot.fetch("a") } catch {
          Task { try await FakeClock().sleep(for: .seconds(5)) }
        }
      }
    }
    #expect(
      report.warnings.contains { $0.contains("task 1 has not ended") }, "\(report)")
  }

  @Test func aWaitIsCanceledWhileAnotherTaskAwaitsIdleness() async throws {
    let cancellations = Captured(0)
    let (report, _) = try await explored {
      try await exploreCancellations {
        let (numbers, continuation) = AsyncStream<Int>.makeStream()
        Task {
          await untilIdle()
          continuation.finish()
        }
        for await _ in numbers {}
        if Task.isCancelled { cancellations.withValue { $0 += 1 } }
      }
    }
    // Once when the scenario begins to wait, and once when the other task does.
    #expect(report.runs == 3)
    #expect(cancellations.value == 2)
  }

  @Test func aCanceledCallReportsThatItHadNoEffect() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        let effects = Captured(0)
        depot.when(\.fetch) { _ in
          effects.withValue { $0 += 1 }
          return "x"
        }
        _ = try? await depot.fetch("a")
        if Task.isCancelled { Issue.record("\(effects.value) effects") }
      }
    }
    let events = report.broken.flatMap(\.events).joined(separator: "\n")
    let (call, error) = (#"FakeDepot.fetch("a")"#, "and throws CancellationError")
    #expect(events.contains("\(call) is canceled before its effect, \(error)"), "\(events)")
    #expect(events.contains("\(call) takes effect"), "\(events)")
    // Before the effect: without it, with it, and with it and an error. After the effect: with and without an error.
    #expect(report.brokenCount == 5)
    #expect(report.runs == 6)
  }

  @Test func aCallRecordHasTheOutcomeThatTheCallerGot() async throws {
    let report = try await exploreCancellations {
      let depot = FakeDepot()
      depot.when(\.fetch) { _ in "x" }
      let isOver = Captured(false)
      let observer = Task {
        await step("look") {
          #expect(isOver.value || depot.calls(to: \.fetch).allSatisfy(\.isPending))
        }
      }
      let text = try? await depot.fetch("a")
      isOver.value = true
      let record = depot.calls(to: \.fetch).first
      #expect(record?.value == text)
      #expect(record?.succeeded == (text != nil))
      #expect(record?.error is CancellationError == (text == nil))
      await observer.value
    }
    #expect(report.broken.isEmpty, "\(report)")
    #expect(report.runs > 3)
  }

  @Test func sharedTasksThatAreExemptNeedNoCancellation() async throws {
    for isExempt in [false, true] {
      let (report, _) = try await explored {
        try await exploreCancellations {
          let depot = FakeDepot()
          depot.when(\.fetch).thenReturn("x")
          if isExempt { depot.exempt(\.fetch) }
          let shared = Task.detached { try await depot.fetch("a") }
          _ = try? await shared.value
        }
      }
      let text = "no cancellation reached a call."
      #expect(report.warnings.contains { $0.hasPrefix(text) } == !isExempt, "\(report)")
    }
  }

  @Test func aCancellationReachesACallThatCannotThrow() async throws {
    let report = try await exploreCancellations {
      let depot = FakeDepot()
      depot.when(\.countID).thenReturn(2)
      #expect(await depot.count() == 2)
    }
    #expect(report.isExhaustive, "\(report)")
  }

  @Test func aCancellationThatOnlyStartsATaskReachesNoCall() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let (depot, log) = (FakeDepot(), Captured(0))
        depot.when(\.fetch).thenReturn("x")
        await withTaskCancellationHandler {
          _ = try? await Task.detached { try await depot.fetch("a") }.value
        } onCancel: {
          Task { log.withValue { $0 += 1 } }
        }
      }
    }
    #expect(
      report.warnings.contains { $0.hasPrefix("no cancellation reached a call.") }, "\(report)")
  }

  // The third run lets the canceled call take effect.
  @Test(arguments: [(1, "1 run"), (2, "2 runs")])
  func aLimitedExplorationReportsWhatItSkipped(limit: Int, text: String) async throws {
    let (report, _) = try await explored {
      try await exploreCancellations(limit: limit) {
        let depot = FakeDepot()
        depot.when(\.fetch) { _ in "x" }
        _ = try? await depot.fetch("a")
      }
    }
    #expect(report.runs == limit)
    #expect(
      report.warnings.contains(
        "there are more than \(text). Raise `limit:`, set FAKED_ORDERS, or make the scenario smaller."
      ),
      "\(report)")
  }

  @Test func aCancellationThatNeverHappensIsReported() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreCancellations {
        runs.value += 1
        if runs.value == 3 { return }
        for key in ["a", "b"] { _ = try? await FakeDepot().fetch(key) }
      }
    }
    #expect(
      report.warnings.first == """
        a run could not be repeated: the scenario behaved differently in two runs. Create all state in the closure, and \
        don't depend on the time, on random numbers, on the order of a `Set` or `Dictionary`, or on work that the \
        exploration doesn't control.
        """, "\(report)")
  }
}
