/// Runs a scenario once for every result of a call, with another result, and reports those that no expectation checks.
///
/// The first run learns the results. Each is replaced, one run after the other, by the natural default of its type and
/// similar values (0 and 1, "", nil, an empty collection, another case), or by what `mayReturn` names in the scenario,
/// until an expectation fails or the scenario throws. A result for which neither happens is one failure of the test, at
/// this line, together with all others. A result for which Faked knows no other value is a warning, and a failure in a
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
/// In XCTest, which takes no failure back, a run that breaks on purpose fails its test: use it with Swift Testing. Each
/// run costs about as much as the scenario itself.
///
/// See <doc:LostResponses>.
///
/// - Parameters:
///   - limit: The maximum number of runs. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the call, for failures. Leave it to the default, like the next three.
///   - filePath: The path of the file.
///   - line: The line of the call.
///   - column: The column of the call.
///   - isolation: The actor of the caller.
///   - scenario: The code to run. It makes all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for a scenario without a call of a fake, for one that makes other
///   calls from run to run, for a wrong argument, and within a run of another exploration. `CancellationError`
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
