import Faked
import FakedExplore
import TestSupport
import Testing

/// The reports of explorations of orders.
struct OrderReportTests {
  @Test func dependenceOnAnEarlierRunIsLocated() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders {
        runs.withValue { $0 += 1 }
        await step("first") {}
        async let second: Void = step("second") {}
        async let third: Void = step(runs.value > 2 ? "other" : "third") {}
        _ = await (second, third)
      }
    }
    let text =
      /an order could not be repeated: after "task 2 starts.*", the scenario behaved differently in two runs\. Create all state in the closure, and don't depend on the time, on random numbers, on the order of a `Set` or `Dictionary`, or on work that the exploration doesn't control\./
    #expect(report.warnings.contains { $0.wholeMatch(of: text) != nil }, "\(report)")
  }

  private static let waitsLeft:
    [(wait: String, fix: String, begin: @Sendable () async throws -> Void)] = [
      (
        "has not ended",
        "Await it. If nothing ends its wait, finish its stream, resume its continuation, or cancel it.",
        { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      ),
      (
        "sleeps until 5.0 seconds",
        "Cancel the task, or end the scenario with `await clock.run()`.",
        { try await FakeClock().sleep(for: .seconds(5)) }
      ),
      (
        #"waits for the test to resume fetch("left")"#, "Resume the call.",
        {
          let depot = FakeDepot()
          let held = depot.hold(\.fetch)
          _ = try await depot.fetch("left")
          for call in held.pending { call.resume(returning: "") }
        }
      ),
    ]

  @Test(arguments: waitsLeft.indices)
  func theReportSaysHowToEndTheWaitOfALeftoverTask(number: Int) async throws {
    let (wait, fix, begin) = Self.waitsLeft[number]
    let (report, _) = try await explored {
      try await exploreOrders(changes: 0) {
        Task { try await begin() }
        await step("end") {}
      }
    }
    let warning = report.warnings.first { $0.hasPrefix("when the scenario ends, task 1 \(wait)") }
    #expect(warning?.hasSuffix(". \(fix)") == true, "\(report)")
  }

  @Test func theReportNamesALeftoverTask() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        Task { _ = try? await depot.fetch("left") }
        await step("end") {}
      }
    }
    #expect(!report.isExhaustive)
    #expect(
      report.warnings.contains { $0.contains(#"task 1 waits until FakeDepot.fetch("left") "#) },
      "\(report)")
  }

  @Test func aReportOfOneOrderExplainsWhyItIsTheOnlyOne() async throws {
    let (oneTask, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("x")
        _ = try await depot.fetch("a")
      }
    }
    let fix =
      "Start the parts that run at the same time with `async let`, a task group, or `Task { }`."
    #expect(
      oneTask.warnings.last
        == "nothing could happen in another order. \(fix)")
  }

  @Test func theStoryOfAStuckOrderEndsThere() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(deadline: .milliseconds(50)) {
        let (numbers, source) = AsyncStream.makeStream(of: Int.self)
        var count = 0
        for await _ in numbers { count += 1 }
        // The stream ends because the exploration cancels the stuck scenario.
        #expect(count == 1)
        let depot = FakeDepot()
        depot.verify(\.load)
        depot.resetStubs(of: \.load)
        _ = try? depot.load("a")
        await step("never") {}
        withExtendedLifetime(source) {}
      }
    }
    let run = try #require(report.broken.first)
    #expect(run.events.count == 1, "\(run.events)")
    #expect(run.events.allSatisfy { $0.hasPrefix("  1. scenario starts") })
    #expect(run.failures.count == 1, "\(run.failures)")
    #expect(run.failures[0].hasPrefix("The scenario waits for something that can no longer happen"))
  }

  @Test func runsThatAllThrowAreInconclusive() async throws {
    let (faults, _) = try await explored {
      try await exploreFaults {
        _ = try await FakeDepot().fetch("a")
        #expect(Bool(true))
      }
    }
    #expect(
      faults.warnings.map { $0.prefix(45) } == ["every run with a fault ended by throwing, so "])
  }
}
