import Faked

/// A scope that records its failures instead of reporting them to a test framework.
package final class ProbedScope: Sendable {
  package let scope: TestScope
  /// The failures that were reported immediately, on the task of the test.
  package let recorded: Captured<[ScopeFailure]>
  /// The failures after the end of the scope.
  package let late: Captured<[ScopeFailure]>
  /// The printed notes, which aren't failures.
  package let notes: Captured<[String]>

  package init(
    _ name: String = "test()", isRelaxed: Bool = false, patience: Duration? = nil,
    capturesCallSites: Bool = false, seesFailedChecks: Bool = false
  ) {
    let (recorded, late, notes) = (
      Captured([ScopeFailure]()), Captured([ScopeFailure]()), Captured([String]())
    )
    scope = TestScope(
      name, isRelaxed: isRelaxed, patience: patience, capturesCallSites: capturesCallSites,
      seesFailedChecks: seesFailedChecks,
      reporter: .init(
        now: { failure in
          recorded.withValue { $0.append(failure) }
          return true
        },
        late: { failure in late.withValue { $0.append(failure) } },
        note: { text in notes.withValue { $0.append(text) } }))
    (self.recorded, self.late, self.notes) = (recorded, late, notes)
  }

  package func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try TestScope.$current.withValue(scope, operation: body)
  }

  package func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await TestScope.$current.withValue(scope, operation: body)
  }

  /// Ends the scope, and returns the failures of its test.
  @discardableResult
  package func end(isStrict: Bool = false) -> [ScopeFailure] {
    let report = scope.end(isStrict: isStrict)
    return recorded.value + report.failures
  }

  /// Ends the scope, and returns the texts of its failures.
  package func endWithTexts(hasThrown: Bool = false) -> [String] {
    let report = scope.end(isStrict: false, hasThrown: hasThrown)
    return report.failures.map(\.message) + report.thrownMessages
      + (recorded.value + late.value).map(\.message)
  }
}
