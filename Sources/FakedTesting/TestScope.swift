import Testing
import XCTest

/// The scope of one test: runs its end.
final class TestScope: Sendable {
  let scope: FakedScope
  private let name: String
  private let unused: UnusedBehaviors
  private let place: Place

  init(named name: String, at place: Place, unused: UnusedBehaviors) {
    self.name = name
    self.place = place
    self.unused = unused
    scope = FakedScope(reportLate: { FailureReporter.recordLate($0, of: place) })
  }

  /// Runs the test in the scope, and ends it.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    defer { end() }
    do {
      return try await FakedScope.inTask.withValue(scope, operation: body, isolation: isolation)
    } catch {
      sawThrownError(error)
      throw error
    }
  }

  /// Runs a test that does not suspend in the scope, and ends it.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { end() }
    do {
      return try FakedScope.inTask.withValue(scope, operation: body)
    } catch {
      sawThrownError(error)
      throw error
    }
  }

  /// Records what the scope has to say, and shows the calls if the test has failed.
  private func end() {
    let report = scope.end()
    for finding in report.findings { fail(finding.message, at: finding.site) }
    for message in report.untaught {
      fail(
        "A call of a function that nothing was taught for threw, unseen by the test.\n  " + message,
        at: nil)
    }
    for finding in report.unused {
      switch unused {
      case .lenient: break
      case .warn: FailureReporter.warn(finding.message, at: finding.site.map(Place.init) ?? place)
      case .strict: fail(finding.message, at: finding.site)
      }
    }
    if scope.hasFailed { Transcript.show(report.calls, of: name) }
  }

  /// Notes an error that ended the test: it is a failure, unless it says that the test was skipped.
  private func sawThrownError(_ error: any Error) {
    scope.sawError(error)
    if !(error is XCTSkip), !(error is CancellationError) { scope.sawFailure() }
  }

  private func fail(_ message: String, at site: CallSite?) {
    scope.sawFailure()
    FailureReporter.record(message, at: site.map(Place.init) ?? place)
  }

  /// Notes the failures that the test records by other means, as with `#expect`.
  func watchIssues(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
      let watch = IssueHandlingTrait.compactMapIssues { [scope] issue in
        // An issue of no known test is offered to every test that watches, and reported once anyway.
        guard Test.current != nil else { return nil }
        if let error = issue.error { scope.sawError(error) }
        if !issue.isWarning { scope.sawFailure() }
        return issue
      }
      try await watch.provideScope(for: test, testCase: testCase, performing: body)
    #else
      try await body()
    #endif
  }
}

#if compiler(>=6.2)
  extension Issue {
    fileprivate var isWarning: Bool {
      #if compiler(>=6.3)
        severity == .warning
      #else
        false
      #endif
    }
  }
#endif
