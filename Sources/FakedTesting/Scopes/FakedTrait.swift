import Testing

/// A trait that gives a test, or every test of a suite, a scope for the fakes that are made or first stubbed in it.
///
/// Write `@Test(.faked)` or `@Suite(.faked)`. Each case of a parameterized test has its own scope.
public struct FakedTrait: TestTrait, SuiteTrait, TestScoping {
  let options: ScopeOptions

  /// A Boolean value that indicates whether a suite gives the trait to its tests. Always `true`.
  public var isRecursive: Bool { true }

  /// Runs one test case in a scope. Swift Testing calls it.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of the test, or `nil` for a suite.
  ///   - function: Runs the test.
  /// - Throws: Every error that the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Swift Testing asks for the suite first, without a case. Only cases have scopes.
    guard testCase != nil else { return try await function() }
    let scope = ScopeRunner(
      named: test.displayName ?? test.name, at: SourcePlace(test.sourceLocation), options,
      seesFailedChecks: true)
    try await scope.watchIssues(for: test, testCase: testCase) {
      do {
        try await scope.run(function)
      } catch is UnmetChecksError {
        // The checks that do not hold are failures of their own.
      }
    }
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
  ///   - modes: The rules for unused stubs and unstubbed calls. Several modes apply together.
  ///   - patience: The longest wait of everything that waits in the test. Defaults to `FAKED_PATIENCE`, or to 30
  ///     seconds.
  ///   - callSites: A Boolean value that indicates whether calls record the lines that made them.
  /// - Returns: The trait.
  public static func faked(
    _ modes: ScopeMode..., patience: Duration? = nil, callSites: Bool = true
  ) -> Self {
    FakedTrait(options: ScopeOptions(modes: modes, patience: patience, callSites: callSites))
  }
}
