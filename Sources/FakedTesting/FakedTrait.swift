import Testing

/// Makes a test, or every test of a suite, a scope for the fakes that are made or first taught in it.
///
/// `@Test(.faked)` and `@Suite(.faked)`; each case of a parameterized test has a scope of its own.
public struct FakedTrait: TestTrait, SuiteTrait, TestScoping {
  let unused: UnusedBehaviors
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing asks for the suite first, without a case: the scopes are those of its cases.
    guard testCase != nil else { return try await function() }
    let scope = TestScope(
      named: test.displayName ?? test.name, at: Place(test.sourceLocation), unused: unused)
    try await scope.watchIssues(for: test, testCase: testCase) {
      try await scope.run(function)
    }
  }
}

extension Trait where Self == FakedTrait {
  /// A scope for fakes; behaviors that no call used are warnings at their `when` line.
  public static var faked: Self { FakedTrait(unused: .warn) }

  /// A scope for fakes, and what to make of behaviors that no call used.
  public static func faked(_ unused: UnusedBehaviors) -> Self { FakedTrait(unused: unused) }
}

/// What to make of behaviors that were taught and never used.
public enum UnusedBehaviors: Sendable {
  /// They are warnings at their `when` line.
  case warn
  /// They are failures at their `when` line.
  case strict
  /// They are not reported.
  case lenient
}
