/// Runs a scenario once for every call in it that can fail, with that call failing: every error path is taken.
///
/// Two runs without a fault learn the calls of the fakes that are made or first stubbed in the scenario, and
/// of functions that can throw. A run is broken when an expectation fails in it, when it throws another
/// error than the injected one (or one that carries it), or when it does not end within `deadline`, which
/// is the patience of the scope if left out: what broke under which fault is one failure of the test, at
/// this line. XCTest records a failed assertion at its own line as well. A scenario without a call that can
/// fail is a warning, and a failure in a `.strict` scope.
///
/// A call fails with what `mayFail` says of its function in the scenario, or with `error`, or with an
/// `InjectedFault`; calls of functions that `exempt` names never do. `kinds` says when: `.beforeEffect`, so
/// that its behavior does not run, or `.afterEffect`, so that it runs and its answer is lost. With `pairs`
/// each run with a fault is followed by those in which one of its later calls fails too. At most `limit` runs
/// are made. Around `exploreOrders` and `exploreCancellations` a call fails in all of their runs. A run costs
/// what the scenario costs and about 10 µs.
///
/// Throws `FakedError.invalidParameter` for a scenario without a call of a fake, for one that makes other
/// calls from run to run, for an error that a function cannot throw, for no `kinds`, a `limit` below 3, a
/// `deadline` that is not above zero, and within a run of another exploration, and `CancellationError` when
/// its task is cancelled.
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
