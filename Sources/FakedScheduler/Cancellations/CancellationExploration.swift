import Faked

/// Runs a scenario once for every point at which it waits, and cancels it there.
package struct CancellationExploration: Sendable {
  private let scenario: Scenario
  private let limit: Int
  private let outer = TestScope.current?.exploration
  private let nested = NestedRun.Exploration()

  /// Creates an exploration.
  package init(_ scenario: Scenario, limit: Int) {
    self.scenario = scenario.named("exploreCancellations")
    self.limit = limit
  }

  private struct Outcome {
    let run: ScenarioRun
    let result: AttemptResult
    let calls: OrderInterceptor
    let plan: CancellationPlan?
    /// A Boolean value that indicates whether a call was canceled before its effect.
    var hasLostEffect: Bool { plan?.policy == .hasNoEffect && run.cancelledEffectCount > 0 }
    /// A Boolean value that indicates whether the run did not reach the point at which it was to be canceled.
    var missedItsCancellation: Bool { plan.map { run.waitCount <= $0.wait } ?? false }

    /// The way in which the run failed.
    var failure: Failure { Failure(kinds: result.failures.kinds, hasLostEffect: hasLostEffect) }
  }

  private struct Failure: Hashable {
    let kinds: Set<RunFailure.Kind>
    let hasLostEffect: Bool
  }

  /// Runs the scenario as it is, and once or twice for each point at which it waits, canceled there.
  ///
  /// - Throws: `FakedError.invalidParameter` for a wrong argument, and `CancellationError` if the task is
  ///   canceled.
  package func explore() async throws -> ExplorationReport {
    try scenario.check(limit: limit, least: 1, isNested: outer is OrderInterceptor)
    let fakes = OutsideFakes(scenario)
    let first = await run(nil)
    var outcomes = [first]
    guard first.result.failures.isEmpty else { return report(outcomes, hasLeftRuns: true) }
    var hasLeftRuns = false
    var progress = scenario.progressLine()
    defer { progress?.end() }
    for wait in 0..<first.run.waitCount {
      try Task.checkCancellation()
      progress?.update(
        wait, of: first.run.waitCount,
        brokenCount: outcomes.count { !$0.result.failures.isEmpty })
      if outcomes.count >= limit {
        hasLeftRuns = true
        break
      }
      let outcome = await run(CancellationPlan(wait: wait, policy: .hasNoEffect))
      outcomes.append(outcome)
      // Other runs would take just as long.
      if outcome.run.ending.isEndless {
        hasLeftRuns = true
        break
      }
      // A canceled call may have had its effect before it noticed.
      guard outcome.run.cancelledEffectCount > 0 else { continue }
      if outcomes.count >= limit {
        hasLeftRuns = true
        break
      }
      outcomes.append(await run(CancellationPlan(wait: wait, policy: .takesEffect)))
    }
    var report = report(outcomes, hasLeftRuns: hasLeftRuns)
    if outcomes.contains(where: \.missedItsCancellation) {
      report.warn(
        "a run could not be repeated: the scenario behaved differently in two runs. "
          + ExplorationReport.adviceForRepeating)
    }
    fakes.warn(&report)
    return report
  }

  private func run(_ plan: CancellationPlan?) async -> Outcome {
    let canceled = OrderInterceptor(within: outer, NestedRun(of: nested), isCancelled: plan != nil)
    var (run, result) = await scenario.run(
      canceled, cancelledBy: plan, title: plan.map { "canceled at wait \($0.wait + 1)" })
    // The report shows only failing runs, and a story can be long.
    if result.failures.isEmpty { run.story = [] }
    return Outcome(run: run, result: result, calls: canceled, plan: plan)
  }

  private func report(_ outcomes: [Outcome], hasLeftRuns: Bool) -> ExplorationReport {
    var report = ExplorationReport(runs: outcomes.count)
    let broken = outcomes.indices.filter { !outcomes[$0].result.failures.isEmpty }
    report.brokenCount = broken.count
    // The first run of each failure is the simplest: it is canceled first.
    let groups = Dictionary(grouping: broken) { outcomes[$0].failure }.values
    for group in groups.sorted(by: { $0[0] < $1[0] }) {
      let first = outcomes[group[0]]
      var run = ExplorationReport.BrokenRun(first.result.failures)
      let title =
        group[0] == 0 ? "without a cancellation" : "run \(group[0] + 1) of \(outcomes.count)"
      run.title =
        group.count == 1 ? title : "\(group.count) runs, of which the first is \(title)"
      run.events = OrderStory(failing: first.run, passing: nil).lines()
      report.broken.append(run)
    }
    let thrown = scenario.noteOfThrown(outcomes.map(\.result))
    report.head = "\(plural(outcomes.count, "run"))\(thrown), \(report.brokenCount) broken."
    if report.brokenCount == 0 { addWarnings(to: &report, outcomes) }
    for outcome in outcomes { report.warn(of: outcome.run) }
    guard hasLeftRuns else { return report }
    report.isComplete = false
    if report.brokenCount == 0 { report.warn(ofLimit: limit, leavingOut: "some cancellations") }
    return report
  }

  private func addWarnings(to report: inout ExplorationReport, _ outcomes: [Outcome]) {
    let canceled = outcomes.dropFirst()
    if outcomes[0].run.waitCount == 0 {
      report.warn(
        "the scenario never waits, so there is no point at which to cancel it.")
    } else if canceled.contains(where: \.calls.sawOwnCall),
      !canceled.contains(where: { $0.run.cancelledWaitCount > 0 || $0.calls.sawCancelledCall })
    {
      report.warn(
        "no cancellation reached a call. The calls run in tasks that don't belong to the task of the scenario. "
          + "Cancel those tasks in `withTaskCancellationHandler`. If several callers share a task on purpose, exclude "
          + "the calls with `exempt(_:)`.")
    } else if !canceled.isEmpty, canceled.allSatisfy(\.result.hasThrown),
      !scenario.checksDespiteErrors()
    {
      report.warn(
        "every canceled run ended by throwing, so no run reached the code after the canceled call. Catch the error, or "
          + "write the expectations in `defer { … }`.")
    }
  }
}
