import Faked

/// Runs a test so that its tasks always run in the same order.
package struct DeterministicRun: Sendable {
  /// A deterministic test begins inside another one.
  package struct Nested: Error {}

  private let scheduler: Scheduler

  /// The way in which the test ended.
  package var ending: RunEnding { scheduler.state.withLock { $0.end.ending } }
  /// The tasks that had not ended when the test ended or was stopped.
  package var leftoverTasks: [LeftoverTask] { scheduler.leftoverTasks }
  /// The number of steps without a pause after which the test, or a task that it leaves, is stopped.
  package var maxSteps: Int { scheduler.limits.steps }

  /// Creates the run of one test.
  ///
  /// - Parameters:
  ///   - owner: The test, for the message about a job that never ends.
  ///   - patience: The time to wait for work that leaves the scheduler, when no task can run.
  ///   - reporter: Records a failure of the test.
  ///   - stuckHandler: Called when no task can run and nothing comes from elsewhere.
  /// - Throws: `Nested` if the current task belongs to a scheduler.
  package init(
    of owner: String, patience: Duration, reporter: @escaping Scheduler.Reporter,
    stuckHandler: @escaping @Sendable ([LeftoverTask]) -> Void
  ) throws {
    guard Scheduler.current == nil else { throw Nested() }
    var limits = Scheduler.Limits()
    limits.owner = owner
    limits.steps = 100_000
    limits.patience = patience
    scheduler = Scheduler(
      guide: nil, limits: limits, reporter: reporter, stuckHandler: stuckHandler)
  }

  /// Runs the test.
  ///
  /// - Parameter body: The test.
  /// - Returns: The result. `nil` if the test was stuck and did not react to cancellation.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value, any Error>? {
    let result = Locked<Result<Value, any Error>?>(nil)
    await scheduler.run {
      do {
        let value = try await body()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }
    return result.withLock { $0 }
  }
}
