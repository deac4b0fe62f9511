import Testing

/// Attaches files to a test of Swift Testing, which supports that with Swift 6.2 or later.
package enum TestAttachment {
  /// Attaches a text to the current test of Swift Testing.
  package static func record(_ text: String, named name: String, at place: SourcePlace? = nil) {
    #if compiler(>=6.2)
      guard Test.current != nil else { return }
      if let place {
        Attachment.record(text, named: name, sourceLocation: place.location)
      } else {
        Attachment.record(text, named: name)
      }
    #endif
  }
}

/// Sees the issues of a test before Swift Testing records them. Requires Swift 6.2 or later.
package enum IssueWatch {
  /// A Boolean value that indicates whether ``run(for:testCase:handling:_:)`` sees the issues.
  static var isSupported: Bool {
    #if compiler(>=6.2)
      true
    #else
      false
    #endif
  }

  /// Runs a body and passes its issues to a function, which returns `false` for an issue to drop.
  package static func run(
    for test: Test, testCase: Test.Case?, handling isRecorded: @escaping @Sendable (Issue) -> Bool,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
      let watch = IssueHandlingTrait.compactMapIssues { issue in
        // An issue without a test is passed to every handler. Drop it here: the run reports it once.
        guard Test.current != nil else { return nil }
        return isRecorded(issue) ? issue : nil
      }
      try await watch.provideScope(for: test, testCase: testCase, performing: body)
    #else
      try await body()
    #endif
  }
}
