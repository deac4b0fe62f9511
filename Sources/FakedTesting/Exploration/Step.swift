/// An event of a scenario that takes part in its orders: it waits, as a call does, until it is its turn.
///
/// `async let out: Void = step("user signs out") { await session.signOut() }` in `exploreOrders` or
/// `exploreCancellations` happens before, between and after the calls that wait. A step whose task is cancelled
/// happens all the same. In a run of another exploration it happens at once; outside of one it does too,
/// and that is a failure at this line. Throws what `body` throws.
public func step<Result, Failure: Error>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let observer = FakedScope.current?.exploration
  if observer == nil {
    FailureReporter.report(
      """
      The step "\(name)" is outside of an exploration.
        Write it in the scenario of exploreOrders or exploreCancellations, on a task of that scenario.
      """, at: SourceLine(fileID, filePath, line, column), ownedBy: nil)
  }
  await (observer as? OrderGate)?.waitForStep(name, isolation: isolation)
  return try await body()
}
