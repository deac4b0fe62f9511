/// Runs a scenario once for every call that can fail, with that call failing, so that every error path is taken.
///
/// Two runs without faults find the calls of throwing functions, on fakes that are created or first stubbed in the
/// scenario. A run is broken if an expectation fails, if it throws an error other than the injected one (or an error
/// that contains it), or if it doesn't end within `deadline`. All broken runs with their faults are one failure of the
/// test, at this line. XCTest also records a failed assertion at its own line. A scenario without a call that can fail
/// is a warning, or a failure in a `.strict` scope.
///
/// A call fails with the error that `mayFail` specifies for its function in the scenario. Otherwise, it fails with
/// `error` or with an `InjectedFault`. Calls of functions that `exempt` names never fail. Around `exploreOrders` and
/// `exploreCancellations`, a call fails in all of their runs. A run costs about 10 µs in addition to the scenario.
///
/// ```swift
/// try await exploreFaults {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let books = try? await library.find("Emma")
///   #expect(books == nil || books == ["Emma"])
/// }
/// ```
///
/// See <doc:FaultsAndOrders>.
///
/// - Parameters:
///   - error: The error to inject. Defaults to an `InjectedFault`.
///   - kinds: The moments at which calls fail: `.beforeEffect`, so that the behavior doesn't run, or `.afterEffect`, so
///     that it runs and its result is lost. Defaults to `.beforeEffect`.
///   - pairs: A Boolean value that indicates whether each run with a fault is followed by runs in which one of its
///     later calls fails, too. Defaults to `false`.
///   - limit: The maximum number of runs. Defaults to 10,000.
///   - deadline: The time that one run may take. Defaults to the patience of the scope.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. Create or first stub its fakes in it.
/// - Returns: A report of the runs.
/// - Throws: `FakedError.invalidParameter` if the scenario calls no fake or makes different calls from run to run, if a
///   function can't throw the error, if `kinds` is empty, `limit` is less than 3, or `deadline` isn't positive, and
///   within a run of another exploration. `CancellationError` if its task is canceled.
@discardableResult
public func exploreFaults(
  failingWith error: (any Error)? = nil, kinds: Set<FaultKind> = [.beforeEffect],
  pairs: Bool = false, limit: Int = 10_000, deadline: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> FaultReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = FaultExploration(
    .reporting(at: site, deadline: deadline, scenario), failingWith: error, pairs: pairs,
    kinds: kinds, limit: limit, at: site)
  let report = try await exploration.explore()
  FailureReporter.report(
    report, by: "exploreFaults", isFailure: !report.broken.isEmpty || report.untried > 0,
    vacuity: report.vacuity, at: site)
  return report
}
