import Faked

/// A scope whose test is not run by a framework: keeps what it reports.
final class ProbedScope: Sendable {
  let scope: FakedScope
  /// What was reported at once, on the task of the test.
  let recorded: Captured<[FakedScope.Finding]>
  /// What was found after the end.
  let late: Captured<[FakedScope.Finding]>
  /// What was printed, and is nobody's failure.
  let notes: Captured<[String]>

  init(_ name: String = "test()", isRelaxed: Bool = false, patience: Duration? = nil) {
    let (recorded, late, notes) = (
      Captured([FakedScope.Finding]()), Captured([FakedScope.Finding]()), Captured([String]())
    )
    scope = FakedScope(
      name, isRelaxed: isRelaxed, patience: patience,
      reporter: .init(
        now: { finding in recorded.withValue { $0.append(finding) } },
        late: { finding in late.withValue { $0.append(finding) } },
        note: { text in notes.withValue { $0.append(text) } }))
    (self.recorded, self.late, self.notes) = (recorded, late, notes)
  }

  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try FakedScope.$current.withValue(scope, operation: body)
  }

  func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await FakedScope.$current.withValue(scope, operation: body)
  }

  /// Ends the scope, and gives the failures of its test.
  @discardableResult
  func end(isStrict: Bool = false) -> [FakedScope.Finding] {
    let report = scope.end(isStrict: isStrict)
    return recorded.value + report.findings
  }
}
