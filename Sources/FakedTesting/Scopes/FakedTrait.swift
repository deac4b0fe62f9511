@_exported import Faked
import Testing

/// A trait that runs a test in a scope. See `.faked`.
///
/// On a suite, it applies to every test. Each case of a parameterized test has its own scope.
public struct FakedTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let options: ScopeOptions

  /// A Boolean value that indicates whether a suite gives the trait to its tests. Always `true`.
  public var isRecursive: Bool { true }

  /// Runs one test case. Swift Testing calls it.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of the test, or `nil` for a suite.
  ///   - function: Runs the test.
  /// - Throws: Every error that the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing calls this for the suite first, without a case.
    guard testCase != nil else { return try await function() }
    let scope = ScopeRunner(
      named: test.displayName ?? test.name, at: SourcePlace(test.sourceLocation), options,
      seesFailedChecks: IssueWatch.isSupported)
    try await scope.watchIssues(for: test, testCase: testCase) {
      do {
        try await EventuallyError.$isReported.withValue(true) { try await scope.run(function) }
      } catch is any ReportedError {
        // The test already has a failure that says more.
      }
    }
  }

  /// Returns the options of the scopes that the traits of a test create, outermost first.
  package static func scopeOptions(of test: Test) -> [ScopeOptions] {
    test.traits.compactMap { ($0 as? FakedTrait)?.options }
  }
}

extension Trait where Self == FakedTrait {
  /// A trait that gives a test a scope. Stubs that no call used are warnings at their `when` line.
  ///
  /// ```swift
  /// @Test(.faked) func theBookIsBorrowed() throws {
  ///   let library = FakeLibrary()
  ///   library.when(\.borrow).thenReturn(true)
  ///   #expect(try library.borrow("Emma", days: 7))
  ///   library.verify(\.borrow, with: "Emma", 7)
  /// }
  /// ```
  ///
  /// See <doc:Scopes>.
  public static var faked: Self { FakedTrait(options: ScopeOptions()) }

  /// Returns a trait that gives a test a scope with modes and limits.
  ///
  /// - Parameters:
  ///   - modes: The rules for unused stubs and unstubbed calls. Several modes apply together. Defaults to none: unused
  ///     stubs are warnings, and unstubbed calls are failures.
  ///   - patience: The longest time that anything in the test waits, unless it has a limit of its own. Defaults to
  ///     `FAKED_PATIENCE`, or to 30 seconds.
  ///   - callSites: A Boolean value that indicates whether calls record the lines that made them. Defaults to `true`.
  /// - Returns: The trait.
  public static func faked(
    _ modes: ScopeMode..., patience: Duration? = nil, callSites: Bool = true
  ) -> Self {
    FakedTrait(options: ScopeOptions(modes: modes, patience: patience, callSites: callSites))
  }
}
