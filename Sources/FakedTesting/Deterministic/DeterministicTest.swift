import FakedExplore
import Testing

/// Runs the code of one test on a scheduler, and records its failures.
struct DeterministicTest: Sendable {
  private let place: SourcePlace
  private let patience: Duration
  private let isStrict: Bool

  /// Creates the run of a test.
  ///
  /// - Parameters:
  ///   - place: The line of the test.
  ///   - patience: The time to wait for work that leaves the scheduler. Defaults to that of the current scope.
  ///   - isStrict: A Boolean value that indicates whether warnings count as failures. Defaults to that of the current
  ///     scope.
  init(at place: SourcePlace, patience: Duration? = nil, isStrict: Bool? = nil) {
    self.place = place
    self.patience = patience ?? TestScope.current?.patience ?? TestScope.usualPatience
    self.isStrict = isStrict ?? TestScope.current?.isStrict ?? false
  }

  /// Runs the code of the test.
  ///
  /// - Parameter body: The code. It must not be used after the function has returned, unless the test is
  ///   stuck.
  /// - Returns: The result. `nil` if the test was stuck, and ended with the error of its cancellation or not at all.
  @discardableResult
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    let place = place
    let name = TestScope.current?.name ?? Test.current?.name ?? "the deterministic test"
    let owner = "\(name) (\(place))"
    do {
      let run = try DeterministicRun(
        of: owner, patience: patience,
        reporter: { FailureReporter.record($0, at: SourcePlace($1)) },
        stuckHandler: { waits in
          FailureReporter.record(DeterministicFailure.stuck(waits).message, at: place)
        })
      let result = await run.run(body)
      switch run.ending {
      // The scheduler has already reported a stuck test.
      case .completed, .stuck: break
      case .tooManySteps:
        let failure = DeterministicFailure.endless(run.leftoverTasks, steps: run.maxSteps)
        FailureReporter.record(failure.message, at: place)
      case .leftoversNeverWait:
        let warning = DeterministicFailure.leftoversNeverWait(
          run.leftoverTasks, steps: run.maxSteps)
        FailureReporter.warn(.init(warning.message, at: nil), of: place, isStrict: isStrict)
      }
      if run.ending.stopsScenario, case .failure(is CancellationError) = result { return nil }
      return try result?.get()
    } catch is DeterministicRun.Nested {
      FailureReporter.record(DeterministicFailure.nested.message, at: place)
      return try await body()
    }
  }
}
