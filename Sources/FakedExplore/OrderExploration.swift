import Faked

/// Runs a scenario once for each order in which the calls that wait can go on.
package struct OrderExploration: Sendable {
  /// More calls than these that wait at one time have too many orders to run them all.
  static let mostWaiting = 5
  /// As many as the orders of five calls.
  static let sampleSize = 120

  let runner: ScenarioRunner
  let limit: Int
  let seed: UInt64
  let quiet: Duration
  let site: CallSite

  package init(
    _ runner: ScenarioRunner, limit: Int, seed: UInt64, quiet: Duration, at site: CallSite
  ) {
    self.runner = runner
    self.limit = limit
    self.seed = seed
    self.quiet = quiet
    self.site = site
  }

  /// Throws `FakedError.invalidParameter` for a scenario that cannot be explored, and
  /// `CancellationError` when its task is cancelled.
  package func explore() async throws -> OrderReport {
    let alarm = Task { await runner.alarm.watch() }
    defer { alarm.cancel() }
    try check()
    var orders: [ExploredOrder] = []
    var missing: [String] = []
    var wasCut = false
    var tree = OrderTree()
    var numbers = SeededNumbers(seed: seed)
    var hasMore = true
    var isSample: Bool { tree.mostWaiting > Self.mostWaiting }
    while hasMore, orders.count < (isSample ? min(limit, Self.sampleSize) : limit) {
      let pick = isSample ? SeededNumbers(seed: numbers.next()) : nil
      let plan = isSample ? [] : tree.plan
      let (outcome, decisions) = try await run(plan, picking: pick)
      let flaws = outcome.flaws(deadline: runner.deadline) { _ in false }
      if decisions.isEmpty, flaws.isEmpty { throw ExploreMessage.noHeldCalls(at: site) }
      let absent = decisions.compactMap(\.missing)
      missing += absent
      // A run that ended before its plan did says nothing of what comes after the rest of it.
      if absent.isEmpty, decisions.count < plan.count {
        wasCut = true
        if outcome.ending == .byItself { missing.append(plan[decisions.count]) }
      }
      orders.append(
        ExploredOrder(number: orders.count + 1, calls: decisions.map(\.chosen), failures: flaws))
      if !isSample { tree.note(decisions) }
      if outcome.ending == .leftBehind { break }
      hasMore = isSample || tree.advance()
    }
    return OrderReport(
      orders: orders, isComplete: !hasMore && missing.isEmpty && !wasCut,
      mostWaiting: tree.mostWaiting,
      seed: isSample ? seed : nil, missing: missing)
  }

  /// Runs the scenario once along a plan; beyond it calls go on as they came, or by chance.
  private func run(
    _ plan: [String], picking numbers: SeededNumbers?
  ) async throws -> (RunOutcome, [OrderDriver.Decision]) {
    let queue = makeScenarioQueue()
    let gate = OrderGate(queue: queue)
    let driver = OrderDriver(gate: gate, queue: queue, quiet: quiet)
    let random = Locked(numbers)
    let driving = Task.detached {
      await driver.drive(plan) { count in
        random.withLock { numbers in Int((numbers?.next() ?? 0) % UInt64(count)) }
      }
    }
    let outcome = await runner.run(gate) { body in
      queue?.start(body) ?? Task { await body() }
    }
    gate.stop()
    driving.cancel()
    try Task.checkCancellation()
    return (outcome, driver.decisions.withLock { $0 })
  }

  private func check() throws {
    if limit < 1 { throw ExploreMessage.fewRuns("exploreOrders", limit: limit, least: 1, at: site) }
    if runner.deadline <= .zero {
      throw ExploreMessage.noTime("exploreOrders", runner.deadline, at: site)
    }
  }
}
