import Testing

extension Scenario {
  /// Returns a scenario whose runs keep the failures of the framework that runs this process.
  static func reporting(
    at site: SourceLine, deadline: Duration?, _ body: @escaping () async throws -> Void
  ) -> Scenario {
    let test = Test.current
    let testCase = Test.Case.current
    // A patience of 0 must not count as an invalid `deadline:`.
    let patience = max(
      .milliseconds(1), TestScope.current?.patience ?? TestScope.usualPatience)
    return Scenario(
      at: site, patience: deadline ?? patience,
      watch: { collect, body in
        if let test {
          try await RunFailures.collect(with: collect, of: test, testCase, while: body)
        } else {
          try await XCTestFailures.collect(with: collect, while: body)
        }
      },
      reporter: FailureReporter.reporter(for: SourcePlace(site)),
      checksDespiteErrors: { ScenarioSource(site: site).checksDespiteErrors },
      body)
  }
}

extension FailureReporter {
  /// Reports an exploration that failed, or warns about one that proves less than it seems to.
  static func report(
    _ report: ExplorationReport, by name: String, at site: SourceLine,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    if let picture = report.picture {
      await TestAttachment.recordPicture(picture, named: "orders.svg", at: SourcePlace(site))
    }
    if report.isFailure { return self.report("\(name): \(report)", at: site, ownedBy: nil) }
    // Warn only once within the runs of another exploration.
    guard !report.warnings.isEmpty, TestScope.current?.exploration?.isFirstRun ?? true else {
      return
    }
    let warning = ScopeFailure("\(name): \(report)", at: site)
    let isStrict = TestScope.current?.isStrict == true
    warn(warning, of: SourcePlace(site), isStrict: isStrict) { failure in
      self.report(failure.message, at: site, ownedBy: nil)
      return true
    }
  }
}
