import Faked

/// Runs a scenario as it is to learn what its calls return, then once for each result with another one.
package struct ResultExploration: Sendable {
  let runner: ScenarioRunner
  let limit: Int
  let site: SourceLine

  package init(_ runner: ScenarioRunner, limit: Int, at site: SourceLine) {
    self.runner = runner
    self.limit = limit
    self.site = site
  }

  private typealias Run = (alterer: ResultAlterer, flaws: [String], ending: RunOutcome.Ending)

  /// Throws `FakedError.invalidParameter` for a scenario that cannot be explored, and
  /// `CancellationError` when its task is cancelled.
  package func explore() async throws -> ResultReport {
    let alarm = Task { await runner.alarm.watch() }
    defer { alarm.cancel() }
    if TestScope.current?.exploration != nil {
      throw ExploreMessage.nested("exploreResults", at: site)
    }
    if limit < 2 {
      throw ExploreMessage.fewRuns("exploreResults", limit: limit, least: 2, at: site)
    }
    if runner.deadline <= .zero {
      throw ExploreMessage.noTime("exploreResults", runner.deadline, at: site)
    }
    let (first, flaws, _) = try await run(nil)
    guard first.sawCalls || !flaws.isEmpty else {
      throw ExploreMessage.noFakes("exploreResults", at: site)
    }
    let results = first.results.sorted { $0.key < $1.key }
    var report = ResultReport(
      runs: 1, calls: results.map(\.value.call), failures: flaws,
      unaltered: results.filter { $0.value.others.isEmpty }.map { unaltered($0.value) })
    guard flaws.isEmpty else { return report }
    for (place, result) in results where !result.others.isEmpty {
      try await alter(result, at: place, first.calls, &report)
    }
    return report
  }

  /// Tries one value after the other for a result, until the scenario notices.
  private func alter(
    _ result: ResultAlterer.Result, at place: Int, _ calls: [String],
    _ report: inout ResultReport
  ) async throws {
    for choice in result.others.indices {
      guard report.runs < limit else {
        report.untried += 1
        return
      }
      let alteration = ResultAlterer.Alteration(place: place, choice: choice)
      let (alterer, flaws, ending) = try await run(alteration, after: calls)
      report.runs += 1
      if ending == .leftBehind {
        throw ExploreMessage.leftBehind(result.call, result.others[choice], at: site)
      }
      guard alterer.hasAltered else {
        report.varied.append(result.call)
        report.untried += 1
        return
      }
      if !flaws.isEmpty { return }
    }
    report.unnoticed.append(
      .init(call: result.call, value: result.value, tried: result.others))
  }

  /// Runs the scenario with another result, and again where another call of the function came in its place,
  /// as it may when calls are made at the same time. Arguments may vary, as dates do.
  private func run(
    _ alteration: ResultAlterer.Alteration, after expected: [String]
  ) async throws -> Run {
    func function(_ call: String) -> Substring { call.prefix { $0 != "(" } }
    let place = alteration.place
    return try await ScenarioRunner.untilInOrder {
      let run = try await run(alteration)
      guard run.ending == .byItself else { return .made(run) }
      let calls = run.alterer.calls
      let error = ExploreMessage.otherCalls(expected[place], at: site)
      guard calls.count > place, calls[...place].map(function) == expected[...place].map(function)
      else { throw error }
      let isSame = calls[place] == expected[place] || !expected.contains(calls[place])
      return isSame ? .made(run) : .otherOrder(error)
    }
  }

  private func unaltered(_ result: ResultAlterer.Result) -> String {
    "\(result.call) returned \(result.value), and \(result.type) has no other value"
  }

  /// Runs the scenario once.
  private func run(
    _ alteration: ResultAlterer.Alteration?
  ) async throws -> Run {
    let alterer = ResultAlterer(alteration)
    let outcome = await runner.run(alterer)
    alterer.end()
    try Task.checkCancellation()
    return (alterer, outcome.flaws(deadline: runner.deadline) { _ in false }, outcome.ending)
  }
}
