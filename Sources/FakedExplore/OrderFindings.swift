import Faked

/// One run of an exploration of orders, and what it came to.
struct OrderRun {
  let decisions: [OrderDriver.Decision]
  let flaws: [String]
  let ending: RunOutcome.Ending
  let gate: OrderGate
  let hasStrays: Bool
  let chainCount: Int

  init(_ driver: OrderDriver, _ outcome: RunOutcome, deadline: Duration) {
    let decisions = driver.decisions.withLock { $0 }
    let isCancelled = decisions.contains { $0.chosen == OrderDriver.cancellation }
    let gate = driver.gate
    self.decisions = decisions
    flaws = outcome.flaws(deadline: deadline) { thrown in
      isCancelled && carries(thrown) { $0 is CancellationError } || gate.expects(thrown)
    }
    ending = outcome.ending
    self.gate = gate
    // What wakes a run that is cancelled at its deadline comes from here.
    hasStrays = driver.queue.hasStrays && outcome.ending == .byItself
    chainCount = driver.chainCount.withLock { $0 }
  }

  var events: [String] { decisions.map(\.chosen) }
  var isVacuous: Bool { decisions.isEmpty && flaws.isEmpty }
}

/// What is known of all runs of an exploration so far.
struct OrderFindings {
  private(set) var orders: [ExploredOrder] = []
  private var missing: [String] = []
  private var hasStopped = false
  private(set) var hasStrays = false
  private var cancelledCount = 0
  private(set) var mostPlaces = 0
  private(set) var mostChains = 0
  private var mostWaiting = 0
  /// How many orders there are at least, where no call cancels another.
  private(set) var leastOrders = 1.0
  /// The calls and the steps that were left in some run.
  private var callsLeft: [String] = []
  private var stepsLeft: [String] = []
  /// Whether the scenario uses the main actor, as far as is known.
  let watchesMain: Bool
  /// Whether the runs differ by the point at which the scenario is cancelled.
  let cancels: Bool

  init(watchesMain: Bool, cancels: Bool) {
    self.watchesMain = watchesMain
    self.cancels = cancels
  }

  mutating func note(_ run: OrderRun, along plan: OrderPlan) {
    let absent = run.decisions.compactMap(\.missing)
    missing += absent
    // Where nothing is planned, something goes on all the same if it did in the first run.
    let texts = plan.texts.isEmpty ? orders.first?.events.prefix(1) ?? [] : plan.texts[...]
    if absent.isEmpty, run.decisions.count < texts.count, run.ending == .byItself {
      missing.append(texts[run.decisions.count])
    }
    // What would have come in a run that was stopped is not known.
    hasStopped = hasStopped || run.ending != .byItself
    orders.append(
      ExploredOrder(number: orders.count + 1, events: run.events, failures: run.flaws))
    hasStrays = hasStrays || run.hasStrays
    cancelledCount += run.gate.cancelledCount
    mostWaiting = max(mostWaiting, run.decisions.map(\.options.count).max() ?? 0)
    leastOrders = max(leastOrders, run.decisions.map(\.options.count.orders).max() ?? 1)
    mostPlaces = max(mostPlaces, run.decisions.count)
    mostChains = max(mostChains, run.chainCount)
    let left = run.gate.left
    callsLeft += left.calls.filter { !callsLeft.contains($0) }
    stepsLeft += left.steps.filter { !stepsLeft.contains($0) }
  }

  /// `leaving` says why runs are left, if they are, and `sample` the seed of a sample, and its chance to
  /// find a bug.
  func report(
    leaving reason: String? = nil, sample: (seed: UInt64, chance: Double)? = nil
  ) -> OrderReport {
    let reason =
      reason.map { "are left: \($0)" } ?? (hasStopped ? "may be left: a run did not end" : nil)
    return OrderReport(
      orders: orders,
      isComplete: reason == nil && sample == nil && missing.isEmpty && !hasStrays,
      mostWaiting: mostWaiting, seed: sample?.seed, chance: sample?.chance, missing: missing,
      vacuity: vacuity, hasStrays: hasStrays, cancels: cancels,
      reason: reason)
  }

  /// Why the runs show nothing, if they do not.
  private var vacuity: String? {
    guard orders.allSatisfy(\.failures.isEmpty) else { return nil }
    let untaken = stepsLeft.first { step in !orders.contains { $0.events.contains(step) } }
    if let untaken { return "the scenario is over before the step \"\(untaken)\" is taken" }
    guard mostPlaces == 0 || !cancels && orders.count == 1 else { return nil }
    if let call = callsLeft.first {
      return "the scenario is over before \(call) goes on: await what it starts"
    }
    if mostPlaces == 0 {
      return cancelledCount > 0
        ? "every call was cancelled before another could end"
        : "no async call of its fakes waits, and no step"
    }
    guard cancelledCount > 0 else {
      return "there is one order only, as no two calls or steps wait at the same time"
    }
    let wereCancelled =
      cancelledCount == 1
      ? "1 call was cancelled while it waited"
      : "\(cancelledCount) calls were cancelled while they waited"
    return "there is one order only: \(wereCancelled), and no other two waited at the same time"
  }
}
