import Dispatch
import FakedTesting
import TestSupport
import Testing

/// The orders and the cancellations that explorations try, and their reports.
struct ExploreOrdersTests {
  @Test func effectAndDeliveryOfACallAreTwoEvents() async throws {
    let (report, failures) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let items = Captured(["a"])
        depot.when(\.sizeID) { items.value.count }
        depot.when(\.fetch) { _ in items.value.joined() }
        async let list = depot.fetch("all")
        async let removal: Void = step("remove") { items.value = [] }
        let (seen, _) = try await (list, removal)
        #expect(seen == items.value.joined())
      }
    }
    #expect(report.brokenCount > 0)
    #expect(failures.count == 1)
    let events = try #require(report.broken.first?.events.joined(separator: "\n"))
    #expect(events.contains(#"FakeDepot.fetch("all") takes effect"#))
    #expect(events.contains(#"FakeDepot.fetch("all") returns"#))
  }

  @Test func aCallWithAConstantResponseIsOneEvent() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(preemptions: 0) {
        let depot = FakeDepot()
        depot.when(\.fetch).thenReturn("x")
        let text = try await depot.fetch("a")
        #expect(text == "y")
      }
    }
    let events = try #require(report.broken.first?.events)
    #expect(events.filter { $0.contains("FakeDepot.fetch") }.count == 1)
  }

  @Test func aReportedOrderCanBeRepeated() async throws {
    let scenario = { @Sendable () async throws in
      let log = Captured("")
      async let first: Void = step("a") { log.withValue { $0 += "a" } }
      async let second: Void = step("b") { log.withValue { $0 += "b" } }
      _ = await (first, second)
      #expect(log.value == "ab")
    }
    let (report, _) = try await explored { try await exploreOrders(scenario) }
    let replay = try #require(report.broken.first?.replay)
    let (again, _) = try await explored { try await exploreOrders(replaying: replay, scenario) }
    #expect(again.runs == 1)
    #expect(again.brokenCount == 1)
    #expect(again.broken.map(\.failures) == report.broken.map(\.failures))
    #expect(again.broken.map(\.replay) == [replay])
    #expect(again.broken.first?.events.isEmpty == false)
    #expect(again.warnings == [])
    let line = #line + 2
    let message = await refusal {
      try await exploreOrders(replaying: "3:1=1 5f") { _ = try await FakeDepot().fetch("a") }
    }
    #expect(
      message == """
        exploreOrders at ExploreOrdersTests.swift:\(line) can't repeat "3:1=1 5f": the scenario has other \
        choices.
          The text belongs to another scenario, or the code has changed. Remove `replaying:`, and copy the text \
        from the new report.
        """)
  }

  @Test func aRepeatedOrderThatPassesGetsAWarning() async throws {
    let isFixed = Captured(false)
    let scenario: @Sendable () async throws -> Void = {
      let ends = await fetchAll("ab")
      if !isFixed.value { #expect(ends == "ba") }
    }
    let (report, _) = try await explored { try await exploreOrders(scenario) }
    isFixed.value = true
    let replay = report.broken.first?.replay
    let (again, _) = try await explored { try await exploreOrders(replaying: replay, scenario) }
    #expect(
      again.warnings == ["only one order was run. Remove `replaying:` to explore all orders."])
  }

  @Test func invalidNumbersAreRefused() async {
    let line = #line + 2
    let messages = [
      await refusal { try await exploreOrders(limit: 0) {} },
      await refusal { try await exploreOrders(preemptions: -1) {} },
      await refusal { try await exploreFaults(depth: 0) {} },
      await refusal { try await exploreCancellations(deadline: .zero) {} },
      await refusal { try await exploreCancellations(limit: 0) {} },
      await refusal { try await exploreFaults(limit: 0) {} },
      await refusal { try await exploreResults(limit: 1) {} },
    ]
    let places = (0...6).map { "at ExploreOrdersTests.swift:\(line + $0)" }
    #expect(
      messages == [
        "exploreOrders \(places[0]) needs a limit of at least 1 run; `limit:` is 0.",
        "exploreOrders \(places[1]): `preemptions:` is -1. It must be 0 or more.",
        "exploreFaults \(places[2]): `depth:` is 0. It must be at least 1.",
        "exploreCancellations \(places[3]): `deadline:` is 0.0 seconds. It must be greater than zero.",
        "exploreCancellations \(places[4]) needs a limit of at least 1 run; `limit:` is 0.",
        "exploreFaults \(places[5]) needs a limit of at least 2 runs; `limit:` is 0.",
        "exploreResults \(places[6]) needs a limit of at least 2 runs; `limit:` is 1.",
      ])
  }

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
      /an order could not be repeated: after "task 2 starts.*", the scenario behaved differently in two runs\. Create all state in the closure, and don't depend on the time, on random numbers, or on the order of a `Set` or `Dictionary`\./
    #expect(report.warnings.contains { $0.wholeMatch(of: text) != nil }, "\(report)")
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
        "Await the task, or cancel it. The sleeps of a FakeClock end with `await clock.run()`.",
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

  @Test(.enabled(if: TaskControl.endsSleeps), arguments: waitsLeft.indices)
  func theReportSaysHowToEndTheWaitOfALeftoverTask(number: Int) async throws {
    let (wait, fix, begin) = Self.waitsLeft[number]
    let (report, _) = try await explored {
      try await exploreOrders(preemptions: 0) {
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
    #expect(!report.isComplete)
    if TaskControl.isComplete {
      #expect(
        report.warnings.contains { $0.contains(#"task 1 waits until FakeDepot.fetch("left") "#) },
        "\(report)")
    }
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
    #expect(!inTurn.isComplete)
    if TaskControl.isComplete {
      #expect(
        inTurn.warnings == [
          "nothing could happen in another order: each task runs while all others wait for it. \(fix) Two "
            + "calls of one actor in a row are one event: to let a task run between them, write `await "
            + "Task.yield()` there."
        ])
    }
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
        depot.resetBehaviors(of: \.load)
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

  @Test(.enabled(if: TaskControl.isComplete))
  func aScenarioThatWaitsForWorkElsewhereIsNotToldToStartTasks() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
            continuation.resume()
          }
        }
      }
    }
    #expect(report.warnings.count == 1, "\(report)")
    #expect(report.warnings.first?.contains("which the scheduler doesn't control") == true)
  }

  @Test func aRunThatWaitsOnlyForAHoldEndsAtOnce() async throws {
    let line = #line + 5
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let held = depot.hold(\.fetch)
        _ = try await depot.fetch("a")
        _ = held
      }
    }
    let failure = try #require(report.broken.first?.failures.last)
    #expect(
      failure.hasPrefix("The scenario waits for something that can no longer happen"), "\(failure)")
    if TaskControl.isComplete {
      let wait = #"scenario waits for the test to resume fetch("a")"#
      let place = CallSiteTable.hasLines ? " (ExploreOrdersTests.swift:\(line) in " : ""
      #expect(failure.contains(wait + place), "\(failure)")
    }
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
    #expect(checked.isComplete)
    // This `defer` checks nothing.
    let (unchecked, _) = try await explored {
      try await exploreFaults {
        var isLoading = true
        defer { isLoading = false }
        _ = try await FakeDepot().fetch("a")
        #expect(isLoading)
      }
    }
    #expect(!unchecked.isComplete)
    let (cancellations, _) = try await explored {
      try await exploreCancellations { _ = try await FakeDepot().fetch("a") }
    }
    #expect(
      cancellations.warnings == [
        "every canceled run ended by throwing, so no run reached the code after the canceled call. Catch the "
          + "error, or write the expectations in `defer { … }`."
      ])
  }

  @Test func cancellationIsTriedBeforeAndAfterTheEffect() async throws {
    let results = Captured<Set<Int>>([])
    let report = try await exploreCancellations {
      let depot = FakeDepot()
      let count = Captured(0)
      depot.when(\.fetch) { _ in
        count.value += 1
        return "x"
      }
      _ = try? await depot.fetch("a")
      if Task.isCancelled { results.withValue { _ = $0.insert(count.value) } }
    }
    #expect(report.broken.isEmpty)
    #expect(results.value == [0, 1])
  }

  @Test func aStreamCanFailPartway() async throws {
    let seen = Captured<[[Int]]>([])
    let report = try await exploreFaults {
      let feed = FakeFeed()
      feed.when(\.itemsID) {
        AsyncThrowingStream { continuation in
          continuation.yield(1)
          continuation.yield(2)
          continuation.finish()
        }
      }
      var items: [Int] = []
      do {
        for try await item in feed.items() { items.append(item) }
      } catch {}
      seen.withValue { [items] in $0.append(items) }
    }
    #expect(seen.value == [[1, 2], [], [1], [1, 2]])
    #expect(report.calls == ["FakeFeed.items()"])
  }

  @Test func aLastResortRunsAfterAllOtherEvents() async throws {
    let orders = Captured<Set<String>>([])
    try await exploreOrders {
      let depot = FakeDepot()
      depot.lastResort(\.push)
      let log = Captured("")
      async let sleep: Void = {
        try await depot.push("sleep")
        log.withValue { $0 += "s" }
      }()
      async let call: Void = {
        _ = try await depot.fetch("a")
        log.withValue { $0 += "c" }
      }()
      _ = try await (sleep, call)
      orders.withValue { _ = $0.insert(log.value) }
    }
    #expect(orders.value == ["cs"])
  }
}

private struct FakeFeed: Faked {
  let instanceId = FakeInstance()
  let itemsID: FunctionID<() -> AsyncThrowingStream<Int, any Error>, Returns> = "items()"
  func items() -> AsyncThrowingStream<Int, any Error> { handleCall(\.itemsID) }
}
