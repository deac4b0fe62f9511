import Dispatch
import Faked
import FakedExplore
import TestSupport
import Testing

/// Orders in which a task stays on its actor at an `await`, while tasks that don't need the actor run.
@Suite(
  .enabled(
    if: AwaitPoints.make() != nil && TaskControl.isComplete && CallSiteTable.hasLines))
struct InterruptedTaskTests {
  @Test(arguments: [
    "calls a method", "calls a closure", "resumes a continuation", "awaits a finished task",
  ])
  func othersRunWhileATaskStaysOnItsActor(_ kind: String) async throws {
    let logs = try await logs { log in
      async let other: Void = write("other", to: log)
      await Keeper(log).work(kind)
      await other
    }
    #expect(logs.contains(["before", "other", "after"]), "\(logs)")
  }

  @Test func othersRunWhileATaskStaysOnTheMainActor() async throws {
    let logs = try await logs { log in
      async let other: Void = write("other", to: log)
      await MainKeeper(log).work()
      await other
    }
    #expect(logs.contains(["before", "other", "after"]), "\(logs)")
  }

  /// All runs share the main actor and the global actors.
  @Test(arguments: ["the main actor", "a global actor"])
  func aTaskOfASharedActorRunsWhileATaskStaysOnItsActor(_ actor: String) async throws {
    let scenario: @Sendable () async throws -> Void = {
      let log = Captured<[String]>([])
      async let other: Void =
        actor == "the main actor"
        ? writeOnMainActor("other", to: log) : writeOnGlobalActor("other", to: log)
      await Keeper(log).work("calls a method")
      await other
      #expect(log.value != ["before", "other", "after"])
    }
    let (report, _) = try await explored { try await exploreOrders(scenario) }
    #expect(report.brokenCount > 0, "\(report)")
    #expect(report.isComplete)
    let replay = try #require(report.broken.first?.replay)
    let (again, _) = try await explored { try await exploreOrders(replaying: replay, scenario) }
    #expect(again.brokenCount == 1, "\(again)")
  }

  @Test func aChildTaskRunsWhileItsParentStaysOnTheActor() async throws {
    let logs = try await logs { log in await Keeper(log).workWithAChild() }
    #expect(logs.contains(["before", "other", "after"]), "\(logs)")
  }

  @Test func aFakedCallTakesEffectMeanwhile() async throws {
    let logs = try await logs { log in
      let depot = FakeDepot()
      depot.when(\.fetch) { name in
        log.withValue { $0.append(name) }
        return name
      }
      async let other = depot.fetch("other")
      await Keeper(log).work("calls a method")
      _ = try? await other
    }
    #expect(logs.contains(["before", "other", "after"]), "\(logs)")
  }

  /// Swift Testing walks the stack where an error is thrown.
  @Test func anErrorIsThrownMeanwhile() async throws {
    let logs = try await logs { log in
      let depot = FakeDepot()
      depot.when(\.fetch).thenThrow(StoreError.full)
      async let other: Void = {
        do { _ = try await depot.fetch("a") } catch { await write("other", to: log) }
      }()
      await Keeper(log).work("calls a method")
      await other
    }
    #expect(logs.contains(["before", "other", "after"]), "\(logs)")
  }

  @Test func aTaskThatYieldedContinuesBeforeTheInterruptedTask() async throws {
    let logs = try await logs { log in
      async let other: Void = {
        await Task.yield()
        await write("other", to: log)
      }()
      await write("after", to: log)
      await other
    }
    #expect(logs == [["other", "after"], ["after", "other"]])
  }

  @Test func aTaskIsInterruptedAfterACallThatOvertookAnotherTask() async throws {
    let sums = try await logs { log in
      let depot = FakeDepot()
      let sum = PreemptedStore().number
      depot.when(\.fetch) { $0 }
      async let first: Void = {
        _ = try? await depot.fetch("a")
        let before = sum.value
        await write("", to: log)
        sum.value = before + 1
      }()
      async let second: Void = { sum.withValue { $0 += 10 } }()
      _ = await (first, second)
      log.withValue { $0 = ["\(sum.value)"] }
    }
    #expect(sums == [["11"], ["1"]])
  }

  @Test func aTaskThatRunsMeanwhileIsNotOnTheMainQueue() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let logs = try await logs { log in
      async let other: Void = {
        let isMeanwhile = log.value == ["before"]
        log.withValue { $0.append("other") }
        #expect(!isMeanwhile || DispatchQueue.getSpecific(key: key) == nil)
      }()
      await MainKeeper(log).work()
      await other
    }
    #expect(logs.contains(["before", "other", "after"]), "\(logs)")
  }

  @Test func noJobOfTheMainActorRunsMeanwhileAtTheEnd() async throws {
    let violations = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders {
        let keeper = await MainKeeper(Captured([]))
        async let other: Void = {
          Task { @MainActor in violations.value += await keeper.violations() }
          Task { @MainActor in violations.value += await keeper.violations() }
        }()
        await other
        await write("", to: Captured([]))
      }
    }
    // The scenario doesn't wait for the tasks.
    #expect(!report.isComplete)
    #expect(violations.value == 0)
  }

  @Test func anImmediateTaskIsNotInterrupted() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let logs = try await logs { log in
      async let other: Void = write("other", to: log)
      await Keeper(log).workInAnImmediateTask()
      await other
    }
    #expect(logs == [["before", "after", "other"], ["other", "before", "after"]])
  }

  /// Jobs that run within the job of the actor must not start the tasks that it creates.
  @Test func theCallerCanContinueBeforeATaskThatTheActorCreated() async throws {
    let logs = try await logs { log in
      let keeper = Keeper(log)
      async let other: Void = write("other", to: log)
      let child = await keeper.workAndCreateATask()
      log.withValue { $0.append("caller") }
      _ = await (other, child.value)
    }
    #expect(logs.contains(["before", "other", "after", "caller", "child"]), "\(logs)")
  }

  @Test func noTaskEntersTheActorMeanwhile() async throws {
    let logs = try await logs { log in
      let keeper = Keeper(log)
      await withTaskGroup { group in
        group.addTask { await keeper.work("calls a method") }
        group.addTask { await keeper.write("other") }
        group.addTask { await PreemptedStore().add(.none) }
      }
    }
    #expect(logs == [["before", "after", "other"], ["other", "before", "after"]])
  }

  @Test func noTaskEntersTheMainActorMeanwhile() async throws {
    let logs = try await logs { log in
      let keeper = await MainKeeper(log)
      await withTaskGroup { group in
        group.addTask { await keeper.work() }
        group.addTask { await keeper.write("other") }
        group.addTask { await PreemptedStore().add(.none) }
      }
    }
    #expect(logs == [["before", "after", "other"], ["other", "before", "after"]])
  }

  @Test func theStoryShowsWhereTheTaskContinues() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let log = Captured<[String]>([])
        async let other: Void = write("other", to: log)
        await Keeper(log).work("calls a method")
        await other
        #expect(log.value != ["before", "other", "after"])
      }
    }
    let events = report.broken.first?.events ?? []
    #expect(
      events.map { String($0.split(separator: "     ")[0]) } == [
        "  1. scenario starts", "  2. task 1 starts", "  3. scenario continues",
        "> 4. scenario continues",
      ])
    #expect(events.dropFirst(2).first?.hasSuffix(" in Keeper.work(_:)") == true, "\(report)")
  }
}

/// Explores a scenario, and returns the sets of what it logs.
func logs(
  _ scenario: @escaping @Sendable (Captured<[String]>) async throws -> Void
) async throws -> Set<[String]> {
  let logs = Captured<Set<[String]>>([])
  let report = try await exploreOrders {
    let log = Captured<[String]>([])
    try await scenario(log)
    logs.withValue { _ = $0.insert(log.value) }
  }
  #expect(report.isComplete)
  return logs.value
}
