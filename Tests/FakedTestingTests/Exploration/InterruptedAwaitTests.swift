import Faked
import FakedExplore
import FakedTesting
import TestSupport
import Testing

/// Orders that interrupt a task at an `await` that does not suspend. The optimizer removes such points.
@Suite(.enabled(if: AwaitPoints.make() != nil && CallSiteTable.hasLines))
struct InterruptedAwaitTests {
  @Test(arguments: [Bug.readAndWrite, .readDirectly, .writeDirectly, .stream, .afterStep])
  func anUpdateThatIsLostAtAnAwaitIsFound(_ bug: Bug) async throws {
    let (report, failures) = try await explored {
      try await exploreOrders { try await addTwice(bug) }
    }
    #expect(report.brokenCount > 0)
    #expect(failures.count == 1)
    // The other orders of the events pass.
    #expect(report.runs > report.brokenCount)
    #expect(report.isComplete)
  }

  @Test func anEventCanInterruptATask() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let store = Store()
        async let first: Void = step("add") { store.number.withValue { $0 += 1 } }
        async let second: Void = store.add(.readAndWrite)
        _ = await (first, second)
        #expect(await store.read() == 2)
      }
    }
    #expect(report.broken.first?.events.contains { $0.contains(#"step "add""#) } == true)
    #expect(report.runs == 30)
  }

  @Test func aLaterFailureOfAnOrderThatPassedIsReported() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders {
        try await addTwice(.none)
        // The first run that can interrupt a task takes the first order again.
        #expect(
          runs.withValue {
            $0 += 1; return $0
          } != 4)
      }
    }
    #expect(report.brokenCount == 1)
  }

  @Test func anUpdateInOneCallPassesInEveryOrder() async throws {
    let report = try await exploreOrders { try await addTwice(.none) }
    #expect(report.isComplete)
    #expect(report.runs == 11)
  }

  @Test func theReportShowsWhereTheTaskContinues() async throws {
    let (report, _) = try await explored { try await exploreOrders { try await addTwice(.stream) } }
    let events = report.broken.first?.events ?? []
    #expect(
      events.map { String($0.split(separator: "     ")[0]) } == [
        "  1. scenario starts", "  2. task 1 starts", "  3. task 2 starts", "> 4. task 1 continues",
        "  5. scenario continues",
      ])
    #expect(events.dropFirst(3).first?.contains(" in Store.add(_:)") == true)
    // The picture shows each `await` at which the task is not interrupted, and only orders that have such awaits.
    let picture = report.picture ?? ""
    #expect(!picture.contains(">end<"))
    #expect(picture.count { $0 == "✓" } == 9)
  }

  /// The functions of fakes only forward calls, so an interruption there is no different from another order of the calls.
  @Test func fakesAreNotInterrupted() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch).thenReturn("a")
      await withTaskGroup { group in
        for name in ["a", "b"] { group.addTask { _ = try? await depot.fetch(name) } }
      }
    }
    #expect(report.runs == 14)
  }

  @Test func aLoopIsInterruptedInItsFirstRounds() async throws {
    let report = try await exploreOrders {
      let store = Store()
      async let first: Void = { for _ in 0..<1_000 { await store.increment() } }()
      async let second: Void = store.increment()
      _ = await (first, second)
      #expect(await store.read() == 1_001)
    }
    #expect(report.isComplete)
    #expect(report.runs == 11)
  }

  @Test func interruptionsBeyondTheLimitAreMissing() async throws {
    let (report, _) = try await explored {
      try await exploreOrders(limit: 6) { try await addTwice(.none) }
    }
    let (sample, _) = try await explored {
      try await exploreOrders(limit: 1) { try await addTwice(.none) }
    }
    #expect(sample.runs == 1)
    #expect(report.runs == 9)
    #expect(
      report.warnings == [
        "there are more than 6 orders that interrupt a task at a call that never suspends. Raise `limit:`, set "
          + "FAKED_ORDERS, or make the scenario smaller."
      ])
  }

  @Test func allShardsTogetherInterruptEveryAwaitOnce() async throws {
    func explore(_ shard: Shard?) async throws -> ExplorationFindings {
      var options = OrderExplorer.Options()
      options.awaits = AwaitPoints.make()
      options.shard = shard
      return try await OrderExplorer(options) {
        (body: { try? await addTwice(.none) }, failures: { _ in [] })
      }.explore()
    }
    var orders = 0
    for number in 1...3 { orders += try await explore(Shard("\(number)/3")).orderCount }
    #expect(try await explore(nil).orderCount == orders)
    #expect(orders == 11)
  }

  /// A fake that only the repeated order calls must not change its choices.
  @Test func anInterruptedOrderCanBeRepeated() async throws {
    let scenario: @Sendable () async throws -> Void = {
      let (store, depot, storage) = (Store(), FakeDepot(), FakeStorage())
      depot.when(\.fetch).thenReturn("a")
      @Sendable func check() async {
        let old = await store.read()
        if await store.read() != old { _ = try? await depot.fetch("changed") }
      }
      async let checking: Void = check()
      async let adding: Void = store.increment()
      // Other tasks may run as long as this call waits.
      async let saving: Void = storage.save(User())
      _ = try await (checking, adding, saving)
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

/// The ways in which a task adds 1 to a number.
enum Bug: Sendable {
  case none, readAndWrite, readDirectly, writeDirectly, stream, afterStep
}

/// A number whose functions never suspend.
private final class Store: Sendable {
  let number = Captured(0)
  func read() async -> Int { number.value }
  func write(_ new: Int) async { number.value = new }
  func increment() async { number.withValue { $0 += 1 } }

  func add(_ bug: Bug) async {
    switch bug {
    case .none: await increment()
    case .readAndWrite: await write(await read() + 1)
    case .afterStep:
      await step("begin") {}
      await add(.readAndWrite)
    case .readDirectly:
      let old = number.value
      await write(old + 1)
    case .writeDirectly:
      let old = await read()
      number.value = old + 1
    case .stream:
      let (elements, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.yield(1)
      continuation.finish()
      var sum = number.value
      for await element in elements { sum += element }
      number.value = sum
    }
  }
}

private func addTwice(_ bug: Bug) async throws {
  let store = Store()
  async let first: Void = store.add(bug)
  async let second: Void = store.add(bug)
  _ = await (first, second)
  #expect(await store.read() == 2)
}
