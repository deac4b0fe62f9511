import Testing

/// A trait that runs a test in a scope, or runs its tasks in a fixed order.
///
/// Use `.faked` for a scope and `.deterministic` for a fixed order, on a test or a suite. Each case of a parameterized
/// test has its own scope.
public struct FakedTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate enum Kind {
    case scope(ScopeOptions)
    case deterministic
  }

  fileprivate let kind: Kind

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
    switch kind {
    case .scope(let options): try await run(test, testCase, in: options, function)
    case .deterministic:
      try await withoutActuallyEscaping(function) { function in
        let options = Self.scopeOptions(of: test)
        let deterministic = DeterministicTest(
          at: SourcePlace(test.sourceLocation),
          patience: options.last { $0.patience != nil }?.patience,
          isStrict: options.last?.modes.contains(.strict))
        let hasEnded: Void? = try await deterministic.run(function)
        if hasEnded == nil { AbandonedClosure.forget(function) }
      }
    }
  }

  /// The options of the scopes that the traits of a test create, outermost first. A scope may begin after the scheduler.
  private static func scopeOptions(of test: Test) -> [ScopeOptions] {
    test.traits.compactMap { trait in
      guard let trait = trait as? FakedTrait, case .scope(let options) = trait.kind else {
        return nil
      }
      return options
    }
  }

  private func run(
    _ test: Test, _ testCase: Test.Case?, in options: ScopeOptions,
    _ function: @Sendable () async throws -> Void
  ) async throws {
    let scope = ScopeRunner(
      named: test.displayName ?? test.name, at: SourcePlace(test.sourceLocation), options,
      seesFailedChecks: IssueWatch.isSupported)
    try await scope.watchIssues(for: test, testCase: testCase) {
      do {
        try await scope.run(function)
      } catch is any ReportedError {
        // The test already has a failure that says more.
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
  public static var faked: Self { FakedTrait(kind: .scope(ScopeOptions())) }

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
    FakedTrait(
      kind: .scope(ScopeOptions(modes: modes, patience: patience, callSites: callSites)))
  }

  /// A trait that runs the tasks of the test in the same order in every run.
  ///
  /// All tasks of the test, its actors, and its code on the main actor run one step at a time, each in the order in
  /// which it became ready. Other tests run in parallel. A test that waits for something that can no longer happen
  /// fails at once.
  ///
  /// ```swift
  /// @Test(.deterministic) func thePollerTicksEverySecond() async {
  ///   let clock = FakeClock()
  ///   let poller = Poller(clock: clock)
  ///   await poller.start()
  ///   await clock.advance(by: .seconds(3))
  ///   #expect(await poller.ticks == 3)
  /// }
  /// ```
  ///
  /// See <doc:DeterministicTests>.
  public static var deterministic: Self { FakedTrait(kind: .deterministic) }
}
