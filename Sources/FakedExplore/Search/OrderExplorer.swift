import Faked

/// Runs a scenario in many orders, and finds the simplest order that fails.
package struct OrderExplorer: Sendable {
  /// The bounds of an exploration.
  package struct Options: Sendable {
    /// The largest number of preemptions of an order.
    package var preemptions = 2
    /// The number of orders to run at most.
    package var limit = 10_000
    /// The number that determines a sample.
    package var seed: UInt64 = 0
    /// The number of ordered events on which a bug may depend that a sample looks for.
    package var depth = 3
    /// The part of the orders to run. `nil` runs all.
    package var shard: Shard?
    package var run = Scheduler.Limits()
    /// Shows the progress of a long exploration. `nil` shows nothing.
    package var progress: ProgressLine?

    package init() {}
  }

  /// One run, and the failures that it had.
  package struct Outcome: Sendable {
    package let run: ScenarioRun
    package let failures: [String]

    var isFailure: Bool { !failures.isEmpty || run.ending != .completed }
  }

  /// Runs the scenario once and returns the failures. It is called many times, never at once.
  package typealias Scenario = @Sendable () async -> [String]

  private let scenario: Scenario
  private let options: Options

  /// Creates an exploration of a scenario.
  package init(_ options: Options = Options(), _ scenario: @escaping Scenario) {
    self.options = options
    self.scenario = scenario
  }

  /// Runs the orders.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  package func explore() async throws -> ExplorationFindings {
    var findings = ExplorationFindings()
    var progress = options.progress
    defer { progress?.end() }
    var search = OrderSearch(preemptions: options.preemptions, shard: options.shard)
    while let prefix = search.next() {
      try Task.checkCancellation()
      let outcome = await run(along: prefix)
      if options.shard?.counts(prefix) != false { findings.add(outcome) }
      search.add(outcome.run.choices, after: prefix)
      if outcome.run.divergence != nil {
        findings.divergence = outcome.run.divergence
        break
      }
      let count = findings.orderCount
      progress?.update(
        count, of: min(count + search.pendingCount, options.limit),
        brokenCount: findings.failureCount)
      if count >= options.limit { break }
      // Half of the runs go to a sample as soon as it is clear that all orders are too many.
      if count >= options.limit / 2, count + search.pendingCount > options.limit { break }
    }
    findings.pendingCount = search.pendingCount
    // All orders with fewer preemptions than the next one were run.
    findings.completePreemptions = search.nextPreemptions.map { $0 - 1 } ?? options.preemptions
    if findings.pendingCount > 0, findings.divergence == nil, findings.orderCount < options.limit {
      try await sample(&findings, &progress)
    }
    if let failure = findings.simplestFailure {
      findings.simplestFailure = try await simplify(failure)
    }
    return findings
  }

  /// Repeats one order.
  ///
  /// - Parameters:
  ///   - prefix: The choices of the order.
  ///   - keepsStory: Pass `true` to keep the events for a report.
  package func run(along prefix: OrderPrefix, keepsStory: Bool = false) async -> Outcome {
    let failures = Locked<[String]>([])
    let scenario = scenario
    let run = await ScenarioRun.along(prefix, limits: options.run, keepsStory: keepsStory) {
      let found = await scenario()
      failures.withLock { $0 = found }
    }
    return Outcome(run: run, failures: failures.withLock { $0 })
  }

  private func sample(
    _ findings: inout ExplorationFindings, _ progress: inout ProgressLine?
  ) async throws {
    var numbers = SeededNumbers(seed: options.seed)
    var sample = ExplorationFindings.Sample(seed: options.seed, depth: options.depth)
    let scenario = scenario
    while findings.orderCount < options.limit {
      try Task.checkCancellation()
      let failures = Locked<[String]>([])
      let run = await ScenarioRun.sampled(
        seed: numbers.next(), length: findings.mostChoices, depth: options.depth,
        limits: options.run
      ) {
        let found = await scenario()
        failures.withLock { $0 = found }
      }
      findings.add(Outcome(run: run, failures: failures.withLock { $0 }))
      sample.runCount += 1
      progress?.update(
        findings.orderCount, of: options.limit, brokenCount: findings.failureCount)
    }
    sample.taskCount = findings.mostTasks
    sample.choiceCount = findings.mostChoices
    findings.sample = sample
  }

  // MARK: - The simplest failure

  /// Makes the order of a failure simpler: undoes choices, from the last, as long as the scenario fails.
  private func simplify(_ failure: Outcome) async throws -> Outcome {
    var simplest = failure
    var place = failure.run.choices.count
    while place > 0 {
      place -= 1
      let choices = simplest.run.choices
      guard place < choices.count, choices[place].chosen != 0 else { continue }
      try Task.checkCancellation()
      let other = await run(along: OrderPrefix(of: choices, changing: place, to: 0))
      if other.isFailure, other.run.divergence == nil, other.isSimpler(than: simplest) {
        simplest = other
      }
    }
    return simplest
  }

  /// Tells the order of the simplest failure, and the point at which it differs from the nearest order that
  /// passes.
  ///
  /// - Returns: The story. `nil` if no order failed.
  package func story(of findings: ExplorationFindings) async -> OrderStory? {
    guard let choices = findings.simplestFailure?.run.choices else { return nil }
    let failing = await run(along: OrderPrefix(of: choices), keepsStory: true)
    let nearest = findings.passingOrders.max { left, right in
      left.commonCount(with: choices) < right.commonCount(with: choices)
    }
    var passing: Outcome?
    if let nearest { passing = await run(along: OrderPrefix(of: nearest), keepsStory: true) }
    return OrderStory(failing: failing.run.story, passing: passing?.run.story)
  }
}

extension [Choice] {
  /// The number of choices, from the first, that are the same in both orders.
  fileprivate func commonCount(with other: Self) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}

extension OrderExplorer.Outcome {
  /// Returns a Boolean value that indicates whether an order has fewer preemptions, or fewer choices that
  /// are not the default, than another.
  func isSimpler(than other: Self) -> Bool {
    complexity.lexicographicallyPrecedes(other.complexity)
  }

  private var complexity: [Int] {
    let choices = run.choices
    return [choices.preemptions, choices.count { $0.chosen != 0 }, run.stepCount]
  }
}
