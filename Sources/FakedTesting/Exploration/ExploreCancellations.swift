/// Runs a scenario once for every point at which it waits, and cancels its task at that point.
///
/// The first run isn't canceled. It finds the points at which calls of async functions and steps wait, and resumes
/// them in the order in which they arrived. A run is broken if an expectation fails, if it throws an error other than
/// `CancellationError` (or an error that contains it), or if it doesn't end within `deadline`. All broken runs are one
/// failure of the test, at this line. A scenario in which nothing waits is a warning, or a failure in a `.strict`
/// scope.
///
/// A run costs about 1 ms in addition to the scenario.
///
/// ```swift
/// try await exploreCancellations {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let books = try? await library.find("Emma")
///   #expect(books == nil || books == ["Emma"])
/// }
/// ```
///
/// See <doc:StepsAndCancellations>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 1,000.
///   - deadline: The time that one run may take. Defaults to the patience of the scope.
///   - quiet: The time without events after which a run counts as waiting, if work outside the scenario can wake it.
///     Defaults to 10 milliseconds.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. Create or first stub its fakes in it.
/// - Returns: A report of the runs.
/// - Throws: `FakedError.invalidParameter` if the scenario calls no fake, `limit` is less than 1, `deadline` isn't
///   positive, or `quiet` is negative, and within a run of `exploreOrders` or `exploreCancellations`.
///   `CancellationError` if its task is canceled.
@discardableResult
public func exploreCancellations(
  limit: Int = 1_000, deadline: Duration? = nil, quiet: Duration = .milliseconds(10),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> OrderReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = OrderExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: limit, seed: 0, quiet: quiet,
    at: site)
  let report = try await exploration.exploreCancellations()
  report.tell(by: "exploreCancellations", at: site)
  return report
}
