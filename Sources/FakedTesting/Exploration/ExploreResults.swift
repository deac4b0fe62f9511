/// Runs a scenario once for every result of a call, with another result, and reports those that no expectation depends on.
///
/// The first run learns what the calls return of the fakes that are made or first stubbed in the scenario.
/// Each result is replaced, one run after the other, by the natural default of its type and its neighbors
/// (0 and 1, "", nil, an empty collection, another case) or by what `mayReturn` names in the scenario, until
/// a run breaks: an expectation fails in it, it throws, or it does not end within `deadline`, which is the
/// patience of the scope if left out. A result that may be anything is one failure of the test, at this line,
/// together with all others. One without another value is a warning, and a failure in a `.strict` scope.
/// Calls of functions that `exempt` names keep their results. Around
/// `exploreOrders` and `exploreCancellations` a call has its other result in all of their runs.
///
/// In XCTest, which takes no failure back, a run that breaks on purpose fails its test: use it with Swift
/// Testing. At most `limit` runs are made; a run costs what the scenario costs and about 10 µs.
///
/// Throws `FakedError.invalidParameter` for a scenario without a call of a fake, for one that makes other calls
/// from run to run, for one that does not end with another result, nor when it is cancelled, a `limit` below
/// 2, a `deadline` that is not above zero, and within a run of another exploration, and `CancellationError`
/// when its task is cancelled.
@discardableResult
public func exploreResults(
  limit: Int = 10_000, deadline: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ResultReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = ResultExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: limit, at: site)
  let report = try await exploration.explore()
  FailureReporter.report(
    report, by: "exploreResults",
    isFailure: !report.failures.isEmpty || !report.unnoticed.isEmpty || report.untried > 0,
    vacuity: report.vacuity, doubt: report.doubt, at: site)
  return report
}
