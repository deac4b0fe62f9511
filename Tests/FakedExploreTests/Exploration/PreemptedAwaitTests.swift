import Faked
import FakedExplore
import TestSupport
import Testing

/// Orders that preempt a task where it awaits without suspending. The optimizer removes such points, and code coverage
/// adds some.
@Suite(
  .enabled(
    if: AwaitPoints.make() != nil && TaskControl.isComplete && CallSiteTable.hasLines
      && !Toolchain.measuresCoverage))
struct PreemptedAwaitTests {
  @Test(arguments: [UpdateBug.readAndWrite, .readDirectly, .writeDirectly, .stream, .afterStep])
  func anUpdateThatIsLostAtAnAwaitIsFound(_ bug: UpdateBug) async throws {
    let (report, failures) = try await explored {
      try await exploreOrders { try await expectTwoUpdates(bug) }
    }
    #expect(report.brokenCount > 0)
    #expect(failures.count == 1)
    // The other orders of the events pass.
    #expect(report.runs > report.brokenCount)
    #expect(report.isComplete)
  }

  @Test func anEventCanPreemptATask() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let store = PreemptedStore()
        async let first: Void = step("add") { store.number.withValue { $0 += 1 } }
        async let second: Void = store.add(.readAndWrite)
        _ = await (first, second)
        #expect(await store.read() == 2)
      }
    }
    #expect(report.broken.first?.events.contains { $0.contains(#"step "add""#) } == true)
    #expect(report.runs == 22)
  }

  @Test func aLaterFailureOfAnOrderThatPassedIsReported() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders {
        try await expectTwoUpdates(.none)
        // The first run that can preempt a task takes the first order again.
        #expect(
          runs.withValue {
            $0 += 1; return $0
          } != 4)
      }
    }
    #expect(report.brokenCount == 1)
  }

  @Test func anUpdateInOneCallPassesInEveryOrder() async throws {
    let runs = Captured(0)
    let report = try await exploreOrders {
      runs.withValue { $0 += 1 }
      let store = PreemptedStore()
      await withTaskGroup { group in
        for _ in 1...3 { group.addTask { await store.add(.none) } }
      }
      #expect(store.number.value == 3)
    }
    #expect(report.isComplete)
    // Some of the orders run again, because they lead to those with a preemption.
    #expect(runs.value == 88)
    #expect(
      "\(report)" == "82 orders (58 with one preemption at a call that never suspends), 0 broken.")
  }

  @Test func theReportShowsWhereTheTaskContinues() async throws {
    let (report, _) = try await explored {
      try await exploreOrders { try await expectTwoUpdates(.stream) }
    }
    let events = report.broken.first?.events ?? []
    #expect(
      events.map { String($0.split(separator: "     ")[0]) } == [
        "  1. scenario starts", "  2. task 1 starts", "  3. task 2 starts", "> 4. task 1 continues",
        "  5. scenario continues",
      ])
    #expect(events.dropFirst(3).first?.contains(" in PreemptedStore.add(_:)") == true)
    // The picture shows each `await` at which the task is not preempted, and only orders that have such awaits.
    let picture = report.picture ?? ""
    #expect(!picture.contains(">end<"))
    #expect(picture.count { $0 == "✓" } == 10)
  }

  /// The functions of fakes only forward calls, so a preemption there is no different from another order of the calls.
  @Test func fakesAreNotPreempted() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("a")
      await withTaskGroup { group in
        for name in ["a", "b"] { group.addTask { _ = try? await depot.fetch(name) } }
      }
    }
    #expect(report.runs == 14)
  }

  /// Each call of an actor is an event, whatever its result is. A task can also be preempted before it.
  @Test func callsOfActorsAreEvents() async throws {
    let report = try await exploreOrders {
      let counter = Counter()
      await withTaskGroup { group in
        for _ in 1...2 { group.addTask { await counter.add() } }
      }
      #expect(await counter.count == 2)
    }
    #expect(
      "\(report)" == """
        52 orders (10 with one preemption at a call that never suspends), 0 broken, complete up to 2 preemptions.
        """)
  }

  @Test func exemptCallsAreNotPreempted() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.exempt(\.fetch)
      depot.when(\.fetch).thenReturn("a")
      let log = Captured("")
      @Sendable func fetch(_ name: String) async {
        log.withValue { $0 += name }
        _ = try? await depot.fetch(name)
        log.withValue { $0 += name }
      }
      async let first: Void = fetch("a")
      async let second: Void = fetch("b")
      _ = await (first, second)
      #expect(["aabb", "bbaa"].contains(log.value))
    }
    #expect(report.isComplete)
  }

  /// Its first lines belong to the job of another task, which continues only after them.
  @Test func anImmediateTaskIsNotPreemptedBeforeItSuspends() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let report = try await exploreOrders {
      let store = PreemptedStore()
      async let first: Void = store.increment()
      async let second: Void = store.increment()
      let task = Task.immediate { await store.increment() }
      #expect(store.number.value >= 1)
      _ = await (first, second, task.value)
    }
    #expect(report.isComplete)
  }

  @Test func withoutPreemptionsNoAwaitIsPreempted() async throws {
    let report = try await exploreOrders(preemptions: 0) {
      try await expectTwoUpdates(.readAndWrite)
    }
    #expect("\(report)" == "3 orders, 0 broken.")
  }

  @Test func aLoopIsPreemptedInItsFirstRounds() async throws {
    let report = try await exploreOrders {
      let store = PreemptedStore()
      async let first: Void = { for _ in 0..<1_000 { await store.increment() } }()
      async let second: Void = store.increment()
      _ = await (first, second)
      #expect(await store.read() == 1_001)
    }
    #expect(report.isComplete)
    #expect(report.runs == 10)
  }

  @Test func preemptionsBeyondTheLimitAreMissing() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 5) { try await expectTwoUpdates(.none) }
    }
    let (sample, _) = try await explored {
      try await exploreOrders(limit: 1) { try await expectTwoUpdates(.none) }
    }
    #expect(sample.runs == 1)
    #expect(
      sample.warnings == [
        "there is more than 1 order. Raise `limit:`, set FAKED_ORDERS, or make the scenario smaller."
      ])
    #expect(report.runs == 8)
    #expect(
      report.warnings == [
        "there are more than 5 orders with one preemption at a call that never suspends. Raise `limit:`, set "
          + "FAKED_ORDERS, or make the scenario smaller."
      ])
  }

  @Test func allShardsTogetherPreemptEveryAwaitOnce() async throws {
    func explore(_ shard: Shard?) async throws -> ExploredOrders {
      var options = OrderExplorer.Options()
      options.awaits = AwaitPoints.make()
      options.shard = shard
      return try await OrderExplorer(options) {
        (body: { try? await expectTwoUpdates(.none) }, failures: { _ in [] })
      }.explore()
    }
    var orders = 0
    for number in 1...3 { orders += try await explore(Shard("\(number)/3")).orderCount }
    #expect(try await explore(nil).orderCount == orders)
    #expect(orders == 9)
  }

  /// Before the wait of a held call begins, its task pauses in functions of the library.
  @Test func theWaitOfAStuckOrderIsNamed() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        let held = depot.hold(\.fetch)
        try await fetchIfChanged(depot)
        _ = held
      }
    }
    let failures = report.broken.first?.failures.joined() ?? ""
    #expect(
      failures.contains(#"task 1 waits for the test to resume fetch("changed")"#), "\(failures)")
  }

  /// A fake that only such orders call must not change the choices of the order that is repeated.
  @Test func anOrderCanBeRepeated() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("a")
      try await fetchIfChanged(depot)
      #expect(depot.allCalls.isEmpty)
    }
    let (report, _) = try await explored { try await exploreOrders(scenario) }
    let replay = try #require(report.broken.first?.replay)
    let (again, failures) = try await explored {
      try await exploreOrders(replaying: replay, scenario)
    }
    #expect(again.broken.map(\.replay) == [replay])
    #expect(failures.count == 1)
  }
}

private actor Counter {
  private(set) var count = 0
  private var callCount = 0
  func add() async {
    callCount += 1
    let sum = await one()
    count += sum
  }
  private nonisolated func one() async -> Int { Captured(1).value }
}
