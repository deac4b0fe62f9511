import Faked

/// Runs a scenario once for each order in which what waits can go on, or once for each point at which it
/// can be cancelled.
package struct OrderExploration: Sendable {
  let runner: ScenarioRunner
  let limit: Int
  let seed: UInt64
  let quiet: Duration
  let site: SourceLine
  /// The exploration around this one, whose run this is a part of, and what this one is to it.
  private let outer = TestScope.current?.exploration
  private let inner = NestedRun.Exploration()

  package init(
    _ runner: ScenarioRunner, limit: Int, seed: UInt64, quiet: Duration, at site: SourceLine
  ) {
    self.runner = runner
    self.limit = limit
    self.seed = seed
    self.quiet = quiet
    self.site = site
  }

  private let leftBehind = "a run was left behind"

  /// Runs all orders, or a sample where there are more than the limit.
  ///
  /// Throws `FakedError.invalidParameter` for a scenario that cannot be explored, and
  /// `CancellationError` when its task is cancelled.
  package func explore() async throws -> OrderReport {
    try await watched { findings in
      var tree = OrderTree()
      var hasMore = true
      while hasMore, findings.orders.count < limit, findings.leastOrders <= Double(limit) {
        let run = try await run(tree.plan, after: &findings)
        if run.isVacuous { return findings.report() }
        tree.add(run.decisions)
        hasMore = tree.advance()
        if run.ending == .leftBehind { return findings.report(leaving: leftBehind) }
      }
      guard hasMore else { return findings.report() }
      return try await sample(after: &findings)
    }
  }

  private func sample(after findings: inout OrderFindings) async throws -> OrderReport {
    var numbers = SeededNumbers(seed: seed)
    var lengths: [Int] = []
    while lengths.count < limit {
      let length = findings.mostPlaces
      let plan = OrderPlan(priorities: Priorities(seed: numbers.next(), length: length))
      let run = try await run(plan, after: &findings)
      lengths.append(length)
      if run.isVacuous || run.ending == .leftBehind { break }
    }
    // A run that expected fewer places never falls behind at the later ones.
    let chance = Priorities.chance(
      runs: lengths.count { $0 == findings.mostPlaces }, chains: findings.mostChains,
      places: findings.mostPlaces)
    return findings.report(sample: (seed, chance))
  }

  /// Runs the scenario as it is, and once for each point at which it waits, cancelled there.
  package func exploreCancellations() async throws -> OrderReport {
    try await watched(cancels: true) { findings in
      let first = try await run(OrderPlan(), after: &findings)
      guard first.flaws.isEmpty else {
        return findings.report(leaving: "the scenario fails as it is")
      }
      if first.isVacuous { return findings.report() }
      for place in first.decisions.indices {
        guard findings.orders.count < limit else { return findings.report(leaving: "see `limit:`") }
        // The last event is not let go: it is there to say what waits, should a run not come so far.
        let plan = OrderPlan(texts: Array(first.events[...place]), cancellation: place)
        let run = try await run(plan, after: &findings)
        if run.ending == .leftBehind { return findings.report(leaving: leftBehind) }
      }
      return findings.report()
    }
  }

  /// Runs the scenario once along a plan; beyond it what came first goes first, or what priorities say.
  private func run(
    _ plan: OrderPlan, after findings: inout OrderFindings
  ) async throws -> OrderRun {
    let queue = ScenarioQueue(watchesMain: findings.watchesMain)
    defer { queue.end() }
    let gate = OrderGate(queue: queue, outer: outer, NestedRun(of: inner))
    let driver = OrderDriver(
      gate: gate, queue: queue, quiet: quiet, expectsStrays: findings.hasStrays)
    let outcome = await runner.run(gate, settle: driver.finish) { body in
      let scenario = queue.start {
        await body()
        // Here, and not where the run ends: until then the driver would let what is left go on.
        gate.stop()
      }
      Task.detached { await driver.drive(plan, scenario) }
      return scenario
    }
    gate.stop()
    try Task.checkCancellation()
    if queue.isExact, queue.hasStrays, !findings.watchesMain, outcome.ending == .byItself {
      throw UnforeseenCalls()
    }
    let run = OrderRun(driver, outcome, deadline: runner.deadline)
    if run.isVacuous, !gate.sawCalls, findings.orders.isEmpty {
      throw ExploreMessage.noFakes(name(cancels: findings.cancels), at: site)
    }
    findings.note(run, along: plan)
    return run
  }

  /// Explores; and once more from the start if a run had calls from elsewhere, as those of tasks that have
  /// left the main actor are.
  private func watched(
    cancels: Bool = false, _ body: (inout OrderFindings) async throws -> OrderReport
  ) async throws -> OrderReport {
    try check(name(cancels: cancels))
    let alarm = Task { await runner.alarm.watch() }
    defer { alarm.cancel() }
    var findings = OrderFindings(watchesMain: false, cancels: cancels)
    do {
      return try await body(&findings)
    } catch is UnforeseenCalls {
      findings = OrderFindings(watchesMain: true, cancels: cancels)
      return try await body(&findings)
    }
  }

  private struct UnforeseenCalls: Error {}

  private func name(cancels: Bool) -> String {
    cancels ? "exploreCancellations" : "exploreOrders"
  }

  private func check(_ name: String) throws {
    if outer is OrderGate { throw ExploreMessage.nested(name, at: site) }
    if limit < 1 { throw ExploreMessage.fewRuns(name, limit: limit, least: 1, at: site) }
    if runner.deadline <= .zero { throw ExploreMessage.noTime(name, runner.deadline, at: site) }
    if quiet < .zero { throw ExploreMessage.noQuiet(name, quiet, at: site) }
  }
}
