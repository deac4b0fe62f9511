import FakedExplore
import Testing

/// Runs the code of one test on a scheduler, and records its failures.
struct DeterministicTest: Sendable {
  private let place: SourcePlace

  init(at place: SourcePlace) { self.place = place }

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
    let patience = TestScope.current?.patience ?? TestScope.usualPatience
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
      if let tasks = run.endlessTasks {
        FailureReporter.record(DeterministicFailure.endless(tasks).message, at: place)
      }
      if run.isUnfinished, case .failure(is CancellationError) = result { return nil }
      return try result?.get()
    } catch is DeterministicRun.Nested {
      FailureReporter.record(DeterministicFailure.nested.message, at: place)
      return try await body()
    }
  }
}
