/// Runs a scenario once for every order in which its async calls can end, and reports the orders that break it.
///
/// The calls of the fakes that are made or first stubbed in the scenario wait; when nothing else can
/// happen one of them goes on to its stubs, and so on. `finishInAnyOrder` chooses functions;
/// else those of all async functions wait. An order is broken when an expectation fails in it, when it
/// throws, or when it does not end within `deadline`: that is one failure of the test, at this line.
/// XCTest records a failed assertion at its own line as well.
///
/// Up to 5 calls that wait at one time all orders are run, at most `limit`. Above, a sample is: 120 orders
/// that `seed` chooses, which the report names. Each order is one that can happen. Tasks made with
/// `Task { }` cannot be watched, nor any on systems before macOS 15 and iOS 18: there the calls that wait
/// are all there are once nothing has happened for the time `quiet`.
///
/// Throws `FakedError.invalidParameter` for a scenario in which no call waits.
@discardableResult
public func exploreOrders(
  limit: Int = 10_000, seed: UInt64 = 0, deadline: Duration = .seconds(60),
  quiet: Duration = .milliseconds(10), fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ scenario: @escaping () async throws -> Void
) async throws -> OrderReport {
  let site = CallSite(fileID, filePath, line, column)
  let exploration = OrderExploration(
    .reporting(at: site, deadline: deadline, scenario), limit: limit, seed: seed, quiet: quiet,
    at: site)
  let report = try await exploration.explore()
  if !report.broken.isEmpty || !report.missing.isEmpty || !report.isComplete && report.seed == nil {
    FailureReporter.report("exploreOrders: \(report)", at: site, ownedBy: nil)
  }
  return report
}
