/// Runs a scenario once for every call in it that can fail, and makes that call fail.
///
/// The first run has no fault. A run is broken if an expectation fails in it, if it throws an error other than the
/// injected one or one that wraps it, or if it waits for something that can no longer happen. All broken runs together,
/// with their faults, are one failure of the test, at this line.
///
/// ```swift
/// try await exploreFaults {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let shelf = Shelf(library: library)
///   try? await shelf.load()
///   await shelf.signOut()
///   #expect(await shelf.books.isEmpty)
/// }
/// ```
///
/// A call fails with the errors that `mayFail` names in the scenario, with `error`, or with an `InjectedFault`.
/// Functions that `exempt` names never fail. If a call returns an `AsyncThrowingStream`, the stream also fails before
/// its first element, and after each of the first four that the code reads. Around `exploreOrders` and
/// `exploreCancellations`, a call fails in all of their runs. Each run costs about as much as the scenario itself.
///
/// See <doc:FaultsAndOrders>.
///
/// - Parameters:
///   - error: The error of calls for which the scenario names none. Defaults to `nil`, which is an `InjectedFault`.
///   - kinds: The moments at which calls fail: before their effect, after it, or both in turn. Defaults to
///     `.beforeEffect`.
///   - depth: The maximum number of calls that fail in one run. Defaults to 1. With 2, each run with a fault is
///     followed by runs in which one of its later calls fails, too.
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
///   differ between runs, for an error that a function cannot throw, for an invalid argument, and within a run of
///   another exploration. `CancellationError` if the task is canceled.
@discardableResult
public func exploreFaults(
  failingWith error: (any Error)? = nil, kinds: Set<FaultKind> = [.beforeEffect],
  depth: Int = 1, limit: Int = 10_000, deadline: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  var options = FaultExploration.Options()
  options.error = error
  options.kinds = kinds
  options.depth = depth
  options.limit = try RunSettings.current.raised(limit)
  let exploration = FaultExploration(
    .reporting(at: site, deadline: deadline, scenario), options)
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreFaults", at: site)
  return report
}
