import Faked
import FakedScheduler
import Testing

@Suite struct OrderExplorerTests {
  @Test func allOrdersAreRunUpToTheBound() async throws {
    let explored = try await OrderExplorer { await lostUpdate(tasks: 2) }.explore()
    if ExactOrders.areKnown {
      #expect(explored.orderCount == 30)
      #expect(explored.failureCount == 20)
    }
    #expect(explored.completePreemptions == 2)
    #expect(explored.sample == nil)
    #expect(explored.pendingCount == 0)
    #expect(explored.divergence == nil)
    if TaskControl.isComplete {
      #expect(explored.controlsAllWork)
      #expect(explored.leftoverTasks.isEmpty)
    }
  }

  @Test func aLimitRunsThatManyOrders() async throws {
    var options = OrderExplorer.Options()
    options.limit = 10
    let explored = try await OrderExplorer(options) { await lostUpdate(tasks: 3) }.explore()
    #expect(explored.orderCount == 10)
    #expect(explored.pendingCount > 0)
  }

  @Test func aSampleStatesItsProbability() async throws {
    var options = OrderExplorer.Options()
    options.limit = 100
    options.depth = 2
    let explored = try await OrderExplorer(options) { await lostUpdate(tasks: 3) }.explore()
    let sample = try #require(explored.sample)
    #expect(sample.runCount == 50)
    #expect(sample.depth == 2)
    #expect((0.4...0.7).contains(sample.probability))
    #expect(explored.failureCount > 0)
  }

  @Test func aSampleIsTheSameInEachRun() async throws {
    var options = OrderExplorer.Options()
    options.limit = 60
    options.seed = 7
    let explorer = OrderExplorer(options) { await lostUpdate(tasks: 3) }
    let first = try await explorer.explore()
    let second = try await explorer.explore()
    #expect(first.failureCount == second.failureCount)
    #expect(first.simplestFailure?.run.choices == second.simplestFailure?.run.choices)
  }

  @Test func aSampleOfDepthOneInterruptsNoTask() async throws {
    var options = OrderExplorer.Options()
    options.limit = 60
    options.depth = 1
    let orders = Locked<[String]>([])
    let explorer = OrderExplorer(options) {
      let order = await eventsOfThreeTasks(each: 3)
      orders.withLock { $0.append(order) }
      return []
    }
    let sample = try #require(try await explorer.explore().sample)
    guard TaskControl.isComplete else { return }
    for order in orders.withLock({ $0 }).suffix(sample.runCount) {
      for task in ["aaa", "bbb", "ccc"] { #expect(order.contains(task)) }
    }
  }

  @Test func aTaskThatPollsStarvesNoOtherTaskOfASample() async throws {
    var options = OrderExplorer.Options()
    options.limit = 60
    let explored = try await OrderExplorer(options) { await pollWhileOthersWork() }.explore()
    #expect(explored.orderCount == 60)
    #expect(explored.failureCount == 0)
    #expect(explored.sample?.runCount == 30)
    // Without fairness, a run makes thousands.
    #expect(explored.largestChoiceCount < 200)
  }

  @Test func aTaskThatPollsHasFewOrders() async throws {
    var options = OrderExplorer.Options()
    options.preemptions = 1
    let explored = try await OrderExplorer(options) { await pollWhileOthersWork() }.explore()
    #expect(explored.completePreemptions == 1)
    #expect(explored.failureCount == 0)
  }

  @Test func theSimplestFailureHasOnePreemption() async throws {
    let explored = try await OrderExplorer { await lostUpdate(tasks: 3) }.explore()
    let failure = try #require(explored.simplestFailure)
    #expect(failure.run.choices.preemptions == 1)
    #expect(failure.failures.map(\.text) == ["the counter is 1"])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func aFailureOfASampleIsSimplified(seed: UInt64) async throws {
    var options = OrderExplorer.Options()
    options.preemptions = 1
    options.limit = 200
    options.seed = seed
    let explored = try await OrderExplorer(options) { await lostUpdateAmongOthers() }.explore()
    guard TaskControl.isComplete else { return }
    #expect(explored.sample != nil)
    #expect(try #require(explored.simplestFailure).run.choices.preemptions == 1)
  }

  @Test func theStoryNamesTheFirstEventThatDiffers() async throws {
    let explorer = OrderExplorer { await staleList() }
    let explored = try await explorer.explore()
    let story = await explorer.story(of: try #require(explored.simplestFailure), in: explored)
    let divergence = try #require(story.divergence)
    #expect(story.events.compactMap(\.event).contains("the list arrives"))
    #expect(story.events[divergence] != story.passingEvent)
  }

  @Test func theStoryKnowsWhereEachTaskContinues() async throws {
    let explorer = OrderExplorer { await lostUpdate(tasks: 2) }
    let explored = try await explorer.explore()
    let story = await explorer.story(of: try #require(explored.simplestFailure), in: explored)
    #expect(Set(story.events.compactMap(\.task)) == ["scenario", "task 1", "task 2"])
    #expect(story.events.allSatisfy { $0.isStart == $0.resumePoints.isEmpty })
    // Nothing in the scenario creates its own task.
    let created = story.events.filter { $0.isStart && $0.task != "scenario" }
    #expect(created.count == 2)
    #expect(created.allSatisfy { $0.creators.isEmpty != CallSiteTable.isSupported })
  }

  @Test func aReplayRepeatsTheFailure() async throws {
    let explorer = OrderExplorer { await lostUpdate(tasks: 3) }
    let failure = try #require(try await explorer.explore().simplestFailure)
    let text = Replay(of: failure.run.choices, preemptedAt: nil).description
    let repeated = await explorer.run(along: try Replay(text).prefix)
    #expect(repeated.failures.map(\.text) == failure.failures.map(\.text))
    #expect(try Replay(text).matches(repeated.run))
  }

  @Test func aReplayOfAnotherScenarioDoesNotMatch() async throws {
    let failure = try #require(
      try await OrderExplorer { await lostUpdate(tasks: 3) }.explore().simplestFailure)
    let replay = Replay(of: failure.run.choices, preemptedAt: nil)
    let other = await OrderExplorer { await staleList() }.run(along: replay.prefix)
    #expect(!replay.matches(other.run))
  }

  @Test func aScenarioThatDiffersFromRunToRunIsFound() async throws {
    let runs = Locked(0)
    let explorer = OrderExplorer {
      let run = runs.withLock { count in
        count += 1
        return count
      }
      return await lostUpdate(tasks: run.isMultiple(of: 3) ? 3 : 2)
    }
    #expect(try await explorer.explore().divergence != nil)
  }

  @Test(.enabled(if: TaskControl.isComplete))
  func aTaskThatIsLeftBehindIsFound() async throws {
    let explored = try await OrderExplorer {
      Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      return []
    }.explore()
    #expect(explored.leftoverTasks.map(\.title) == ["task 1"])
  }
}

private actor Counter {
  private(set) var value = 0
  func get() -> Int { value }
  func set(_ new: Int) { value = new }
}

/// Adds 1 in several tasks, each in two calls.
private func lostUpdate(tasks count: Int) async -> [String] {
  let counter = Counter()
  let tasks = (0..<count).map { _ in
    Task {
      let value = await counter.get()
      await counter.set(value + 1)
    }
  }
  for task in tasks { await task.value }
  let value = await counter.value
  return value == count ? [] : ["the counter is \(value)"]
}

/// Adds 1 in three tasks while others work. Fails if exactly one addition is lost.
private func lostUpdateAmongOthers() async -> [String] {
  let counter = Counter()
  let others = (0..<4).map { _ in
    Task {
      let own = Counter()
      for number in 0..<3 {
        await own.set(number)
        await Task.yield()
      }
    }
  }
  let tasks = (0..<3).map { _ in
    Task {
      let value = await counter.get()
      await Task.yield()
      await counter.set(value + 1)
    }
  }
  for task in others + tasks { await task.value }
  return await counter.value == 2 ? ["an addition is lost"] : []
}

/// Loads a list while an item is deleted.
private func staleList() async -> [String] {
  let items = Locked(["a", "b"])
  let shown = Locked<[String]>([])
  async let refresh: Void = {
    let response = items.withLock { $0 }
    await Scheduler.current?.event(named: "the list arrives")
    shown.withLock { $0 = response }
  }()
  async let delete: Void = {
    items.withLock { _ = $0.removeFirst() }
    shown.withLock { $0 = ["b"] }
  }()
  _ = await (refresh, delete)
  return shown.withLock { $0 } == ["b"] ? [] : ["shows \(shown.withLock { $0 })"]
}

private actor Flag {
  private(set) var isSet = false
  func set() { isSet = true }
  func waitUntilSet() async { while !isSet { await Task.yield() } }
}

/// Two tasks poll until another one, which yields itself, has done its work.
private func pollWhileOthersWork() async -> [String] {
  let flag = Flag()
  async let first: Void = flag.waitUntilSet()
  async let second: Void = flag.waitUntilSet()
  async let work: Void = {
    await Task.yield()
    await flag.set()
  }()
  _ = await (first, second, work)
  return []
}
