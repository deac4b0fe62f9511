/// Runs a scenario once for every result of a call, with a different result, and reports results that nothing checks.
///
/// The first run records the results of calls of fakes that are created or first stubbed in the scenario. Further runs
/// replace each result with the natural default of its type and neighboring values (0 and 1, "", nil, an empty
/// collection, another case), or with the values that `mayReturn` specifies in the scenario, until a run breaks: an
/// expectation fails, it throws an error, or it doesn't end within `deadline`. All results that can have any value are
/// one failure of the test, at this line. A result without an alternative is a warning, or a failure in a `.strict`
/// scope. Calls of functions that `exempt` names keep their results. Around `exploreOrders` and `exploreCancellations`,
/// a call has its other result in all of their runs.
///
/// Use this function with Swift Testing: XCTest can't withdraw a failure, so a run that breaks on purpose fails its
/// test. A run costs about 10 µs in addition to the scenario.
///
/// ```swift
/// try await exploreResults {
///   let library = FakeLibrary()
///   library.when(\.borrow).thenReturn(true)
///   let isLent = try library.borrow("Emma", days: 7)
///   #expect(isLent)
/// }
/// ```
///
/// See <doc:LostResponses>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 10,000.
///   - deadline: The time that one run may take. Defaults to the patience of the scope.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. Create or first stub its fakes in it.
/// - Returns: A report of the results.
/// - Throws: `FakedError.invalidParameter` if the scenario calls no fake, makes different calls from run to run, or
///   doesn't end with another result even after it is canceled, if `limit` is less than 2 or `deadline` isn't positive, and
///   within a run of another exploration. `CancellationError` if its task is canceled.
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
