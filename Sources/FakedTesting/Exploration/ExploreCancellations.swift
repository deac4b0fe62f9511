/// Runs a scenario once for every point at which it waits, and cancels its task there.
///
/// The scenario waits for the async calls of its fakes, its steps, the sleeps of a `FakeClock`, streams, continuations,
/// and other tasks. The first run is not canceled. If a canceled call may have had its effect, it is tried with the
/// effect and without it. A run is broken if an expectation fails in it, if it throws an error other than
/// `CancellationError` or one that wraps it, or if it waits for something that can no longer happen. All broken runs
/// together are one failure of the test, at this line.
///
/// ```swift
/// try await exploreCancellations {
///   let library = FakeLibrary()
///   library.when(\.find).thenReturn(["Emma"])
///   let shelf = Shelf(library: library)
///   try? await shelf.load()
///   if Task.isCancelled { #expect(await shelf.books.isEmpty) }
/// }
/// ```
///
/// The report warns if the scenario never waits, if no cancellation reached a call, and if every canceled run threw
/// before an expectation. In a `.strict` scope, a warning is a failure. Each run costs about as much as the scenario
/// itself.
///
/// See <doc:StepsAndCancellations>.
///
/// - Parameters:
///   - limit: The maximum number of runs. Defaults to 1,000. `FAKED_ORDERS` raises it.
///   - deadline: The time to wait for work that leaves the scheduler, when nothing else can happen. Defaults to
///     the patience of the scope.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - scenario: The code to run. It creates all its state, because it runs many times.
/// - Returns: The report.
/// - Throws: `FakedError.invalidParameter` for an invalid argument, and within a run of `exploreOrders` or
///   `exploreCancellations`. `CancellationError` if the task is canceled.
@discardableResult
public func exploreCancellations(
  limit: Int = 1_000, deadline: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation, _ scenario: @escaping () async throws -> Void
) async throws -> ExplorationReport {
  let site = SourceLine(fileID, filePath, line, column)
  let exploration = CancellationExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: try RunSettings.current.raised(limit)
  )
  let report = try await exploration.explore()
  await FailureReporter.report(report, by: "exploreCancellations", at: site)
  return report
}
