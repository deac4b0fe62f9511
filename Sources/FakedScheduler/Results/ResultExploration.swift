import Faked

/// Runs a scenario to learn what its calls return, then once for each result with another one.
package struct ResultExploration: Sendable {
  private let scenario: Scenario
  private let limit: Int

  /// Creates an exploration.
  package init(_ scenario: Scenario, limit: Int) {
    self.scenario = scenario.named("exploreResults")
    self.limit = limit
  }

  private struct Run {
    let replacer: ResultReplacer
    let outcome: ScenarioRun
    let failures: [RunFailure]
  }

  /// The outcome of the runs that replace one result.
  private enum Finding {
    /// A run failed, or Faked knows no other value.
    case checked
    /// Every run passed.
    case unchecked
    /// The call did not return the same value again, so it was not replaced.
    case varied
    /// The limit left out at least one value.
    case untried
    /// The run with a value took too long.
    case endless(Run, value: String)
  }

  /// Runs the scenario once for each value that can replace a result, until the scenario notices.
  ///
  /// - Throws: `FakedError.invalidParameter` for a wrong argument and for a scenario that makes other calls from
  ///   run to run, and `CancellationError` if the task is canceled.
  package func explore() async throws -> ExplorationReport {
    try scenario.check(
      limit: limit, least: 2, isNested: TestScope.current?.exploration != nil)
    let fakes = OutsideFakes(scenario)
    let first = try await run(nil)
    guard first.replacer.sawCalls || !first.failures.isEmpty else { throw scenario.error(.noCalls) }
    guard first.failures.isEmpty else { return failure(of: first) }
    let results = first.replacer.results.sorted { $0.key < $1.key }
    var report = ExplorationReport(runs: 1)
    try await replaceAll(results, of: first, &report)
    report.calls = results.map(\.value.call)
    report.head =
      "\(plural(report.runs, "run")): \(plural(results.count, "result")), "
      + "\(report.uncheckedResults.count) that no expectation checks."
    addWarnings(to: &report, results.map(\.value))
    report.warn(of: first.outcome)
    fakes.warn(&report)
    return report
  }

  /// Finds the results that no expectation checks.
  private func replaceAll(
    _ results: [(key: Int, value: ResultReplacer.Result)], of first: Run,
    _ report: inout ExplorationReport
  ) async throws {
    var progress = scenario.progressLine()
    defer { progress?.end() }
    var (varied, untriedCount) = ([String](), 0)
    exploration: for (number, (index, result)) in results.enumerated() {
      progress?.update(number, of: results.count, brokenCount: report.uncheckedResults.count)
      switch try await replace(result, at: index, of: first, &report) {
      case .checked: break
      case .unchecked:
        report.uncheckedResults.append(
          .init(call: result.call, value: result.value, tried: result.others, site: result.site))
      case .varied: varied.append(result.call)
      case .untried: untriedCount += 1
      case .endless(let run, let value):
        let isReplaced = run.replacer.hasReplaced
        if !isReplaced { varied.append(result.call) }
        let rest = results.dropFirst(number + 1).count { !$0.value.others.isEmpty }
        let leftOut = rest == 0 ? "" : ", and left out \(plural(rest, "result"))"
        report.warn(
          "the exploration ended at the run in which \(result.call) "
            + "\(isReplaced ? "returned" : "should have returned") \(value)\(leftOut). "
            + run.failures.map(\.text).joined(separator: " "))
        break exploration
      }
    }
    for call in varied {
      report.warn(
        "\(call) did not return the same value in two runs, so its result was not replaced. "
          + ExplorationReport.adviceForRepeating)
    }
    if untriedCount > 0 {
      report.warn(ofLimit: limit, leavingOut: plural(untriedCount, "result"))
    }
  }

  /// Runs the scenario with other values for one result, until the scenario notices.
  private func replace(
    _ result: ResultReplacer.Result, at index: Int, of first: Run,
    _ report: inout ExplorationReport
  ) async throws -> Finding {
    for (choice, value) in result.others.enumerated() {
      if report.runs >= limit { return .untried }
      let run = try await run(.init(index: index, choice: choice))
      report.runs += 1
      try checkRepeats(run, first, upTo: index)
      if run.failures.isEmpty { report.warn(of: run.outcome) }
      if run.outcome.ending.isEndless { return .endless(run, value: value) }
      if !run.replacer.hasReplaced { return .varied }
      if !run.failures.isEmpty { return .checked }
    }
    return result.others.isEmpty ? .checked : .unchecked
  }

  private func failure(of run: Run) -> ExplorationReport {
    var report = ExplorationReport(runs: 1)
    report.brokenCount = 1
    report.isComplete = false
    var broken = ExplorationReport.BrokenRun(run.failures)
    broken.title = "without a replaced result"
    report.broken = [broken]
    report.head = "The scenario fails as it is, so no result was replaced."
    return report
  }

  private func addWarnings(
    to report: inout ExplorationReport, _ results: [ResultReplacer.Result]
  ) {
    if results.isEmpty { report.warn("no call of its fakes returns a value.") }
    for result in results where result.lacksOtherValue {
      let known = result.others.isEmpty ? "" : "nil and "
      report.warn(
        "Faked knows no other \(result.type) than \(known)\(result.value), which \(result.call) returned. Name one in "
          + "the scenario: fake.mayReturn(\\.…, …).")
    }
  }

  /// Throws if other calls came before the one whose result is replaced. Arguments may vary, as dates do.
  private func checkRepeats(_ run: Run, _ first: Run, upTo index: Int) throws {
    guard !run.outcome.ending.stopsScenario else { return }
    let (calls, expected) = (run.replacer.calls, first.replacer.calls)
    let isSame =
      calls.count > index
      && zip(calls[..<index], expected).allSatisfy { $0.function == $1.function }
      && expected[index].isSame(as: calls[index], among: expected)
    try scenario.refuse(.otherCalls(before: expected[index].text), if: !isSame)
  }

  /// Runs the scenario once.
  private func run(_ replacement: ResultReplacer.Replacement?) async throws -> Run {
    try Task.checkCancellation()
    let replacer = ResultReplacer(replacement)
    let (outcome, result) = await scenario.run(replacer)
    return Run(replacer: replacer, outcome: outcome, failures: result.failures)
  }
}
