import Faked

/// Runs a scenario in many orders, and finds the simplest order that fails.
package struct OrderExplorer: Sendable {
  /// The bounds of an exploration.
  package struct Options: Sendable {
    /// The maximum number of preemptions in an order.
    package var preemptions = 2
    /// The maximum number of orders to run, and of further orders that preempt a task where it awaits without suspending.
    package var limit = 5_000
    /// The number that determines a sample.
    package var seed: UInt64 = 0
    /// The number of events on whose order a bug may depend, for a sample to find it.
    package var depth = 3
    /// The part of the orders to run. `nil` runs all.
    package var shard: Shard?
    /// A Boolean value that indicates whether the exploration ends at the first order that fails. `true` where a test
    /// framework can't take back the failures of the runs. An order that fails is then not run again, so every run keeps
    /// its story.
    package var stopsAtFailure = false
    package var run = Scheduler.Limits()
    /// The points at which an order can preempt a task although it does not suspend. `nil` if there are none.
    package var awaits: AwaitPoints?
    /// Shows the progress of a long exploration. `nil` shows nothing.
    package var progress: ProgressLine?

    package init() {}

    /// The number that determines the sample of this shard, so that shards run different orders.
    fileprivate var seedOfShard: UInt64 {
      var seeds = SeededNumbers(seed: seed)
      return (1..<(shard?.number ?? 1)).reduce(seed) { _, _ in seeds.next() }
    }
  }

  /// One run, and the failures that it had.
  package struct Outcome: Sendable {
    package let run: ScenarioRun
    package let failures: [RunFailure]

    var isFailure: Bool { !failures.isEmpty || run.ending != .completed }
  }

  /// One run of a scenario that has not begun. `body` runs the scenario, on the scheduler, and `failures` returns what
  /// failed, after the run.
  package typealias PreparedRun = (
    body: @Sendable () async -> Void, failures: @Sendable (ScenarioRun) -> [RunFailure]
  )

  private let attempt: @Sendable () -> PreparedRun
  private let options: Options

  /// Creates an exploration of a scenario.
  ///
  /// - Parameters:
  ///   - options: The bounds.
  ///   - attempt: Prepares a run. It is called many times, and the runs follow one another.
  package init(_ options: Options, attempt: @escaping @Sendable () -> PreparedRun) {
    self.options = options
    self.attempt = attempt
  }

  /// Runs the orders.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  package func explore() async throws -> ExploredOrders {
    var explored = ExploredOrders()
    var progress = options.progress
    defer { progress?.end() }
    var search = OrderSearch(preemptions: options.preemptions, shard: options.shard)
    try await run(&search, &explored, &progress)
    if explored.hasEndlessOrder { return explored }
    explored.pendingCount = search.pendingCount
    // All orders with fewer preemptions than the next one were run.
    explored.completePreemptions = search.nextPreemptions.map { $0 - 1 } ?? options.preemptions
    if options.stopsAtFailure, explored.failureCount > 0 { return explored }
    if explored.pendingCount > 0, explored.divergence == nil, explored.orderCount < options.limit {
      try await sample(&explored, &progress)
    }
    explored.hasSkippedOrders = search.hasSkippedOrders
    if explored.allPassed, options.preemptions > 0, options.awaits != nil {
      var search = OrderSearch.ofAwaits(shard: options.shard)
      explored.beginPreemptingAwaits()
      try await run(&search, &explored, &progress)
      explored.hasSkippedAwaits = search.pendingCount > 0
    }
    if explored.hasEndlessOrder || options.stopsAtFailure { return explored }
    for index in explored.failures.indices {
      explored.failures[index].simplest = try await simplify(explored.failures[index])
    }
    return explored
  }

  /// Runs the orders of a search, as many as the limit allows.
  private func run(
    _ search: inout OrderSearch, _ explored: inout ExploredOrders,
    _ progress: inout ProgressLine?
  ) async throws {
    let earlierCount = explored.orderCount
    var runCount = 0
    while let prefix = search.next() {
      try await beginRun(number: runCount)
      runCount += 1
      let outcome = await run(along: prefix)
      if search.repeatsOrder(prefix), !outcome.isFailure {
        explored.addPassing(outcome)
      } else if options.shard?.counts(prefix) != false {
        explored.add(outcome)
      }
      if explored.hasEndlessOrder { return }
      search.add(outcome.run.choices, after: prefix)
      if outcome.run.divergence != nil {
        // Another run finds the point at which the runs differ.
        let again = await run(along: prefix, keepsStory: true)
        explored.divergence = .init(of: again.run)
        if again.isFailure, !outcome.isFailure, options.shard?.counts(prefix) != false {
          explored.add(again)
        }
        return
      }
      let count = explored.orderCount - earlierCount
      progress?.update(
        explored.orderCount, of: earlierCount + min(count + search.pendingCount, options.limit),
        brokenCount: explored.failureCount)
      if count >= options.limit || options.stopsAtFailure && explored.failureCount > 0 { return }
      // Half of the runs go to a sample as soon as it is clear that all orders are too many.
      if !search.preemptsAwaits, count >= options.limit / 2,
        count + search.pendingCount > options.limit
      {
        return
      }
    }
  }

  /// Ends a canceled exploration before its next run, and lets other tests run, because there may be thousands of runs.
  ///
  /// Other tests run only before every eighth run, because moving to another thread takes a fifth of the time of a
  /// short run.
  func beginRun(number: Int) async throws {
    try Task.checkCancellation()
    if number.isMultiple(of: 8) { await Task.yield() }
  }

  /// Repeats one order.
  ///
  /// - Parameters:
  ///   - prefix: The choices of the order.
  ///   - keepsStory: Pass `true` to keep the events for a report.
  package func run(along prefix: OrderPrefix, keepsStory: Bool = false) async -> Outcome {
    await run(by: .prefix(prefix), keepsStory: keepsStory)
  }

  /// Runs the scenario once.
  func run(by guide: OrderGuide, keepsStory: Bool = false) async -> Outcome {
    let keepsStory = keepsStory || options.stopsAtFailure
    let attempt = attempt()
    let run = await ScenarioRun.guided(
      by: guide, preemptedAt: guide.preemptsAwaits ? options.awaits : nil, limits: options.run,
      keepsStory: keepsStory, attempt.body)
    return Outcome(run: run, failures: attempt.failures(run))
  }

  private func sample(
    _ explored: inout ExploredOrders, _ progress: inout ProgressLine?
  ) async throws {
    var numbers = SeededNumbers(seed: options.seedOfShard)
    var sample = ExploredOrders.Sample(seed: options.seed, depth: options.depth)
    while explored.orderCount < options.limit {
      try await beginRun(number: explored.orderCount)
      let priorities = TaskPriorities(
        seed: numbers.next(), length: explored.largestChoiceCount, depth: options.depth)
      explored.add(await run(by: .priorities(priorities)))
      sample.runCount += 1
      if explored.hasEndlessOrder || options.stopsAtFailure && explored.failureCount > 0 { break }
      progress?.update(
        explored.orderCount, of: options.limit, brokenCount: explored.failureCount)
    }
    sample.taskCount = explored.largestTaskCount + (explored.hasClocks ? 1 : 0)
    sample.choiceCount = explored.largestChoiceCount
    explored.sample = sample
  }

  /// Returns the story of an order that fails, with the point at which it differs from the nearest order that passes.
  package func story(of failure: Outcome, in explored: ExploredOrders) async -> OrderStory {
    let choices = failure.run.choices
    let failing = await repeated(failure)
    let nearest = explored.passingOrders.max { left, right in
      left.commonCount(with: choices) < right.commonCount(with: choices)
    }
    var passing: Outcome?
    if let nearest { passing = await run(along: OrderPrefix(of: nearest), keepsStory: true) }
    return OrderStory(
      failing: failing.run, passing: passing?.run.story,
      failsAgain: failing.failures.kinds == failure.failures.kinds)
  }
}

extension OrderExplorer {
  /// Returns a run of the order that has its story. The order is not run again if that would fail the test twice.
  private func repeated(_ failure: Outcome) async -> Outcome {
    if options.stopsAtFailure { return failure }
    return await run(along: OrderPrefix(of: failure.run.choices), keepsStory: true)
  }

  /// Returns the run of a broken order that has its story. `nil` if the order can be run again.
  func onlyRun(of choices: [Choice], in explored: ExploredOrders) -> ScenarioRun? {
    guard options.stopsAtFailure else { return nil }
    return explored.failures.map(\.simplest.run).first { $0.choices == choices }
  }
}

extension [Choice] {
  /// The number of choices, from the first, that are the same in both orders.
  fileprivate func commonCount(with other: Self) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
