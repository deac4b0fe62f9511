/// Runs a scenario once for every call in it that can fail, with that call failing: every error path is taken.
///
/// Two runs without a fault learn the calls of the fakes that are made or first stubbed in the scenario, and
/// of functions that can throw. A run is broken when an expectation fails in it, when it throws another
/// error than the injected one (or one that carries it), or when it does not end within `deadline`: what
/// broke under which fault is one failure of the test, at this line. XCTest records a failed assertion at
/// its own line as well.
///
/// A call fails with what `mayFail` says of its function in the scenario, or with `error`, or with an
/// `InjectedFault`; its behavior does not run. With `pairs` each run with a fault is followed by those in
/// which one of its later calls fails too. At most `limit` runs are made. A run costs what the scenario
/// costs and about 10 µs.
///
/// Throws `FakedError.invalidParameter` for a scenario without a call that can fail, for one that makes
/// other calls from run to run, and for an error that a function cannot throw.
@discardableResult
public func exploreFaults(
  failingWith error: (any Error)? = nil, pairs: Bool = false, limit: Int = 10_000,
  deadline: Duration = .seconds(60), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> FaultReport {
  let site = CallSite(fileID, filePath, line, column)
  let exploration = FaultExploration(
    .reporting(at: site, deadline: deadline, scenario), failingWith: error, pairs: pairs,
    limit: limit, at: site)
  let report = try await exploration.explore()
  if !report.broken.isEmpty || report.untried > 0 {
    FailureReporter.report("exploreFaults: \(report)", at: site, ownedBy: nil)
  }
  return report
}
