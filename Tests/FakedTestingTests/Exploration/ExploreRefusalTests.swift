import FakedTesting
import Testing

/// Scenarios that cannot be explored.
struct ExploreRefusalTests {
  enum Call {
    case load(String), fetch(String), named, size

    func make(on depot: FakeDepot) async throws {
      switch self {
      case .load(let key): _ = try depot.load(key)
      case .fetch(let key): _ = try await depot.fetch(key)
      case .named: try depot.named("a")
      case .size: _ = depot.size()
      }
    }
  }

  @Test(arguments: Exploration.allCases)
  func aScenarioWithoutACallOfItsOwnFakesIsRefused(exploration: Exploration) async {
    await withFakedScope(.lenient) {
      let depot = FakeDepot()
      let line = #line + 1
      let message = await refusal { try await exploration.run { _ = try depot.load("a") } }
      #expect(
        message == """
          \(exploration.rawValue) at ExploreRefusalTests.swift:\(line) saw no call of a fake.
            It sees the calls of fakes that are made or first stubbed in the scenario: make the fakes in \
          the closure.
          """)
    }
  }

  @Test(arguments: [
    (Exploration.faults, 3, "2 runs"), (.orders, 1, "0 runs"), (.cancellations, 1, "0 runs"),
    (.results, 2, "1 run"),
  ])
  func limitsThatLeaveNothingToDoAreRefused(
    exploration: Exploration, least: Int, below: String
  ) async {
    let line = #line + 2
    let messages = [
      await refusal { try await exploration.run(limit: least - 1) {} },
      await refusal { try await exploration.run(deadline: .zero) {} },
    ]
    let starts = [0, 1].map { "\(exploration.rawValue) at ExploreRefusalTests.swift:\(line + $0)" }
    #expect(
      messages == [
        "\(starts[0]) cannot do with a limit of \(below). Write `limit:` with a number from \(least).",
        "\(starts[1]) gives a run 0.0 seconds to end. Write `deadline:` with a time above zero.",
      ])
  }

  @Test func aTimeBelowZeroIsRefused() async {
    let line = #line + 2
    let messages = [
      await refusal { try await exploreOrders(quiet: .seconds(-1)) {} },
      await refusal { try await FakeDepot().hold(\.fetch).next(within: .seconds(-1)) },
    ]
    #expect(
      messages == [
        "exploreOrders at ExploreRefusalTests.swift:\(line) cannot wait until nothing has happened for "
          + "-1.0 seconds. Write `quiet:` with a time from zero.",
        "`next(within: -1.0 seconds)` at ExploreRefusalTests.swift:\(line + 1) is negative. Use a "
          + "duration of at least 0.",
      ])
  }

  @Test func noKindOfFaultIsRefused() async {
    let line = #line + 1
    let message = await refusal { try await exploreFaults(kinds: []) {} }
    #expect(
      message
        == "exploreFaults at ExploreRefusalTests.swift:\(line) has no kind of fault to try. "
        + "Write `kinds: [.beforeEffect, .afterEffect]`, or one of them.")
  }

  @Test func explorationsThatDoNotGoTogetherAreRefused() async throws {
    let found = Captured<[String?]>([])
    let line = #line + 4
    _ = try await explored {
      try await exploreOrders {
        for exploration in Exploration.allCases {
          let message = await refusal { try await exploration.run { await fetchAll("ab") } }
          found.withValue { $0.append(message) }
        }
        _ = try await FakeDepot().fetch("a")
      }
    }
    #expect(
      found.value
        == Exploration.allCases.map { exploration in
          """
          \(exploration.rawValue) at ExploreRefusalTests.swift:\(line) cannot run inside this exploration.
            Write exploreFaults or exploreResults around exploreOrders or exploreCancellations. Every other \
          nesting is refused.
          """
        })
  }

  @Test(
    arguments: [
      (
        [[.load("c")], [.named]],
        #"call 1 was FakeDepot.load("c") in the first run, and FakeDepot.named in the second"#
      ),
      (
        [[.load("a"), .load("a")], [.load("a")]],
        #"call 2 was FakeDepot.load("a") in the first run, and none in the second"#
      ),
      (
        [[.load("a")], [.load("a"), .load("a")]],
        "call 2 was none in the first run, and FakeDepot.load in the second"
      ),
      (
        [[.load("a")], [.load("a")], [.fetch("a")]],
        #"call 1 was FakeDepot.load("a") in the first run, and FakeDepot.fetch("a") in the run with "#
          + #"call 1, FakeDepot.load("a"), failing with InjectedFault"#
      ),
      // No other call fails instead of the one that is named.
      (
        [[.load("a"), .load("b")], [.load("a"), .load("b")], [.load("b"), .load("a")]],
        #"call 1 was FakeDepot.load("a") in the first run, and FakeDepot.load("b") in the run with "#
          + #"call 1, FakeDepot.load("a"), failing with InjectedFault"#
      ),
    ] as [([[Call]], String)])
  func otherCallsFromRunToRunAreRefused(runs: [[Call]], difference: String) async {
    let run = Captured(0)
    let line = #line + 2
    let message = await refusal {
      try await exploreFaults {
        let depot = FakeDepot()
        for call in runs[min(run.value, runs.count - 1)] {
          try? await call.make(on: depot)
        }
        run.value += 1
      }
    }
    #expect(
      message == """
        exploreFaults at ExploreRefusalTests.swift:\(line) cannot explore a scenario that differs from \
        run to run: \(difference).
          Make all state in the closure, leave out clocks and chance, and make calls one after the other, \
        or inside exploreOrders.
        """)
  }

  @Test(
    arguments: [
      ([.size, .load("a")], "size"),
      ([.load("a"), .load("b")], #"load("a")"#),
    ] as [([Call], String)])
  func otherCallsBeforeAnAlteredResultAreRefused(calls: [Call], first: String) async {
    let runs = Captured(0)
    let line = #line + 2
    let message = await refusal {
      try await exploreResults {
        let depot = FakeDepot()
        runs.value += 1
        for call in runs.value > 1 ? calls.reversed() : calls { try await call.make(on: depot) }
      }
    }
    #expect(
      message == """
        exploreResults at ExploreRefusalTests.swift:\(line) cannot explore a scenario that differs from \
        run to run: before FakeDepot.\(first) came other calls than in the first run.
          Make all state in the closure, leave out clocks and chance, and make calls one after the other, \
        or inside exploreOrders.
        """)
  }

  @Test func argumentsMayVaryFromRunToRun() async throws {
    for exploration in [Exploration.faults, .results] {
      let runs = Captured(0)
      let count = try await exploration.run {
        runs.value += 1
        let text = try FakeDepot().load("\(runs.value)")
        if text != "\(runs.value)" { throw StoreError.full }
      }
      #expect(count == (exploration == .faults ? 3 : 2))
    }
  }

  @Test func anErrorThatTheFunctionCannotThrowIsRefusedBeforeTheFirstFault() async {
    let runs = Captured(0)
    let put = { @Sendable in
      runs.value += 1
      let depot = FakeDepot()
      _ = try? depot.load("a")
      try? depot.put("b")
    }
    let line = #line + 3
    let error = Wrapped(cause: StoreError.full)
    let messages = [
      await refusal { try await exploreFaults(failingWith: error, put) },
      await refusal { try await exploreFaults { try? FakeDepot().put("b") } },
    ]
    #expect(runs.value == 2)
    let reasons = [
      #"call 2, FakeDepot.put("b"), was to fail with Wrapped(cause: .full)"#,
      #"call 1, FakeDepot.put("b"), has no error to fail with"#,
    ]
    #expect(
      messages
        == [0, 1].map { place in
          """
          exploreFaults at ExploreRefusalTests.swift:\(line + place): \(reasons[place]), but it throws \
          StoreError only.
            Write in the scenario: fake.mayFail(\\.put, with: …), with an error of type StoreError.
          """
        })
  }
}
