import Faked

/// A scope whose findings a test reads; no test fails by them.
package struct QuietScope: Sendable {
  package let scope: FakedScope
  private let seen = Captured<[String]>([])

  package init(_ name: String = "a()") {
    let note: @Sendable (FakedScope.Finding) -> Void = { [seen] finding in
      seen.withValue { $0.append(finding.message) }
    }
    scope = FakedScope(name, reporter: .init(now: note, late: note, note: { _ in }))
  }

  package func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await FakedScope.$current.withValue(scope, operation: body)
  }

  /// Ends it, and gives all that it found.
  package func end(hasThrown: Bool = false) -> [String] {
    let report = scope.end(isStrict: false, hasThrown: hasThrown)
    return report.findings.map(\.message) + report.unstubbed + seen.value
  }
}
