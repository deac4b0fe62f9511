import Faked

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
