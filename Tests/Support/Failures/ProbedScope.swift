import Faked

/// A scope whose test is not run by a framework: keeps what it reports, and fails no test.
package final class ProbedScope: Sendable {
  package let scope: TestScope
  /// The findings that were reported immediately, on the task of the test.
  package let recorded: Captured<[TestScope.Finding]>
  /// The findings after the end of the scope.
  package let late: Captured<[TestScope.Finding]>
  /// The printed notes, which aren't failures.
  package let notes: Captured<[String]>

  package init(
    _ name: String = "test()", isRelaxed: Bool = false, patience: Duration? = nil,
    capturesCallSites: Bool = false
  ) {
    let (recorded, late, notes) = (
      Captured([TestScope.Finding]()), Captured([TestScope.Finding]()), Captured([String]())
    )
    scope = TestScope(
      name, isRelaxed: isRelaxed, patience: patience, capturesCallSites: capturesCallSites,
      reporter: .init(
        now: { finding in
          recorded.withValue { $0.append(finding) }
          return true
        },
        late: { finding in late.withValue { $0.append(finding) } },
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

  /// Ends the scope, and gives the failures of its test.
  @discardableResult
  package func end(isStrict: Bool = false) -> [TestScope.Finding] {
    let report = scope.end(isStrict: isStrict)
    return recorded.value + report.findings
  }

  /// Ends the scope, and returns the texts of its failures.
  package func endWithTexts(hasThrown: Bool = false) -> [String] {
    let report = scope.end(isStrict: false, hasThrown: hasThrown)
    return report.findings.map(\.message) + report.thrownMessages
      + (recorded.value + late.value).map(\.message)
  }
}
