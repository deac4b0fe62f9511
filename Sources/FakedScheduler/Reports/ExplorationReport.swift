import Faked

/// The result of an exploration.
public struct ExplorationReport: Sendable {
  /// A run in which an expectation failed, that threw an error of its own, or that did not end.
  public struct BrokenRun: Sendable {
    /// The failures, as strings.
    public let failures: [String]
    /// The calls that `exploreFaults` made fail in this run, with their errors, as strings.
    public var faults: [String] { faultyCalls.map(\.description) }
    /// The events of the run, in order, as strings. A long list is shortened.
    public internal(set) var events: [String] = []
    /// The text that repeats the order of this run: `exploreOrders(replaying: "…")`. `nil` for other explorations.
    public internal(set) var replay: String?
    package internal(set) var faultyCalls: [FaultyCall] = []
    /// The calls that the faults of the run prevent.
    var preventedCalls: [String] = []
    /// The title of the run in the report.
    let title: String
  }

  /// The number of runs: orders, faults, points of cancellation, or results, and the runs without them.
  public internal(set) var runs: Int
  /// The number of runs that broke.
  public internal(set) var brokenCount = 0
  /// The simplest run for each way in which the scenario breaks, simplest first.
  public internal(set) var broken: [BrokenRun] = []
  /// A Boolean value that indicates whether every run within the bounds was made, and everything was under control.
  ///
  /// It is `false` for a sample, for an exploration that stopped after a failure, and if the report has a warning.
  public var isExhaustive: Bool { isWithinBounds && warnings.isEmpty }
  /// The reasons why the report proves less than it seems to, each with a way to fix it.
  public internal(set) var warnings: [String] = []
  /// The calls that `exploreFaults` can make fail, or whose results `exploreResults` can replace.
  public internal(set) var calls: [String] = []
  /// The results that no expectation checks, with their calls and the results that were tried instead, as strings.
  public var unchecked: [String] { uncheckedResults.map { $0.text() } }
  package internal(set) var uncheckedResults: [CallResult] = []
  /// A Boolean value that indicates whether every run within the bounds was made.
  var isWithinBounds = true
  /// The first line, such as `12 orders, 3 broken, all with at most 2 changes.`
  var head = ""
  /// The second line, such as `12 events: 4 calls, 2 steps, 6 hops.`
  var events: String?
  /// The tree of the orders as an SVG document, if orders broke.
  package internal(set) var picture: String?

  init(runs: Int) { self.runs = runs }

  /// Describes a single run.
  init(of outcome: Outcome, head: String, title: String) {
    runs = 1
    isWithinBounds = false
    self.head = head
    if outcome.isFailure {
      brokenCount = 1
      broken = [BrokenRun(failures: outcome.failures.map(\.text), title: title)]
    }
  }

  /// The maximum number of broken runs, and of unchecked results, that the text of a report shows.
  static let maxShown = 20

  /// Adds a reason why the report proves less than it seems to.
  mutating func warn(_ warning: String) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// The advice for a scenario that differs from run to run.
  static let adviceForRepeating =
    "Create all state in the closure, and don't depend on the time, on random numbers, on the order of a `Set` or "
    + "`Dictionary`, or on work that the exploration doesn't control."

  /// Adds that the limit left out runs.
  mutating func warn(ofLimit limit: Int, of runs: String = "run") {
    warn(
      "there are more than \(plural(limit, runs)). Raise `limit:`, set FAKED_ORDERS, or make the scenario smaller."
    )
  }

  /// Adds the tasks that had not ended when the scenario was over, and the work that came back from outside the scheduler.
  mutating func warn(ofLeftoverTasks tasks: [WaitingTask], _ arrivals: Set<[CodeAddress]>) {
    for task in tasks {
      warn("when the scenario ends, \(task.description(doing: "has not ended")). \(task.fix)")
    }
    if arrivals.isEmpty { return }
    let places = arrivals.compactMap { CodePlace.site(of: $0)?.description }
    let list = abridged(Set(places).sorted()).joined(separator: ", ")
    warn(
      "a task came back from outside the scheduler\(list.isEmpty ? "" : ", at \(list)"): from a queue, a timer, a "
        + "thread, or another executor. For a sleep, use a FakeClock; for a callback, call it in a `step`."
    )
  }

  /// A Boolean value that indicates whether the exploration fails its test.
  package var isFailure: Bool { brokenCount > 0 || !uncheckedResults.isEmpty }
}

extension ExplorationReport: CustomStringConvertible {
  /// The report as a failure of the test shows it.
  public var description: String {
    let runs = abridged(broken.lazy.map(\.text), to: Self.maxShown) { plural($0, "other failure") }
    let results = abridged(
      uncheckedResults.lazy.map { $0.text(site: $0.site?.site) }, to: Self.maxShown
    ) { plural($0, "more result") }
    let lines = (events.map { [$0] } ?? []) + runs + results
    let all = lines + warnings.map { "Not exhaustive: \($0)" }
    return ([head] + all).joined(separator: "\n  ")
  }
}

extension ExplorationReport.BrokenRun {
  fileprivate var text: String {
    var notes = replay.map { ["Repeat it with exploreOrders(replaying: \"\($0)\")."] } ?? []
    if !preventedCalls.isEmpty {
      notes.append("never reached: " + preventedCalls.joined(separator: ", "))
    }
    let lines = (events + failures + notes).flatMap { $0.split(separator: "\n") }
    return (["\(title):"] + lines).joined(separator: "\n    ")
  }
}

extension CallResult {
  fileprivate func text(site: CallSite? = nil) -> String {
    let place = site.map { calledAt($0) + "," } ?? ""
    return "no expectation checks what \(call)\(place) returns: the scenario still passes with "
      + "\(others.joined(separator: " or ")) instead of \(value)"
  }
}

extension EventCounts: CustomStringConvertible {
  /// The events in a sentence: `12 events: 4 calls, 2 steps, 6 hops.`
  package var description: String {
    let kinds = [(calls, "call"), (steps, "step"), (hops, "hop"), (sleeps, "sleep")]
    let list = kinds.filter { $0.0 > 0 }.map { plural($0.0, $0.1) }.joined(separator: ", ")
    return plural(calls + steps + hops + sleeps, "event") + (list.isEmpty ? "." : ": \(list).")
  }
}

extension Explored {
  /// Describes the results of an exploration.
  func report(_ explorer: Explorer) async throws -> ExplorationReport {
    var report = ExplorationReport(runs: runCount)
    report.isWithinBounds = end == nil
    report.brokenCount = failureCount
    report.events = first.map { "\($0.run.counts)" }
    let changed = plan.budget.faults > 0 ? "faults" : "a cancellation"
    let thrown = thrownCount == 0 ? "" : " (\(thrownCount) ended by throwing)"
    let runs =
      plan.isOfOrders
      ? plural(runCount, "order")
      : "\(plural(runCount, "run")), \(changedCount) with \(changed)\(thrown)"
    report.head = "\(runs), \(failureCount) broken, \(ending)."
    for failure in sortedFailures {
      let isShown = report.broken.count < ExplorationReport.maxShown
      report.broken.append(try await brokenRun(failure, explorer, isShown: isShown))
    }
    warnOfEnd(&report, explorer)
    report.warn(ofLeftoverTasks: leftoverTasks, arrivals)
    if failureCount == 0 { warnOfUselessRuns(&report) }
    return report
  }

  /// The ending of the first line, which says how many of the runs were made.
  private var ending: String {
    switch end {
    case .sampled: return "a sample of \(grouped(runCount))"
    case nil:
      let budget = plan.budget
      let parts = [
        budget.faults > 0 ? plural(budget.faults, "fault") : nil,
        budget.cancellations > 0 ? plural(budget.cancellations, "cancellation") : nil,
        budget.changes > 0 || plan.isOfOrders ? plural(budget.changes, "change") : nil,
      ]
      return "all with at most " + parts.compactMap { $0 }.joined(separator: " and ")
    case .divergence: return "not all: a run could not be repeated"
    case .endless: return "not all: a run took too long"
    case .failsAlways:
      return "not all: the scenario fails without a \(plan.trial)"
    case .stoppedAfterFailure: return "stopped after a failure"
    case .limit: return "not all: the limit is \(plural(plan.limit, "run"))"
    }
  }

  private func brokenRun(
    _ failure: Failure, _ explorer: Explorer, isShown: Bool
  ) async throws -> ExplorationReport.BrokenRun {
    let outcome = failure.simplest
    let faults = outcome.calls.faultyCalls
    var title = plural(failure.count, plan.noun)
    if failure.count > 1 { title += ", of which this is the simplest" }
    if !faults.isEmpty {
      // Looking up a site takes milliseconds, and the report doesn't show the other runs.
      let texts = faults.map { $0.description(site: isShown ? $0.site?.site : nil) }
      title = "with " + texts.joined(separator: ", and ")
      if failure.count > 1 { title += " (\(failure.count) runs)" }
    } else if !plan.isOfOrders, outcome.run.choices.costs.total == 0 {
      title = "without a \(plan.trial)"
    }
    var run = ExplorationReport.BrokenRun(
      failures: outcome.failures.map(\.text), faultyCalls: faults, title: title)
    if isShown { run.events = try await explorer.story(of: outcome.run).lines }
    if let first, !faults.isEmpty {
      run.preventedCalls = first.calls.texts.callsMissing(in: outcome.calls.texts)
    }
    if plan.isOfOrders { run.replay = Replay(of: outcome.run.choices).description }
    return run
  }

  private func warnOfEnd(_ report: inout ExplorationReport, _ explorer: Explorer) {
    if case .divergence(let latest) = end {
      let place = latest.map { "after \"\($0)\", " } ?? ""
      report.warn(
        "\(plan.isOfOrders ? "an order" : "a run") could not be repeated: \(place)the scenario behaved differently "
          + "in two runs. \(ExplorationReport.adviceForRepeating)")
    }
    if end == .stoppedAfterFailure, !explorer.scenario.takesFailuresBack {
      report.warn(
        "the exploration ended at the first order that breaks, because XCTest can't take failures back. Use it with "
          + "Swift Testing to see all of them.")
    }
    if end == .limit || end == .sampled {
      report.warn(ofLimit: plan.limit, of: plan.noun)
    }
    if failureCount == 0, !newCalls.isEmpty {
      let list = abridged(newCalls.sorted(), to: 3).joined(separator: ", ")
      report.warn(
        "after a fault, new calls were made that never failed: \(list). Write "
          + "`faults: \(plan.budget.faults + 1)`.")
    }
  }

  /// Warns if nothing could happen in another order, or if the runs with faults or cancellations prove nothing.
  private func warnOfUselessRuns(_ report: inout ExplorationReport) {
    if plan.isOfOrders {
      // Work outside of the scheduler and tasks that have not ended have their own warnings.
      if largestChoiceCount > 0 || !report.warnings.isEmpty { return }
      return report.warn(
        "nothing could happen in another order. Start the parts that run at the same time with `async let`, a task "
          + "group, or `Task { }`.")
    }
    let isOfFaults = plan.budget.faults > 0
    if isOfFaults, first?.calls.texts.isEmpty == true {
      return report.warn("the scenario makes no call that can fail.")
    }
    if !isOfFaults, changedCount == 0 {
      return report.warn("the scenario never waits, so there is no point at which to cancel it.")
    }
    if !isOfFaults, sawOwnCall, !sawCanceledCall {
      return report.warn(
        "no cancellation reached a call. The calls run in tasks that don't belong to the task of the scenario. Cancel "
          + "those tasks in `withTaskCancellationHandler`. If several callers share a task on purpose, exclude the "
          + "calls with `exempt(_:)`.")
    }
    if changedCount > 0, thrownCount == changedCount {
      report.warn(
        "every \(isOfFaults ? "run with a fault" : "canceled run") ended by throwing, so no run reached the code after "
          + "the call. Catch the error in the scenario, and check what must hold after it.")
    }
  }
}

/// Returns a number of at least 0 with a comma between groups of three digits: `100,000`.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.indices.reduce(into: "") { text, index in
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digits[index])
  }
}
