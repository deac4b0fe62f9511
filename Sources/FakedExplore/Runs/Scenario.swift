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
  fileprivate let body: @Sendable () async throws -> Void
  fileprivate let watch: Watch
  fileprivate let reporter: TestScope.Reporter
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

/// One run of a scenario.
final class Attempt: Sendable {
  private struct Observations {
    var failures: [RunFailure] = []
    var thrown: (any Error)?
    /// The numbers of runs of explorations within this run, and of those that ended by throwing.
    var innerRuns = (count: 0, thrownCount: 0)
    var isClosed = false

    /// A Boolean value that indicates whether the run, or every run within it, ended by throwing.
    var hasThrown: Bool {
      thrown != nil || innerRuns.count > 0 && innerRuns.thrownCount == innerRuns.count
    }

    mutating func add(_ failure: RunFailure) -> Bool {
      if !isClosed { failures.append(failure) }
      return !isClosed
    }
  }

  private let scenario: Scenario
  private let run: any ExplorationInterceptor
  private let scope: TestScope
  private let observations = Locked(Observations())
  /// The run that contains this one. `nil` if there is none.
  private let outer = Attempt.current

  @TaskLocal private static var current: Attempt?

  /// Prepares one run of a scenario, with fresh fakes in a scope of its own.
  init(_ scenario: Scenario, _ run: any ExplorationInterceptor) {
    self.scenario = scenario
    self.run = run
    scope = TestScope(of: run, reporter: scenario.reporter)
  }

  /// Runs the scenario, on the task that the scheduler started.
  func play() async {
    Scheduler.current?.scope = scope
    do {
      try await OutsideCalls.$current.withValue(scenario.outsideCalls.nextRun()) {
        try await TestScope.$current.withValue(scope) {
          try await Self.$current.withValue(self) {
            try await scenario.watch(
              { [observations, scope] failure in
                scope.isOfStoppedRun || observations.withLock { $0.add(failure) }
              }, scenario.body)
          }
        }
      }
    } catch {
      scope.sawError(error)
      observations.withLock { $0.thrown = error }
    }
  }

  /// Ends the scope of the run and returns what failed.
  func end(_ outcome: ScenarioRun) -> AttemptResult {
    let report = scope.end(isStrict: false)
    let observations = observations.withLock { observations in
      observations.isClosed = true
      return observations
    }
    var failures = observations.failures + report.failures.map(RunFailure.init)
    failures += report.thrownMessages.map { RunFailure($0) }
    let isExpected = observations.thrown.map(run.expects) ?? false
    if let thrown = observations.thrown, !outcome.ending.stopsScenario, !isExpected {
      let failure = RunFailure(throwing: thrown)
      if !failures.contains(where: { $0.text == failure.text }) { failures.append(failure) }
    }
    if outcome.ending != .completed {
      failures.insert(
        RunFailure(unfinished: outcome),
        at: outcome.ending.stopsScenario ? 0 : failures.endIndex)
    }
    run.roles.removeAll()
    outer?.addInnerRun(hasThrown: observations.hasThrown)
    return AttemptResult(failures: failures, hasThrown: observations.hasThrown)
  }
}

extension Attempt {
  private func addInnerRun(hasThrown: Bool) {
    observations.withLock { observations in
      observations.innerRuns.count += 1
      if hasThrown { observations.innerRuns.thrownCount += 1 }
    }
  }
}

/// The result of one run of a scenario.
struct AttemptResult: Sendable {
  /// The failures. Empty if the run passed.
  let failures: [RunFailure]
  /// A Boolean value that indicates whether the scenario, or every exploration within it, ended by throwing.
  let hasThrown: Bool
}
