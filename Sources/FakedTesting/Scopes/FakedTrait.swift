import Testing

/// Makes a test, or every test of a suite, a scope for the fakes that are made or first stubbed in it.
///
/// `@Test(.faked)` and `@Suite(.faked)`; each case of a parameterized test has a scope of its own.
public struct FakedTrait: TestTrait, SuiteTrait, TestScoping {
  let mode: ScopeMode
  let patience: Duration?

  /// A suite hands it on to its tests.
  public var isRecursive: Bool { true }

  /// Runs one test case in a scope; Swift Testing calls it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing asks for the suite first, without a case: the scopes are those of its cases.
    guard testCase != nil else { return try await function() }
    let scope = TestScope(
      named: test.displayName ?? test.name, at: SourcePlace(test.sourceLocation), mode,
      patience: patience)
    try await scope.watchIssues(for: test, testCase: testCase) {
      try await scope.run(function)
    }
  }
}

extension Trait where Self == FakedTrait {
  /// A scope for fakes; stubs that no call used are warnings at their `when` line.
  public static var faked: Self { FakedTrait(mode: .standard, patience: nil) }

  /// A scope for fakes, in a mode; `patience` is the longest wait of everything that waits in it.
  public static func faked(_ mode: ScopeMode = .standard, patience: Duration? = nil) -> Self {
    FakedTrait(mode: mode, patience: patience)
  }
}
