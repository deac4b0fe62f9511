/// Runs a part of a test, as a rule the whole, as a scope for the fakes that are made or first taught in it.
///
/// For XCTest and anything else; a Swift Testing test has the trait `.faked`. At its end calls with
/// nothing taught that the code under test swallowed are failures, and so are calls that are still held,
/// behaviors that no call used are warnings at their `when` line, and every fake is torn down.
public func withFakedScope<Result>(
  _ unused: UnusedBehaviors = .warn, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, _ body: () throws -> Result
) rethrows -> Result {
  try TestScope(
    named: function, at: Place(CallSite(fileID, filePath, line, column)), unused: unused
  ).run(body)
}

/// Runs an async part of a test as a scope for the fakes that are made or first taught in it.
public func withFakedScope<Result>(
  _ unused: UnusedBehaviors = .warn, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await TestScope(
    named: function, at: Place(CallSite(fileID, filePath, line, column)), unused: unused
  ).run(isolation: isolation, body)
}
