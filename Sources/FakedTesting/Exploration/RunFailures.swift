import Testing

extension ScenarioRunner {
  /// A runner whose runs keep the failures of the framework that runs this process.
  static func reporting(
    at site: CallSite, deadline: Duration, _ scenario: @escaping () async throws -> Void
  ) -> ScenarioRunner {
    let test = Test.current
    let testCase = Test.Case.current
    return ScenarioRunner(
      scenario, deadline: deadline,
      watch: { note, body in
        if let test {
          try await RunFailures.note(note, of: test, testCase, while: body)
        } else {
          try await XCTestFailures.note(note, while: body)
        }
      },
      reporter: FailureReporter.reporter(for: SourcePlace(site)))
  }
}

/// The failures that Swift Testing sees in one run.
enum RunFailures {
  /// Runs a body whose failures are handed over instead of recorded.
  ///
  /// A task that forgets its test, as a detached one does, records them as ever.
  static func note(
    _ note: @escaping @Sendable (String) -> Bool, of test: Test, _ testCase: Test.Case?,
    while body: @escaping @Sendable () async throws -> Void
  ) async throws {
    do {
      #if compiler(>=6.2)
        let watch = IssueHandlingTrait.compactMapIssues { issue in
          guard Test.current != nil, issue.counts else { return issue }
          return note(issue.text) ? nil : issue
        }
        try await watch.provideScope(for: test, testCase: testCase, performing: body)
      #else
        // Without a trait for it, the failures are shown as known issues.
        try await withKnownIssue(isIntermittent: true) {
          try await body()
        } matching: { issue in
          issue.error == nil && note(issue.text)
        }
      #endif
    } catch is ExpectationFailedError {
      // `#require` has recorded it.
    }
  }
}

extension Issue {
  /// What failed, why and where: `Expectation failed: old == new, the old value stays (CacheTests.swift:7)`.
  fileprivate var text: String {
    let comments = comments.map { ", \($0.rawValue)" }.joined()
    let file = sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    guard case .unconditional = kind else { return "\(kind)\(comments)\(file)" }
    return (self.comments.isEmpty ? "\(kind)" : String(comments.dropFirst(2))) + file
  }
}

#if compiler(>=6.2)
  extension Issue {
    /// Whether it fails its test, as a warning and a known issue do not.
    fileprivate var counts: Bool {
      #if compiler(>=6.3)
        isFailure
      #else
        true
      #endif
    }
  }
#endif
