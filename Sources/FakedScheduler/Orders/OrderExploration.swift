import Faked

/// Runs a scenario once for every order in which its parts can run.
package struct OrderExploration: Sendable {
  private let scenario: Scenario
  private let options: OrderExplorer.Options
  private let replay: String?
  /// The exploration around this one. `nil` if there is none.
  private let outer = TestScope.current?.exploration
  private let nested = NestedRun.Exploration()

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - scenario: The scenario.
  ///   - options: The bounds.
  ///   - replay: The order to repeat. `nil` explores all orders.
  package init(_ scenario: Scenario, _ options: OrderExplorer.Options, replaying replay: String?) {
    let scenario = scenario.named("exploreOrders")
    self.scenario = scenario
    var options = options
    options.run = scenario.limits
    options.run.canReplay = outer == nil
    // The runs before the replayed one are unknown.
    if replay != nil { options.run.sharedActorUse.expectMainActor() }
    options.progress = scenario.progressLine()
    self.options = options
    self.replay = replay
  }

  /// Runs the orders.
  ///
  /// - Throws: `FakedError.invalidParameter` for a wrong argument, and `CancellationError` if the task is
  ///   canceled.
  package func explore() async throws -> ExplorationReport {
    try scenario.check(limit: options.limit, least: 1, isNested: outer is OrderInterceptor)
    let preemptions = options.preemptions
    try scenario.refuse(.preemptions(preemptions), if: preemptions < 0)
    let replay = try replay.map(parse)
    var options = options
    options.awaits = .make(excluding: replay?.excludedFakes)
    let fakes = OutsideFakes(scenario)
    let sawCalls = Locked(false)
    let explorer = OrderExplorer(options) { [options] in
      let run = OrderInterceptor(within: outer, NestedRun(of: nested), options.awaits)
      let attempt = Attempt(scenario, run)
      return (
        body: { await attempt.play() },
        failures: { outcome in
          if run.sawCalls { sawCalls.withLock { $0 = true } }
          return attempt.end(outcome).failures
        }
      )
    }
    if let replay { return try await repeatOrder(replay, explorer) }
    let explored = try await explorer.explore()
    var report = await explored.report(explorer, options)
    if outer == nil, !explored.hasEndlessOrder,
      let picture = ExplorationPicture(of: explored, explorer)
    {
      let (svg, sentence) = await picture.draw(title: "\(scenario.name): \(report.head)")
      report.picture = svg
      report.summary = explored.everyOrderBreaks ? "Every order breaks." : sentence
    }
    fakes.warn(&report)
    if options.shard == nil { explored.warnOfVacuity(sawCalls: sawCalls.withLock { $0 }, &report) }
    return report
  }

  private func parse(_ text: String) throws -> Replay {
    do { return try Replay(text) } catch {
      throw FakedError.invalidParameter("\(scenario.name) at \(scenario.site): \(error)")
    }
  }

  private func repeatOrder(
    _ replay: Replay, _ explorer: OrderExplorer
  ) async throws -> ExplorationReport {
    let text = replay.description
    let outcome = await explorer.run(along: replay.prefix, keepsStory: true)
    try scenario.refuse(.otherScenario(replay: text), if: !replay.matches(outcome.run))
    var report = ExplorationReport(runs: 1)
    report.head = "1 repeated order, \(outcome.failures.isEmpty ? 0 : 1) broken."
    report.isComplete = false
    if !outcome.failures.isEmpty {
      var run = ExplorationReport.BrokenRun(outcome.failures)
      run.title = "the order"
      run.events = OrderStory(failing: outcome.run, passing: nil).lines()
      run.replay = text
      report.broken = [run]
      report.brokenCount = 1
    } else {
      report.warn(
        "only one order was run, and it passes. Remove `replaying:` to explore all orders. If it passes although you "
          + "changed nothing, the scenario may depend on state outside of its closure, or on the order of a `Set` or "
          + "`Dictionary`, which SWIFT_DETERMINISTIC_HASHING=1 keeps.")
    }
    return report
  }
}
