/// Runs a scenario once for every point at which it waits, with its task cancelled there.
///
/// The first run is not cancelled; it learns the points: there the calls of async functions and the steps
/// wait, and go on in the order in which they came. A run is broken when an expectation fails in it, when it
/// throws another error than `CancellationError` (or one that carries it), or when it does not end within
/// `deadline`, which is the patience of the scope if left out: that is one failure of the test, at this
/// line. A scenario in which nothing waits is a warning, and a failure in a `.strict` scope.
///
/// A run costs what the scenario costs and about 1 ms. Throws `FakedError.invalidParameter` for a scenario
/// without a call of a fake, a `limit` below 1, a `deadline` that is not above zero, a `quiet` below zero, and
/// within a run of `exploreOrders` or `exploreCancellations`, and `CancellationError` when its task is
/// cancelled.
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
