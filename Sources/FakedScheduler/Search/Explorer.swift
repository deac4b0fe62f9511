import Faked

/// Runs a scenario in many orders, with faults, cancellations, or other results, and finds the simplest runs that fail.
struct Explorer: Sendable {
  /// The faults, cancellations, and other results that an exploration tries, and the limits of its runs.
  struct Plan: Sendable {
    var budget = Budget()
    /// The maximum number of runs.
    var limit: Int
    /// The number that determines a sample. `nil` if an exploration never samples.
    var seed: UInt64?
    /// The faults to try. `nil` tries none.
    var faults: FaultOptions?
    var replacesResults = false

    /// A Boolean value that indicates whether the exploration is about orders only.
    var isOfOrders: Bool { seed != nil }
    /// The word for a run.
    var noun: String { isOfOrders ? "order" : "run" }
    /// The word for what a run adds: a fault or a cancellation. Unused for orders.
    var trial: String { budget.faults > 0 ? "fault" : "cancellation" }
  }

  let scenario: Scenario
  let plan: Plan
  let outside = OutsideUse()
  private let settings: Scheduler.Settings
  let progress: Progress

  /// The number of orders to run after the first failure.
  private static let maxRunsAfterFailure = 200
  /// The number of times that an exploration begins again, because a run showed that the scenario uses the main queue.
  private static let maxRestarts = 5
  /// The maximum number of runs that look for a simpler order.
  private static let maxSimplifications = 200

  init(_ scenario: Scenario, _ plan: Plan) {
    self.scenario = scenario
    self.plan = plan
    var settings = Scheduler.Settings()
    settings.patience = scenario.patience
    settings.owner = scenario.owner
    settings.triesCancellations = plan.budget.cancellations > 0
    self.settings = settings
    progress = Progress(of: scenario.name)
  }

  /// Runs the scenario once.
  func run(by guide: Guide, keepsStory: Bool = false) async throws -> Outcome {
    var settings = settings
    settings.keepsStory = keepsStory || !scenario.takesFailuresBack
    if case .prefix(let prefix) = guide, environmentValue("FAKED_TRACE") == "1" {
      ProcessOutput.write("\(scenario.name)(replaying: \"\(Replay(of: prefix.allChoices))\")\n")
    }
    return try await scenario.run(by: guide, settings, RunCalls(plan, outside))
  }

  /// Runs the scenario once, and again if the run showed that the choices are different.
  func runReliably(along prefix: Prefix, keepsStory: Bool = false) async throws -> Outcome {
    for _ in 0..<Self.maxRestarts {
      let version = settings.version
      let outcome = try await run(by: .prefix(prefix), keepsStory: keepsStory)
      if settings.version == version { return outcome }
    }
    return try await run(by: .prefix(prefix), keepsStory: keepsStory)
  }

  /// Runs the scenario within the plan.
  ///
  /// - Throws: `CancellationError` if the task is canceled, and the error of an unsupported system.
  func explore() async throws -> Explored {
    var explored = Explored(plan)
    for _ in 0...Self.maxRestarts {
      let version = settings.version
      explored = Explored(plan)
      try await search(explored, version)
      // A run showed that the scenario has other choices.
      if settings.version == version { break }
      explored.end = .divergence(after: nil)
    }
    if explored.end == nil, explored.pendingCount > 0 {
      if plan.isOfOrders { try await sample(explored) } else { explored.end = .limit }
    }
    if !scenario.takesFailuresBack || explored.end == .endless { return explored }
    for index in explored.failures.indices {
      explored.failures[index].simplest = try await simplify(explored.failures[index])
    }
    return explored
  }

  /// Runs the scenario once, as one of the runs of the exploration.
  private func run(by guide: Guide, _ explored: Explored) async throws -> Outcome {
    let outcome = try await run(by: guide)
    explored.add(outcome)
    if outcome.isFailure, outcome.run.isEndless { explored.end = .endless }
    let knownCount = explored.runCount + explored.pendingCount
    progress.update(
      explored.runCount, of: min(knownCount, plan.limit), brokenCount: explored.failureCount)
    return outcome
  }

  /// Runs the orders within the budget, until a run shows that the scenario has other choices.
  private func search(_ explored: Explored, _ version: Int) async throws {
    var search = Search(within: plan.budget)
    var firstFailure: (costs: Int, number: Int)?
    var leavesOutFaults = false
    while let prefix = search.next() {
      let outcome = try await run(by: .prefix(prefix), explored)
      if settings.version != version { return }
      if let unfit = outcome.calls.unfitError { throw unfit.thrown(by: scenario) }
      // More faults would only break the same scenario again.
      search.add(outcome.run.choices, after: prefix, addsFaults: !outcome.isFailure)
      let faultCount = outcome.run.choices.costs.faults
      if outcome.isFailure, faultCount < plan.budget.faults { leavesOutFaults = true }
      explored.pendingCount = search.pendingCount
      // Work outside takes different times, and the report names it.
      if outcome.run.divergence != nil, explored.arrivals.isEmpty {
        // Both runs are the same before that choice.
        let run = try await run(by: .prefix(prefix), keepsStory: true).run
        let latest = run.divergence.flatMap { run.story.phrase(before: $0) }
        return explored.end = .divergence(after: latest)
      }
      if explored.end != nil { return }
      if outcome.isFailure {
        if explored.runCount == 1, !plan.isOfOrders { return explored.end = .failsAlways }
        if plan.isOfOrders, !scenario.takesFailuresBack {
          return explored.end = .stoppedAfterFailure
        }
        firstFailure = firstFailure ?? (prefix.costs.total, explored.runCount)
      }
      if plan.isOfOrders, let firstFailure, let next = search.nextCosts {
        // The failures with the fewest changes are enough, next to an order that passes.
        let hasSimplest =
          next > firstFailure.costs && explored.failureCount < explored.runCount
        if hasSimplest || explored.runCount - firstFailure.number >= Self.maxRunsAfterFailure {
          return explored.end = .stoppedAfterFailure
        }
      }
      // Half of the runs go to a sample as soon as it is clear that all orders are too many.
      let knownCount = explored.runCount + explored.pendingCount
      let samples = plan.isOfOrders && knownCount > plan.limit
      if explored.runCount >= (samples ? plan.limit / 2 : plan.limit) { return }
    }
    if leavesOutFaults { explored.end = .stoppedAfterFailure }
  }

  private func sample(_ explored: Explored) async throws {
    var numbers = SeededNumbers(seed: plan.seed ?? 0)
    let failureCount = explored.failureCount
    while explored.runCount < plan.limit, explored.end == nil {
      let priorities = TaskPriorities(seed: numbers.next(), length: explored.largestChoiceCount)
      _ = try await run(by: .priorities(priorities), explored)
      if explored.end == nil, explored.failureCount > failureCount {
        explored.end = .stoppedAfterFailure
      }
    }
    explored.end = explored.end ?? .sampled
  }

  /// Makes the order of a failure simpler: removes changes that the failure doesn't need, first many at a time, and in the
  /// end each by itself (delta debugging, Zeller and Hildebrandt, 2002).
  private func simplify(_ failure: Explored.Failure) async throws -> Outcome {
    var simplest = failure.simplest
    // The faults and cancellations are a part of the failure.
    let others = simplest.run.log.changes.filter { $0.kind != .change }
    var changes = simplest.run.log.changes.filter { $0.kind == .change }
    var runCount = 0
    var size = (changes.count + 1) / 2
    while size > 0 {
      var end = changes.count
      while end > 0 {
        let start = max(0, end - size)
        if runCount == Self.maxSimplifications { return simplest }
        runCount += 1
        var fewer = changes
        fewer.removeSubrange(start..<end)
        let other = try await run(by: .changes(Set(others + fewer)))
        if other.failure == failure.kinds, other.isSimpler(than: simplest) {
          simplest = other
          changes = other.run.log.changes.filter { $0.kind == .change }
        }
        end = min(start, changes.count)
      }
      size /= 2
    }
    return simplest
  }

  /// The events of an order, which runs again if they were not kept.
  func story(of run: ScenarioRun) async throws -> Story {
    if !scenario.takesFailuresBack { return run.story }
    return try await self.run(by: .prefix(Prefix(of: run.choices)), keepsStory: true).run.story
  }
}

/// The results of an exploration.
final class Explored {
  /// The runs that failed in one way.
  struct Failure: Sendable {
    let kinds: Set<RunFailure.Kind>
    var count = 1
    var simplest: Outcome
  }

  /// The reason why an exploration ended before all runs within its budget.
  enum End: Equatable, Sendable {
    /// A run could not be repeated.
    case divergence(after: String?)
    /// A run took too long.
    case endless
    /// The scenario fails without a fault or a cancellation.
    case failsAlways
    case stoppedAfterFailure
    case limit
    case sampled
  }

  let plan: Explorer.Plan
  private(set) var runCount = 0
  private(set) var failureCount = 0
  /// The number of runs that are known and were not made.
  var pendingCount = 0
  /// `nil` if all runs within the budget were made.
  var end: End?
  var failures: [Failure] = []
  private(set) var first: Outcome?
  /// The addresses at which tasks came back from outside.
  private(set) var arrivals: Set<[CodeAddress]> = []
  /// The tasks that had not ended at the end of a run.
  private(set) var leftoverTasks: [WaitingTask] = []
  /// The first orders that passed, and the first that were broken.
  private(set) var orders: [(choices: [Choice], isBroken: Bool)] = []
  private(set) var largestChoiceCount = 0
  private(set) var sawCalls = false
  /// The number of runs with a fault or a cancellation, and of those that ended by throwing.
  private(set) var changedCount = 0
  private(set) var thrownCount = 0
  /// The calls that only some runs with as many faults as the budget allows made, and that did not fail.
  private(set) var newCalls: Set<String> = []
  /// A Boolean value that indicates whether a cancellation reached a call, or could not.
  private(set) var sawCanceledCall = false
  private(set) var sawOwnCall = false

  /// The number of orders of each kind to keep for a picture.
  private static let maxOrders = 30
  /// The number of ways to fail to keep.
  private static let maxFailures = 1_000

  init(_ plan: Explorer.Plan) { self.plan = plan }

  /// The ways in which runs failed, simplest first.
  var sortedFailures: [Failure] {
    failures.sorted { $0.simplest.isSimpler(than: $1.simplest) }
  }

  func add(_ outcome: Outcome) {
    let run = outcome.run
    runCount += 1
    largestChoiceCount = max(largestChoiceCount, run.choices.count)
    arrivals.formUnion(run.arrivals)
    let calls = outcome.calls
    sawCalls = sawCalls || calls.sawCalls
    let costs = run.choices.costs
    if costs.faults + costs.cancellations > 0 {
      changedCount += 1
      if outcome.hasThrown { thrownCount += 1 }
      sawOwnCall = sawOwnCall || calls.sawOwnCall
      sawCanceledCall = sawCanceledCall || calls.sawCanceledCall || run.canceledWaitCount > 0
    }
    if let first, costs.faults > 0, costs.faults == plan.budget.faults {
      newCalls.formUnion(calls.callsThatDidNotFail(notIn: first.calls))
    }
    first = first ?? outcome
    // The tasks of another run are a part of its failure.
    if run.ending == .completed { addLeftovers(run.leftoverTasks) }
    let isBroken = outcome.isFailure
    if orders.count(where: { $0.isBroken == isBroken }) < Self.maxOrders {
      orders.append((run.choices, isBroken))
    }
    if !isBroken { return }
    failureCount += 1
    if let index = failures.firstIndex(where: { $0.kinds == outcome.failure }) {
      failures[index].count += 1
      if outcome.isSimpler(than: failures[index].simplest) { failures[index].simplest = outcome }
    } else if failures.count < Self.maxFailures {
      failures.append(Failure(kinds: outcome.failure, simplest: outcome))
    }
  }

  private func addLeftovers(_ tasks: [WaitingTask]) {
    for task in tasks {
      // A later run may know the wait of a task that has not started in another one.
      let index = leftoverTasks.firstIndex { $0.title == task.title }
      if let index, leftoverTasks[index].wait == nil, task.wait != nil || task.hasStarted {
        leftoverTasks[index] = task
      }
      if index == nil { leftoverTasks.append(task) }
    }
  }
}

extension RunCalls.Facts {
  /// Returns the calls that did not fail, and that a run without faults did not make.
  fileprivate func callsThatDidNotFail(notIn first: Self) -> [String] {
    let failed = Set(faultyCalls.map { $0.number - 1 })
    var expected = first.texts
    for fault in faultyCalls {
      if let index = expected.firstIndex(of: fault.call) { expected.remove(at: index) }
    }
    return texts.indices.filter { !failed.contains($0) }.map { texts[$0] }
      .callsMissing(in: expected)
  }
}

extension [String] {
  /// Returns the calls that another list lacks. Arguments such as dates may differ from run to run, so a function is never
  /// missing more often than it was called less often.
  func callsMissing(in others: [String]) -> [String] {
    func function(_ call: String) -> Substring { call.prefix { $0 != "(" } }
    var texts = Dictionary(grouping: others) { $0 }.mapValues(\.count)
    var rest = Dictionary(grouping: self, by: function).mapValues(\.count)
    for call in others { rest[function(call), default: 0] -= 1 }
    return filter { call in
      if let count = texts[call], count > 0 {
        texts[call] = count - 1
        return false
      }
      rest[function(call), default: 0] -= 1
      return rest[function(call), default: 0] >= 0
    }
  }
}
