import Faked

/// The scenario of an exploration, and the way in which its failures are collected.
package struct Scenario: Sendable {
  /// Runs a body and collects the failures that a test framework sees while it runs.
  ///
  /// `collect` returns `false` for a failure after the end of the run, which the framework then reports.
  package typealias Watch =
    @Sendable (
      _ collect: @escaping @Sendable (_ failure: RunFailure) -> Bool,
      _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Void

  /// The name of the exploration.
  private(set) var name = "exploration"
  /// The line of the exploration.
  let site: SourceLine
  let limits: Scheduler.Limits
  let outsideCalls = OutsideCalls()
  let body: @Sendable () async throws -> Void
  let watch: Watch
  let reporter: TestScope.Reporter
  /// Returns a Boolean value that indicates whether expectations run even if the scenario throws.
  let checksDespiteErrors: @Sendable () -> Bool

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - site: The line of the exploration.
  ///   - patience: The time to wait for work outside of the scheduler, when no task can run.
  ///   - watch: Runs a body and collects its failures.
  ///   - reporter: Reports failures after the end of a run to the test.
  ///   - checksDespiteErrors: Returns a Boolean value that indicates whether expectations run even if the scenario
  ///     throws.
  ///   - body: The code of the scenario.
  package init(
    at site: SourceLine, patience: Duration, watch: @escaping Watch,
    reporter: TestScope.Reporter, checksDespiteErrors: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping () async throws -> Void
  ) {
    self.site = site
    var limits = Scheduler.Limits()
    limits.patience = patience
    limits.owner = "\(TestScope.current?.name ?? "the exploration") (\(site))"
    self.limits = limits
    // The runs follow one another, and the caller waits for them.
    let body = UncheckedSendable(body)
    self.body = { try await body.value() }
    self.watch = watch
    self.reporter = reporter
    self.checksDespiteErrors = checksDespiteErrors
  }

  /// Returns the scenario with the name of the exploration that runs it.
  func named(_ name: String) -> Self {
    var scenario = self
    scenario.name = name
    return scenario
  }

  /// Runs the scenario once in the default order.
  ///
  /// - Parameters:
  ///   - run: Decides about the calls.
  ///   - cancellation: The point at which the scenario is canceled, for a report. `nil` if it is not.
  ///   - title: A phrase that sets the run apart from the others, such as `canceled at wait 3`, in case it crashes.
  func run(
    _ run: any ExplorationInterceptor, cancelledBy cancellation: CancellationPlan? = nil,
    title: String? = nil
  ) async -> (outcome: ScenarioRun, result: AttemptResult) {
    let attempt = Attempt(self, run)
    var limits = limits
    if let title { limits.owner += ", \(title)" }
    let outcome = await ScenarioRun.guided(
      by: .prefix(.empty), cancelledBy: cancellation, limits: limits,
      keepsStory: cancellation != nil
    ) {
      await attempt.play()
    }
    return (outcome, attempt.end(outcome))
  }

  /// Returns a note, for the head of a report, of how many runs did not reach the expectations at their end.
  func noteOfThrown(_ results: some Sequence<AttemptResult>) -> String {
    let count = results.count { $0.hasThrown }
    return count == 0 || checksDespiteErrors() ? "" : " (\(count) ended by throwing)"
  }

  /// Returns the error that the exploration throws if the scenario can't be explored or an argument is wrong.
  func error(_ error: ExplorationError) -> FakedError { error.thrown(by: name, at: site) }

  /// Throws an error if the exploration can't be nested here, or for a wrong argument that every exploration has.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of runs.
  ///   - least: The number of runs that the exploration needs.
  ///   - isNested: A Boolean value that indicates whether it is inside another exploration that doesn't allow it.
  func check(limit: Int, least: Int, isNested: Bool) throws {
    try refuse(.nested, if: isNested)
    try refuse(.limit(limit, least: least), if: limit < least)
    try refuse(.patience(limits.patience), if: limits.patience <= .zero)
  }

  /// Throws an error if a condition holds.
  func refuse(_ error: ExplorationError, if isWrong: Bool) throws {
    if isWrong { throw self.error(error) }
  }
}
