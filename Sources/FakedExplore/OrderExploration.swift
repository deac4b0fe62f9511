import Faked

/// Runs a scenario once for each order in which what waits can go on, or once for each point at which it
/// can be cancelled.
package struct OrderExploration: Sendable {
  let runner: ScenarioRunner
  let limit: Int
  let seed: UInt64
  let quiet: Duration
  let site: CallSite
  /// The exploration around this one, whose run this is a part of.
  private let outer = FakedScope.current?.observer

  package init(
    _ runner: ScenarioRunner, limit: Int, seed: UInt64, quiet: Duration, at site: CallSite
  ) {
    self.runner = runner
    self.limit = limit
    self.seed = seed
    self.quiet = quiet
    self.site = site
  }

  /// One run, and what it came to.
  private struct Run {
    let decisions: [OrderDriver.Decision]
    let flaws: [String]
    let ending: RunOutcome.Ending
    let gate: OrderGate
    let hasStrays: Bool
    let chainCount: Int

    var events: [String] { decisions.map(\.chosen) }
    var isVacuous: Bool { decisions.isEmpty && flaws.isEmpty }
  }

  /// What is known of all runs so far.
  private struct Findings {
    var orders: [ExploredOrder] = []
    var missing: [String] = []
    var wasCut = false
    var hasStrays = false
    var cancelledCount = 0
    var mostWaiting = 0
    var mostPlaces = 0
    var mostChains = 0
    /// The calls and the steps that were left in some run.
    var callsLeft: [String] = []
    var stepsLeft: [String] = []
    /// Whether the scenario uses the main actor, as far as is known.
    let watchesMain: Bool

    init(watchesMain: Bool) { self.watchesMain = watchesMain }

    mutating func note(_ run: Run, along plan: OrderPlan) {
      let absent = run.decisions.compactMap(\.missing)
      missing += absent
      // A run that ended before its plan did says nothing of what comes after the rest of it.
      if absent.isEmpty, run.decisions.count < plan.texts.count {
        wasCut = true
        if run.ending == .byItself { missing.append(plan.texts[run.decisions.count]) }
      }
      orders.append(
        ExploredOrder(number: orders.count + 1, events: run.events, failures: run.flaws))
      hasStrays = hasStrays || run.hasStrays
      cancelledCount += run.gate.cancelledCount
      mostWaiting = max(mostWaiting, run.decisions.map(\.options.count).max() ?? 0)
      mostPlaces = max(mostPlaces, run.decisions.count)
      mostChains = max(mostChains, run.chainCount)
      let left = run.gate.left
      callsLeft += left.calls.filter { !callsLeft.contains($0) }
      stepsLeft += left.steps.filter { !stepsLeft.contains($0) }
    }
  }

  /// Runs all orders, or a sample where there are more than the limit.
  ///
  /// Throws `FakedError.invalidParameter` for a scenario that cannot be explored, and
  /// `CancellationError` when its task is cancelled.
  package func explore() async throws -> OrderReport {
    try check("exploreOrders")
    return try await watched { findings in
      var tree = OrderTree()
      var hasMore = true
      while hasMore, findings.orders.count < limit, !hasTooMany(findings.mostWaiting) {
        let plan = OrderPlan(texts: tree.plan)
        let run = try await run(plan, after: &findings, "exploreOrders")
        if run.isVacuous { return report(findings, isComplete: true) }
        tree.note(run.decisions)
        hasMore = tree.advance()
        if run.ending == .leftBehind { return report(findings, isComplete: false) }
      }
      guard hasMore else { return report(findings, isComplete: true) }
      return try await sample(after: &findings)
    }
  }

  /// Whether calls that wait at one time have more orders than are run.
  private func hasTooMany(_ waiting: Int) -> Bool {
    var count = 1
    for factor in 1..<max(2, waiting + 1) where count <= limit {
      let (product, isOver) = count.multipliedReportingOverflow(by: factor)
      if isOver { return true }
      count = product
    }
    return count > limit
  }

  private func sample(after findings: inout Findings) async throws -> OrderReport {
    var numbers = SeededNumbers(seed: seed)
    var lengths: [Int] = []
    while lengths.count < limit {
      let length = findings.mostPlaces
      let plan = OrderPlan(priorities: Priorities(seed: numbers.next(), length: length))
      let run = try await run(plan, after: &findings, "exploreOrders")
      lengths.append(length)
      if run.ending == .leftBehind { break }
    }
    // A run that expected fewer places never falls behind at the later ones.
    let chance = Priorities.chance(
      runs: lengths.count { $0 == findings.mostPlaces }, chains: findings.mostChains,
      places: findings.mostPlaces)
    return report(findings, isComplete: false, seed: seed, chance: chance)
  }

  /// Runs the scenario as it is, and once for each point at which it waits, cancelled there.
  package func exploreCancellations() async throws -> OrderReport {
    try check("exploreCancellations")
    return try await watched { findings in
      let first = try await run(OrderPlan(), after: &findings, "exploreCancellations")
      guard first.flaws.isEmpty, !first.isVacuous else {
        return report(findings, isComplete: first.flaws.isEmpty, cancels: true)
      }
      for place in first.decisions.indices {
        guard findings.orders.count < limit else {
          return report(findings, isComplete: false, cancels: true)
        }
        let plan = OrderPlan(texts: Array(first.events[..<place]), cancellation: place)
        let run = try await run(plan, after: &findings, "exploreCancellations")
        if run.ending == .leftBehind { return report(findings, isComplete: false, cancels: true) }
      }
      return report(findings, isComplete: true, cancels: true)
    }
  }

  private func report(
    _ findings: Findings, isComplete: Bool, cancels: Bool = false, seed: UInt64? = nil,
    chance: Double? = nil
  ) -> OrderReport {
    OrderReport(
      orders: findings.orders,
      isComplete: isComplete && findings.missing.isEmpty && !findings.wasCut
        && !findings.hasStrays,
      mostWaiting: findings.mostWaiting, seed: seed, chance: chance, missing: findings.missing,
      vacuity: vacuity(of: findings, cancels: cancels), hasStrays: findings.hasStrays,
      cancels: cancels)
  }

  /// Why the runs show nothing, if they do not.
  private func vacuity(of findings: Findings, cancels: Bool) -> String? {
    guard findings.orders.allSatisfy(\.failures.isEmpty) else { return nil }
    let untaken = findings.stepsLeft.first { step in
      !findings.orders.contains { $0.events.contains(step) }
    }
    if let untaken { return "the scenario is over before the step \"\(untaken)\" is taken" }
    guard findings.mostPlaces == 0 || !cancels && findings.orders.count == 1 else { return nil }
    if let call = findings.callsLeft.first {
      return "the scenario is over before \(call) goes on: await what it starts"
    }
    let cancelled = findings.cancelledCount
    if findings.mostPlaces == 0 {
      return cancelled > 0
        ? "every call was cancelled before another could end"
        : "no async call of its fakes waits, and no step"
    }
    guard cancelled > 0 else {
      return "there is one order only, as no two calls or steps wait at the same time"
    }
    let wereCancelled =
      cancelled == 1
      ? "1 call was cancelled while it waited"
      : "\(cancelled) calls were cancelled while they waited"
    return "there is one order only: \(wereCancelled), and no other two waited at the same time"
  }

  /// Runs the scenario once along a plan; beyond it what came first goes first, or what priorities say.
  private func run(
    _ plan: OrderPlan, after findings: inout Findings, _ name: String
  ) async throws -> Run {
    let queue = ScenarioQueue(watchesMain: findings.watchesMain)
    defer { queue.end() }
    let gate = OrderGate(queue: queue, outer: outer)
    let driver = OrderDriver(
      gate: gate, queue: queue, quiet: quiet, expectsStrays: findings.hasStrays)
    let settle: @Sendable () async -> Void = {
      // What the scenario has started and not awaited makes its first call, so that it can be named.
      if driver.decisions.withLock(\.isEmpty) { await queue.waitForStarted() }
    }
    let outcome = await runner.run(gate, settle: settle) { body in
      let scenario = queue.start {
        await body()
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
    let decisions = driver.decisions.withLock { $0 }
    let isCancelled = decisions.contains { $0.chosen == OrderDriver.cancellation }
    let run = Run(
      decisions: decisions,
      flaws: outcome.flaws(deadline: runner.deadline) { thrown in
        isCancelled && isCancellation(thrown) || gate.expects(thrown)
      },
      ending: outcome.ending, gate: gate,
      // What wakes a run that is cancelled at its deadline comes from here.
      hasStrays: queue.hasStrays && outcome.ending == .byItself,
      chainCount: driver.chainCount.withLock { $0 })
    if run.isVacuous, !gate.sawCalls { throw ExploreMessage.noFakes(name, at: site) }
    findings.note(run, along: plan)
    return run
  }

  /// Explores; and once more from the start if a run had calls from elsewhere, as those of tasks that have
  /// left the main actor are.
  private func watched(
    _ body: (inout Findings) async throws -> OrderReport
  ) async throws -> OrderReport {
    let alarm = Task { await runner.alarm.watch() }
    defer { alarm.cancel() }
    var findings = Findings(watchesMain: false)
    do {
      return try await body(&findings)
    } catch is UnforeseenCalls {
      findings = Findings(watchesMain: true)
      return try await body(&findings)
    }
  }

  private struct UnforeseenCalls: Error {}

  private func check(_ name: String) throws {
    if outer is OrderGate { throw ExploreMessage.nested(name, at: site) }
    if limit < 1 { throw ExploreMessage.fewRuns(name, limit: limit, least: 1, at: site) }
    if runner.deadline <= .zero { throw ExploreMessage.noTime(name, runner.deadline, at: site) }
    if quiet < .zero { throw ExploreMessage.noQuiet(name, quiet, at: site) }
  }
}

/// Whether an error says that its task was cancelled, or carries one that does.
private func isCancellation(_ error: any Error) -> Bool {
  contains(error) { $0 is CancellationError }
}
