import Faked

extension ExploredOrders {
  /// Describes the results of an exploration of orders.
  func report(
    _ explorer: OrderExplorer, _ options: OrderExplorer.Options
  ) async -> ExplorationReport {
    var report = ExplorationReport(runs: orderCount)
    report.head = head(options)
    report.brokenCount = failureCount
    for failure in sortedFailures {
      report.broken.append(await brokenRun(failure, explorer, options))
    }
    if otherFailureCount > 0 {
      report.notes.append("  \(plural(otherFailureCount, "order")) broke in other ways.")
    }
    if allPassed, options.preemptions > 0, Symbolicator.isOptimized {
      let missing =
        awaitCount == 0
        ? "no task was preempted at a call" : "tasks were not preempted at every call"
      report.notes.append(
        "  The build is optimized: \(missing) that never suspends. Explore in a debug build.")
    }
    warnOfDivergenceOrLimits(&report, options)
    report.warn(ofLeftoverTasks: leftoverTasks)
    report.warn(ofWorkFrom: departures, backAt: arrivals)
    if !TaskControl.isComplete {
      report.warn(
        "this system doesn't let the scheduler control \(TaskControl.missing.joined(separator: ", "))."
      )
    }
    return report
  }

  /// Warns if nothing could happen in another order.
  ///
  /// Work that left the scheduler and tasks that have not ended have their own warnings.
  func warnOfVacuity(sawCalls: Bool, _ report: inout ExplorationReport) {
    guard orderCount == 1, pendingCount == 0, failureCount == 0, !hasSkippedOrders,
      controlsAllWork, leftoverTasks.isEmpty
    else { return }
    let fix =
      "Start the parts that run at the same time with `async let`, a task group, or `Task { }`."
    if largestTaskCount > 1 {
      report.warn(
        "nothing could happen in another order: while a task runs, all others wait for it or for their turns on "
          + "its actor. \(fix) Two calls of one actor in a row are one event: to let a task run between them, "
          + "write `await Task.yield()` there.")
    } else if sawCalls {
      report.warn("nothing could happen in another order: the scenario runs one task. \(fix)")
    } else {
      report.warn("the scenario runs one task and calls no fake. \(fix)")
    }
  }

  /// Returns the number of orders, the number of those that broke, and how complete the exploration is.
  private func head(_ options: OrderExplorer.Options) -> String {
    let limit =
      reachesAwaitsTooOften
      ? ", the first \(TaskTable.Entry.maxAwaitCount) times that a task makes it" : ""
    let awaits =
      awaitCount == 0
      ? "" : " (\(awaitCount) with one preemption at a call that never suspends\(limit))"
    let shard = options.shard.map { " (shard \($0.number) of \($0.count))" } ?? ""
    return
      "\(plural(orderCount, "order"))\(awaits)\(shard), \(failureCount) broken\(completeness(options))."
  }

  private func completeness(_ options: OrderExplorer.Options) -> String {
    func complete(_ preemptions: Int) -> String {
      ", complete up to \(plural(preemptions, "preemption"))"
    }
    if let sample {
      let start = completePreemptions < 0 ? "," : complete(completePreemptions) + ", then"
      return start
        + " a sample (seed: \(options.seed)) that finds a bug that depends on the order of \(sample.depth) events "
        + "with a probability of at least \(sample.probability.asPercentage)"
        + (sample.probability < 0.01 ? ", which is too small to rely on" : "")
    }
    let isComplete = pendingCount == 0 && divergence == nil
    return isComplete && hasSkippedOrders ? complete(options.preemptions) : ""
  }

  private func brokenRun(
    _ failure: Failure, _ explorer: OrderExplorer, _ options: OrderExplorer.Options
  ) async -> ExplorationReport.BrokenRun {
    var run = ExplorationReport.BrokenRun(failure.simplest.failures)
    run.title =
      failure.count == 1 ? "1 order" : "\(failure.count) orders, of which this is the simplest"
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
    return run
  }

  private func warnOfDivergenceOrLimits(
    _ report: inout ExplorationReport, _ options: OrderExplorer.Options
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
        "there \(options.limit == 1 ? "is" : "are") more than \(plural(options.limit, "order"))\(kind). Raise "
          + "`limit:`, set FAKED_ORDERS, or make the scenario smaller.")
    }
  }
}

extension Double {
  fileprivate var asPercentage: String {
    self > 0 && self < 0.01 ? "1 in \(Int64((1 / self).rounded()))" : "\(Int(self * 100))%"
  }
}
