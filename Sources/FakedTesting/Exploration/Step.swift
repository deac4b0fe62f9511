/// Runs a part of a scenario as a separate event in the orders of `exploreOrders` and `exploreCancellations`.
///
/// `async let out: Void = step("user signs out") { await session.signOut() }` runs before, between, and after the calls
/// that wait. A step runs even if its task is canceled. In a run of another exploration it runs immediately. Outside of
/// an exploration it runs immediately, too, and fails the test at this line.
///
/// ```swift
/// async let books: Void = step("user reads") { await reader.read() }
/// async let leaving: Void = step("user signs out") { await reader.signOut() }
/// _ = await (books, leaving)
/// ```
///
/// See <doc:StepsAndCancellations>.
///
/// - Parameters:
///   - name: The name of the step in reports.
///   - fileID: The file of the caller, which the compiler passes.
///   - filePath: The path of the caller, which the compiler passes.
///   - line: The line of the caller, which the compiler passes.
///   - column: The column of the caller, which the compiler passes.
///   - isolation: The actor of the caller, which the compiler passes.
///   - body: The part of the scenario.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
@discardableResult
public func step<Result, Failure: Error>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  // A detached task doesn't inherit the scope.
  let exploration = TestScope.ofTask?.exploration
  if exploration == nil {
    FailureReporter.report(
      """
      The step "\(name)" is outside of an exploration.
        Write it in the scenario of exploreOrders or exploreCancellations, on a task of that scenario. \
      A task that a queue or a thread starts doesn't belong to the scenario.
      """, at: SourceLine(fileID, filePath, line, column), ownedBy: nil)
  }
  await exploration?.waitForStep(name, isolation: isolation)
  return try await body()
}
