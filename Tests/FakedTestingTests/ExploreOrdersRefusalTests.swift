import FakedTesting
import Testing

/// Scenarios that cannot be explored, and orders that do not end.
struct ExploreOrdersRefusalTests {
  @Test func aScenarioWithoutACallOfAFakeIsRefused() async {
    let line = #line + 2
    let message = await refusal {
      try await exploreOrders { await Task.yield() }
    }
    #expect(
      message == """
        exploreOrders at ExploreOrdersRefusalTests.swift:\(line) saw no call of a fake.
          It sees the calls of fakes that are made or first stubbed in the scenario: make the fakes in \
        the closure.
        """)
  }

  @Test func limitsThatLeaveNothingToDoAreRefused() async {
    let none = await refusal {
      try await exploreOrders(limit: 0) { _ = try await FakeDepot().fetch("a") }
    }
    #expect(
      none?.hasSuffix("cannot do with a limit of 0 runs. Write `limit:` with a number from 1.")
        == true)
    let noTime = await refusal {
      try await exploreOrders(deadline: .seconds(-1)) { _ = try await FakeDepot().fetch("a") }
    }
    #expect(noTime?.contains("exploreOrders at ExploreOrdersRefusalTests.swift:") == true)
    #expect(noTime?.contains("gives a run -1.0 seconds to end.") == true)
  }

  @Test func anOrderPastItsDeadlineIsCancelledAndReported() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders(deadline: .milliseconds(20)) {
        let depot = FakeDepot()
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        let (stream, _) = AsyncStream<Void>.makeStream()
        _ = try await a
        for await _ in stream {}
        _ = try await b
      }
    }
    #expect(!report.orders.isEmpty)
    #expect(
      report.orders.allSatisfy {
        $0.failures.first?.hasPrefix("It did not end within 20 ms, and was cancelled. ") == true
      })
    #expect(failures.count == 1)
    #expect(failures[0].text.hasSuffix("\n  more orders may be left: a run did not end."))
    #expect(!report.isComplete)
  }

  @Test func anOrderThatDoesNotReactIsLeftBehind() async throws {
    let stuck = Captured<CheckedContinuation<Void, Never>?>(nil)
    let (report, failures) = try await explored {
      try await exploreOrders(deadline: .milliseconds(20)) {
        _ = try await FakeDepot().fetch("a")
        await withCheckedContinuation { stuck.value = $0 }
      }
    }
    stuck.value?.resume()
    #expect(report.orders.count == 1)
    #expect(failures.count == 1)
    #expect(failures[0].text.contains("nor when it was cancelled. "))
    #expect(failures[0].text.hasSuffix("\n  more orders are left: a run was left behind."))
    #expect(failures[0].text.contains(" It was left behind, and no further run was made."))
  }

  @Test func anOrderThatEndsEarlyWhenItIsRunAgainIsMissing() async throws {
    let run = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let isFirst = run.withValue { run in
          run += 1
          return run == 1
        }
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        _ = try await (a, b)
        guard isFirst else { return }
        async let c = depot.fetch("c")
        async let d = depot.fetch("d")
        _ = try await (c, d)
      }
    }
    #expect(!report.isComplete)
    #expect(report.missing.first == #"FakeDepot.fetch("d")"#)
  }

  @Test(arguments: [(limit: 120, missing: "b"), (limit: 1, missing: "a")])
  func aLaterRunWithoutACallIsIncomplete(limit: Int, missing: String) async throws {
    let cache = Captured<[String]?>(nil)
    let (report, failures) = try await explored {
      try await exploreOrders(limit: limit) {
        guard cache.value == nil else { return }
        let depot = FakeDepot()
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        cache.value = try await [a, b]
      }
    }
    #expect(report.missing == ["FakeDepot.fetch(\"\(missing)\")"])
    #expect(!report.isComplete)
    #expect(failures.count == 1)
  }

  @Test func anOrderThatRanOutOfTimeLeavesTheRestUnknown() async throws {
    let run = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders(deadline: .seconds(3)) {
        let depot = FakeDepot()
        let isSecond = run.withValue { run in
          run += 1
          return run == 2
        }
        async let a = depot.fetch("a")
        async let b = depot.fetch("b")
        _ = try await (a, b)
        if isSecond { try await Task.sleep(for: .seconds(100)) }
        async let c = depot.fetch("c")
        async let d = depot.fetch("d")
        _ = try await (c, d)
      }
    }
    #expect(report.broken.map(\.number).contains(2))
    #expect(!report.isComplete)
  }

  @Test func aTimeBelowZeroIsRefused() async throws {
    let quiet = await refusal {
      try await exploreOrders(quiet: .seconds(-1)) { _ = try await FakeDepot().fetch("a") }
    }
    #expect(quiet?.hasSuffix("Write `quiet:` with a time from zero.") == true)
    let next = await refusal {
      try await FakeDepot().hold(\.fetch).next(within: .seconds(-1))
    }
    #expect(next?.hasSuffix("lies in the past. Write a duration from 0.") == true)
  }

  @Test func anOrderThatCannotBeRunAgainIsReported() async throws {
    let runs = Captured(0)
    let (report, failures) = try await explored {
      try await exploreOrders(quiet: .milliseconds(1)) {
        runs.value += 1
        let depot = FakeDepot()
        async let a = depot.fetch("a")
        async let b = depot.fetch("b\(runs.value)")
        _ = try await (a, b)
      }
    }
    #expect(report.missing.first == #"FakeDepot.fetch("b1")"#)
    #expect(!report.isComplete)
    #expect(
      failures[0].text.contains(
        "  an order could not be run again: FakeDepot.fetch(\"b1\") did not come. "
          + "Make all state in the closure."))
  }

  @Test func whatFollowsACallThatDoesNotComeIsNotTried() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders(quiet: .milliseconds(1)) {
        runs.value += 1
        let depot = FakeDepot()
        await withTaskGroup(of: Void.self) { group in
          for key in runs.value == 2 ? ["b", "c", "d"] : ["a", "b", "c", "d"] {
            group.addTask { _ = try? await depot.fetch(key) }
          }
        }
      }
    }
    #expect(report.missing.first == #"FakeDepot.fetch("a")"#)
    // Two of the six orders that begin with that call, and all others.
    #expect(report.orders.count == 20)
  }

  @Test func cancellingTheTestEndsTheExploration() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let exploration = Task {
      try await exploreOrders {
        let (stream, _) = AsyncStream<Void>.makeStream()
        _ = try await FakeDepot().fetch("a")
        start.finish()
        for await _ in stream {}
      }
    }
    for await _ in started {}
    exploration.cancel()
    await #expect(throws: CancellationError.self) { try await exploration.value }
  }
}
