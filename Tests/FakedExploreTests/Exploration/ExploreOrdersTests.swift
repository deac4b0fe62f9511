import FakedExplore
import TestSupport
import Testing

/// The orders that explorations try.
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
          The text belongs to another scenario, the code has changed, or the text is from a build with other \
        settings for optimization or code coverage. Use those settings, or remove `replaying:` and copy the text \
        from the new report. If the order of a `Set` or `Dictionary` matters, set SWIFT_DETERMINISTIC_HASHING=1 in \
        both processes.
        """)
  }

  @Test func aTextThatIsNotAnOrderIsRefused() async {
    let line = #line + 1
    let message = await refusal { try await exploreOrders(replaying: "x") {} }
    #expect(
      message == """
        exploreOrders at ExploreOrdersTests.swift:\(line): replaying: "x" is not an order.
          Copy the text from the report of a failed exploration.
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
      again.warnings == [
        """
        only one order was run, and it passes. Remove `replaying:` to explore all orders. If it passes although you \
        changed nothing, the scenario may depend on state outside of its closure, or on the order of a `Set` or \
        `Dictionary`, which SWIFT_DETERMINISTIC_HASHING=1 keeps.
        """
      ])
  }

  @Test func invalidNumbersAreRefused() async {
    let line = #line + 2
    let messages = [
      await refusal { try await exploreOrders(limit: 0) {} },
      await refusal { try await exploreOrders(changes: -1) {} },
      await refusal { try await exploreFaults(faults: 0) {} },
      await refusal { try await exploreCancellations(deadline: .zero) {} },
      await refusal { try await exploreCancellations(limit: 0) {} },
      await refusal { try await exploreFaults(limit: 0) {} },
      await refusal { try await exploreResults(limit: 0) {} },
    ]
    let places = (0...6).map { "at ExploreOrdersTests.swift:\(line + $0)" }
    #expect(
      messages == [
        "exploreOrders \(places[0]): `limit:` is 0. It must be at least 1.",
        "exploreOrders \(places[1]): `changes:` is -1. It must be at least 0.",
        "exploreFaults \(places[2]): `faults:` is 0. It must be at least 1.",
        "exploreCancellations \(places[3]): `deadline:` is 0.0 seconds. It must be greater than zero.",
        "exploreCancellations \(places[4]): `limit:` is 0. It must be at least 1.",
        "exploreFaults \(places[5]): `limit:` is 0. It must be at least 1.",
        "exploreResults \(places[6]): `limit:` is 0. It must be at least 1.",
      ])
  }

  @Test func aRunThatWaitsOnlyForAHoldEndsAtOnce() async throws {
    let line = #line + 5
    let (report, _) = try await explored {
      try await exploreOrders(deadline: .milliseconds(50)) {
        let depot = FakeDepot()
        let held = depot.hold(\.fetch)
        _ = try await depot.fetch("a")
        _ = held
      }
    }
    let failure = try #require(report.broken.first?.failures.last)
    #expect(
      failure.hasPrefix("The scenario waits for something that can no longer happen"), "\(failure)")
    let wait = #"scenario waits for the test to resume fetch("a")"#
    let place = CallSiteTable.hasLines ? " (ExploreOrdersTests.swift:\(line) in " : ""
    #expect(failure.contains(wait + place), "\(failure)")
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

  @Test(arguments: [StoreError.full, CancellationError()] as [any Error & Sendable])
  func aConstantErrorIsOneEventAsAConstantResultIs(error: any Error & Sendable) async throws {
    @Sendable func events(throwing: Bool) async throws -> Substring? {
      let report = try await exploreOrders {
        let depot = FakeDepot()
        let stub = depot.when(\.fetch)
        if throwing { stub.thenThrow(error) } else { stub.thenReturn("x") }
        async let loading = try? await depot.fetch("a")
        async let typing: Void = step("type") {}
        _ = await (loading, typing)
      }
      return "\(report)".split(separator: "\n").last
    }
    for throwing in [true, false] {
      #expect(try await events(throwing: throwing)?.contains(": 1 call, 1 step, ") == true)
    }
  }

  @Test func theStoryNamesTheError() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        depot.when(\.fetch) { _ in throw StoreError.full }
        _ = try? await depot.fetch("a")
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    let call = #"scenario: FakeDepot.fetch("a")"#
    #expect(events.contains { $0.contains("\(call) throws StoreError.full") }, "\(report)")
  }
}
