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
      (report.picture, report.summary) = await picture.draw(
        title: "\(scenario.name): \(report.head)")
    }
    fakes.warn(&report)
    if explored.isVacuous, options.shard == nil {
      report.warn(explored.reasonOfVacuity(sawCalls: sawCalls.withLock { $0 }))
    }
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
      report.warn("only one order was run. Remove `replaying:` to explore all orders.")
    }
    return report
  }
}

extension ExploredOrders {
  /// A Boolean value that indicates whether nothing could happen in another order.
  ///
  /// Work that left the scheduler has its own warning.
  fileprivate var isVacuous: Bool {
    orderCount == 1 && pendingCount == 0 && failureCount == 0 && !hasSkippedOrders
      && controlsAllWork
  }

  /// Returns the reason why nothing could happen in another order, and the fix.
  fileprivate func reasonOfVacuity(sawCalls: Bool) -> String {
    let fix =
      "Start the parts that run at the same time with `async let`, a task group, or `Task { }`."
    if largestTaskCount > 1 {
      return
        "nothing could happen in another order: while a task runs, all others wait for it or for their turns on "
        + "its actor. \(fix) Two calls of one actor in a row are one event: to let a task run between them, "
        + "write `await Task.yield()` there."
    }
    return sawCalls
      ? "nothing could happen in another order: the scenario runs one task. \(fix)"
      : "the scenario runs one task and calls no fake. \(fix)"
  }

  /// Describes the results of an exploration of orders.
  fileprivate func report(
    _ explorer: OrderExplorer, _ options: OrderExplorer.Options
  ) async -> ExplorationReport {
    var report = ExplorationReport(runs: orderCount)
    report.brokenCount = failureCount
    for failure in sortedFailures {
      var run = ExplorationReport.BrokenRun(failure.simplest.failures)
      let story = await explorer.story(of: failure.simplest, in: self)
      run.events = story.lines()
      if !story.failsAgain {
        run.notes = [
          "When repeated, the order did not fail in the same way, so these events may differ from those of the failure."
        ]
      }
      // Within another exploration, the order belongs to one of its runs, which can't be repeated.
      if options.run.canReplay {
        let replay = Replay(of: failure.simplest.run.choices, preemptedAt: options.awaits)
        run.replay = replay.description
        run.notes += ["Repeat it with exploreOrders(replaying: \"\(replay)\")."]
      }
      run.title =
        failure.count == 1 ? "1 order" : "\(failure.count) orders, of which this is the simplest"
      report.broken.append(run)
    }
    if otherFailureCount > 0 {
      report.notes.append("  \(plural(otherFailureCount, "order")) broke in other ways.")
    }
    if allPassed, options.preemptions > 0, Symbolicator.isOptimized {
      let missing =
        awaitCount == 0
        ? "no task was preempted at a call" : "tasks were not preempted at every call"
      report.notes.append(
        "  The build is optimized: \(missing) that never suspends. Explore in a debug build."
      )
    }
    addWarnings(to: &report, options)
    let shard = options.shard.map { " (shard \($0.number) of \($0.count))" } ?? ""
    func complete(_ preemptions: Int) -> String {
      ", complete up to \(plural(preemptions, "preemption"))"
    }
    let end =
      if let sample {
        (completePreemptions < 0 ? "," : complete(completePreemptions) + ", then")
          + " a sample (seed: \(options.seed)) that finds a bug that depends on the order of \(sample.depth) events with "
          + "a probability of at least \(sample.probability.asPercentage)"
          + (sample.probability < 0.01 ? ", which is too small to rely on" : "")
      } else if pendingCount > 0 || divergence != nil {
        ""
      } else if hasSkippedOrders {
        complete(options.preemptions)
      } else {
        ""
      }
    let awaits =
      awaitCount == 0 ? "" : " (\(awaitCount) with one preemption at a call that never suspends)"
    report.head = "\(plural(orderCount, "order"))\(awaits)\(shard), \(failureCount) broken\(end)."
    return report
  }

  private func addWarnings(
    to report: inout ExplorationReport, _ options: OrderExplorer.Options
  ) {
    if let divergence {
      let place = divergence.latestEvent.map { "after \"\($0.phrase)\", " } ?? ""
      let fix =
        controlsAllWork
        ? ExplorationReport.adviceForRepeating
        : "The work that the scheduler doesn't control may be the cause."
      report.warn(
        "an order could not be repeated: \(place)the scenario behaved differently in two runs. \(fix)"
      )
    } else if hasEndlessOrder {
      report.warn("the exploration ended at the first order that took too long.")
    } else if options.stopsAtFailure, failureCount > 0 {
      report.warn(
        "the exploration ended at the first order that breaks, because XCTest can't take failures back. Use it "
          + "with Swift Testing to see all of them.")
    } else if sample != nil || pendingCount > 0 || hasSkippedAwaits {
      let kind = hasSkippedAwaits ? " with one preemption at a call that never suspends" : ""
      report.warn(
        "there \(options.limit == 1 ? "is" : "are") more than \(plural(options.limit, "order"))\(kind). Raise `limit:`, set FAKED_ORDERS, or make "
          + "the scenario smaller.")
    }
    report.warn(ofLeftoverTasks: leftoverTasks)
    report.warn(ofWorkFrom: departures, backAt: arrivals)
    if !TaskControl.isComplete {
      report.warn(
        "this system doesn't let the scheduler control \(TaskControl.missing.joined(separator: ", "))."
      )
    }
  }
}

extension Double {
  fileprivate var asPercentage: String {
    self > 0 && self < 0.01 ? "1 in \(Int64((1 / self).rounded()))" : "\(Int(self * 100))%"
  }
}
