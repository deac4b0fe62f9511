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

  /// More orders than a picture shows.
  @Test func theReportSaysThatEveryOrderBreaks() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(changes: 99) {
        @Sendable func work(_ name: String) async {
          for number in 0..<5 { await step("\(name)\(number)") {} }
        }
        async let first: Void = work("a")
        async let second: Void = work("b")
        _ = await (first, second)
        throw StoreError.full
      }
    }
    #expect(report.brokenCount == report.runs)
    #expect(report.runs > 1_000)
    #expect(report.description.contains("\n  Every order breaks.\n"), "\(report)")
  }

  private static let waitsLeft:
    [(wait: String, fix: String, begin: @Sendable () async throws -> Void)] = [
      (
        #"waits for step "reply""#, "Await it, or end the scenario with `await untilIdle()`.",
        { await step("reply") {} }
      ),
      (
        "has not ended",
        "Nothing in the scenario ends its wait. Finish its stream, resume its continuation, or cancel the task.",
        { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      ),
      (
        "sleeps until 5.0 seconds",
        "Cancel the task, or end the scenario with `await clock.run()`.",
        { try await FakeClock().sleep(for: .seconds(5)) }
      ),
      (
        "sleeps for 5.0 seconds",
        "Await the task, cancel it, or end the scenario with a longer `Task.sleep`.",
        { try await Task.sleep(for: .seconds(5)) }
      ),
      (
        #"waits for the test to resume fetch("left")"#, "Resume the call.",
        {
          let depot = FakeDepot()
          let held = depot.hold(\.fetch)
          _ = try await depot.fetch("left")
          held.resumeAll(returning: "")
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
        == "nothing could happen in another order: the scenario runs one task. \(fix)")
    let (inTurn, _) = try await explored {
      try await exploreOrders { await Task {}.value }
    }
    #expect(!inTurn.isExhaustive)
    #expect(
      inTurn.warnings == [
        "nothing could happen in another order: while a task runs, all others wait for it or for their turns on its "
          + "actor. \(fix) Two calls of one actor in a row are one event: to let a task run between them, write "
          + "`await Task.yield()` there."
      ])
  }

  @Test func ordersThatFailTheSameCheckAreOneWayToBreak() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let log = Captured<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for number in 1...4 {
            group.addTask { await step("\(number)") { log.withValue { $0.append(number) } } }
          }
        }
        #expect(log.value.first == 1)
        #expect(log.value.last != 1, "the first is last")
      }
    }
    // Eighteen orders don't begin with 1. In six of them, 1 is also last.
    #expect(report.broken.count == 2, "\(report)")
    #expect(report.broken.allSatisfy { $0.failures.contains { $0.contains("log.value.first") } })
  }

  @Test func theStoryOfAStuckOrderEndsThere() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
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
    let checked = try await exploreFaults {
      defer { #expect(Bool(true)) }
      _ = try await FakeDepot().fetch("a")
    }
    #expect(checked.isExhaustive)
    // This `defer` checks nothing.
    let (unchecked, _) = try await explored {
      try await exploreFaults {
        var isLoading = true
        defer { isLoading = false }
        _ = try await FakeDepot().fetch("a")
        #expect(isLoading)
      }
    }
    #expect(!unchecked.isExhaustive)
    let (cancellations, _) = try await explored {
      try await exploreCancellations { _ = try await FakeDepot().fetch("a") }
    }
    #expect(
      cancellations.warnings == [
        "every canceled run ended by throwing, so no run reached the code after the canceled call. Catch the "
          + "error, or write the expectations in `defer { … }`."
      ])
  }
}
