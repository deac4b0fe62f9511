import Dispatch
import FakedExplore
import FakedTesting
import TestSupport
import Testing

/// Clocks, yields, and work outside of the scheduler in explorations.
struct ExploreTimeTests {
  @Test(.enabled(if: SleepHook.isInstalled))
  func theEarliestSleepOfAllClocksEndsFirst() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let (clock, other, log) = (FakeClock(), FakeClock(), Captured<[String]>([]))
        @Sendable func note(_ text: String) { log.withValue { $0.append(text) } }
        async let long: Void = {
          try await clock.sleep(for: .seconds(5))
          note("5 s")
        }()
        async let short: Void = {
          try await Task.sleep(for: .seconds(1))
          note("1 s")
        }()
        async let middle: Void = {
          try await other.sleep(for: .seconds(3))
          note("3 s")
        }()
        _ = try await (long, short, middle)
        #expect(log.value == ["1 s", "3 s", "5 s"])
      }
    }
    #expect(report.runs > 1)
    #expect(report.brokenCount == 0, "\(report)")
  }

  @Test func aStorySaysHowMuchTimePasses() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        try await FakeClock().sleep(for: .seconds(5))
        #expect(Bool(false))
      }
    }
    #expect(report.broken.first?.events.contains { $0.contains("5.0 seconds pass") } == true)
  }

  @Test func timePassesDuringACall() async throws {
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
  }

  @Test func aTaskThatPollsDoesNotStarveTheOthers() async throws {
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
      report.warnings.contains("the exploration ended at the first order whose tasks never wait."))
    #expect(failures.count == 1)
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

  @Test(.enabled(if: SleepHook.isInstalled))
  func aSleepDoesNotOvertakeWorkOnAQueue() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let text = await withTaskGroup(of: String.self) { group in
          group.addTask {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async { continuation.resume(returning: "done") }
            }
          }
          group.addTask {
            // The callback comes long before.
            try? await Task.sleep(for: .seconds(30))
            return "timed out"
          }
          defer { group.cancelAll() }
          return await group.next()
        }
        #expect(text == "done")
      }
    }
    #expect(report.brokenCount == 0, "\(report)")
    #expect(
      report.warnings.contains { $0.contains("waits for a queue, a timer, a thread, or another") })
  }

  @Test func tasksThatACanceledRunLeavesBehindAreNamed() async throws {
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

  @Test func aCanceledCallSaysThatItHadNoEffect() async throws {
    let (report, _) = try await explored {
      try await exploreCancellations {
        let depot = FakeDepot()
        depot.when(\.fetch) { _ in "x" }
        _ = try? await depot.fetch("a")
        #expect(!Task.isCancelled)
      }
    }
    let events = report.broken.flatMap(\.events).joined(separator: "\n")
    #expect(events.contains(#"FakeDepot.fetch("a") is canceled before its effect"#), "\(events)")
    #expect(events.contains(#"FakeDepot.fetch("a") takes effect"#), "\(events)")
    #expect("\(report)".contains("\n  run 2 of 4:\n"), "\(report)")
  }
}

/// Fakes that the scenario did not make.
struct OutsideFakeTests {
  /// A fake of a suite whose tests have no scope.
  let depot = makeDepot()

  private static func makeDepot() -> FakeDepot {
    let depot = FakeDepot()
    depot.when(\.fetch).thenReturn("x")
    return depot
  }

  /// Calls a fake in an exploration, and expects its name in the report.
  private func expectName(
    of depot: FakeDepot, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let report = try await exploreOrders {
      async let first = depot.fetch("a")
      async let second = depot.fetch("b")
      _ = try await (first, second)
    }
    #expect(
      report.warnings.contains(
        "FakeDepot was called, but made outside of the scenario, so its calls are not explored. Make it in the "
          + "closure."), "\(report)")
  }

  @Test func aFakeOfTheScopeIsNamed() async throws {
    try await withFakedScope(.lenient) { try await expectName(of: Self.makeDepot()) }
  }

  @Test func aFakeWithoutAScopeIsNamed() async throws { try await expectName(of: depot) }

  @Test func everyExplorationNamesAFakeWithoutAScope() async throws {
    let scenario: @Sendable () async throws -> Void = { [depot] in
      let other = FakeDepot()
      other.when(\.fetch).thenReturn("y")
      _ = try? await depot.fetch("a")
      _ = try? await other.fetch("b")
    }
    let (faults, _) = try await explored { try await exploreFaults(scenario) }
    let (cancellations, _) = try await explored { try await exploreCancellations(scenario) }
    let (results, _) = try await explored { try await exploreResults(scenario) }
    for report in [faults, cancellations, results] {
      #expect(report.warnings.contains { $0.hasPrefix("FakeDepot was called, but made outside") })
    }
  }

  @Test func aFakeOfTheScenarioIsNotNamed() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("x")
      _ = try await depot.fetch("a")
    }
    #expect(!report.warnings.contains { $0.contains("made outside") })
  }
}

struct ExplorationHeadTests {
  /// Runs steps at the same time, and returns their names in the order in which they happened.
  private func steps(_ names: [String]) async -> String {
    let log = Captured("")
    await withTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask { await step(name) { log.withValue { $0 += name } } }
      }
    }
    return log.value
  }

  @Test func aSampleSaysWhatWasCompleteBefore() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 100) {
        let log = Captured("")
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"] {
            group.addTask {
              log.withValue { $0 += name }
              await Task.yield()
              log.withValue { $0 += name }
            }
          }
        }
      }
    }
    #expect(
      "\(report)".hasPrefix(
        "100 orders, 0 broken, complete up to 0 preemptions, then a sample (seed: 0) that finds a bug of 3 "
      ),
      "\(report)")
  }

  @Test func theSeedDeterminesTheSample() async throws {
    func orders(seed: UInt64) async throws -> [String] {
      let orders = Captured<[String]>([])
      let (report, _) = try await explored {
        try await exploreOrders(limit: 20, seed: seed) {
          let log = await steps(["a", "b", "c", "d"])
          orders.withValue { $0.append(log) }
        }
      }
      #expect("\(report)".contains("(seed: \(seed))"), "\(report)")
      return orders.value
    }
    let first = try await orders(seed: 7)
    #expect(try await orders(seed: 7) == first)
    #expect(try await orders(seed: 8) != first)
  }

  @Test func failuresThatAreNotShownAreCounted() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let log = await steps(["a", "b", "c"])
        throw Refusal(order: log)
      }
    }
    #expect(report.broken.count == 5)
    #expect("\(report)".contains(" broke in other ways."), "\(report)")
  }
}

private struct Refusal: Error {
  let order: String
}
