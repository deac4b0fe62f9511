/// Runs a scenario with each result of its calls replaced, and reports the results that no expectation checks.
///
/// The first run records the results. Further runs replace each of them with the natural default of its type and
/// similar values (0 and 1, "", nil, an empty collection, another case), or with the values that `mayReturn` names in
/// the scenario, until an expectation fails or the scenario throws. All results for which neither happens are one
/// failure of the test, at this line. A result for which Faked knows no other value is a warning, and a failure in a
/// `.strict` scope. Functions that `exempt` names keep their results.
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
/// Use it with Swift Testing: XCTest can't withdraw failures, so a run that fails as intended would fail its test. Each
/// run costs about as much as the scenario itself.
///
/// See <doc:LostResponses>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 10,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for a scenario without a call of a fake, for one whose calls
///   differ between runs, for an invalid argument, and within a run of another exploration. `CancellationError`
///   if the task is canceled.
@discardableResult
public func exploreResults(
  limit: Int = 10_000, deadline: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = ResultExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: try RunSettings.current.raised(limit)
  )
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreResults", at: site)
  return report
}
