import Testing

/// Runs a test, or every test of a suite, so that its tasks always run in the same order.
///
/// Use it as `@Test(.deterministic)` or `@Suite(.deterministic)`. All tasks of the test, its actors, and its
/// code on the main actor run one step at a time, each in the order in which it became ready. Other tests run
/// in parallel. A test that waits for something that can no longer happen fails at once.
public struct DeterministicTrait: TestTrait, SuiteTrait, TestScoping {
  /// A Boolean value that indicates whether a suite hands the trait to its tests. Always `true`.
  public var isRecursive: Bool { true }

  /// Runs one test case. Swift Testing calls this function.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case. `nil` for a suite, whose cases are run one by one.
  ///   - function: The code of the test.
  /// - Throws: The errors of the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withoutActuallyEscaping(function) { function in
      let hasEnded: Void? = try await DeterministicTest(at: SourcePlace(test.sourceLocation)).run(
        function)
      if hasEnded == nil { AbandonedClosure.forget(function) }
    }
  }
}

extension Trait where Self == DeterministicTrait {
  /// Runs the tasks of the test in the same order in every run.
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
  public static var deterministic: Self { DeterministicTrait() }
}
