/// Runs a part of a test, as a rule the whole, as a scope for the fakes made or first stubbed in it.
///
/// For XCTest, and for a part of a Swift Testing test; the whole of one has the trait `.faked`. At its end
/// unstubbed calls that the code under test swallowed are failures, and so are calls that are still held; stubs that no
/// call used are warnings at their `when` line.
public func withFakedScope<Result>(
  _ mode: ScopeMode = .standard, patience: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, _ body: () throws -> Result
) rethrows -> Result {
  try TestScope(
    named: function, at: SourcePlace(CallSite(fileID, filePath, line, column)), mode,
    patience: patience
  ).run(body)
}

/// Runs an async part of a test as a scope for the fakes that are made or first stubbed in it.
public func withFakedScope<Result>(
  _ mode: ScopeMode = .standard, patience: Duration? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  function: String = #function, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await TestScope(
    named: function, at: SourcePlace(CallSite(fileID, filePath, line, column)), mode,
    patience: patience
  ).run(isolation: isolation, body)
}
