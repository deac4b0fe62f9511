import Faked
import FakedScheduler

/// Runs a scenario many times, as the explorations of FakedExplore do, but without a test framework.
struct Exploration {
  /// Records a failure of a run, as `#expect` does.
  typealias Expect = @Sendable (_ condition: Bool, _ failure: String) -> Void

  private let scenario: Scenario

  /// Creates an exploration.
  ///
  /// - Parameters:
  ///   - name: The name of the function that a test calls.
  ///   - body: The scenario.
  init(
    _ name: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: @escaping (Expect) async throws -> Void
  ) {
    let collect = Captured<@Sendable (RunFailure) -> Bool>({ _ in false })
    let expect: Expect = { condition, failure in
      if !condition { _ = collect.value(RunFailure("Expectation failed: \(failure)")) }
    }
    scenario = Scenario(
      of: name, at: SourceLine(fileID, filePath, line, column), patience: .seconds(10),
      watch: { newCollect, body in
        collect.value = newCollect
        try await body()
      },
      reporter: TestScope.Reporter(now: { _ in true }, late: { _ in }, note: { _ in }),
      { try await body(expect) })
  }

  /// Runs the scenario in every order with at most a number of changes.
  func orders(changes: Int) async throws -> ExplorationReport {
    try await scenario.exploreOrders(changes: changes)
  }

  /// Runs the scenario once for every call that can fail.
  func faults() async throws -> ExplorationReport {
    try await scenario.exploreFaults(FaultOptions())
  }
}
