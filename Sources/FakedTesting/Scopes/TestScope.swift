import Testing
import XCTest

/// The scope of one test: runs its end.
final class TestScope: Sendable {
  let scope: FakedScope
  private let name: String
  private let mode: ScopeMode
  private let place: SourcePlace

  init(named name: String, at place: SourcePlace, _ mode: ScopeMode, patience: Duration?) {
    self.name = name
    self.place = place
    self.mode = mode
    scope = FakedScope(
      name, isRelaxed: mode == .relaxed, isStrict: mode == .strict, patience: patience,
      reporter: FailureReporter.reporter(for: place))
  }

  /// Runs the test in the scope, and ends it.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    do {
      let result = try await FakedScope.$current.withValue(
        scope, operation: body, isolation: isolation)
      end()
      return result
    } catch {
      end(by: error)
      throw error
    }
  }

  /// Runs a test that does not suspend in the scope, and ends it.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    do {
      let result = try FakedScope.$current.withValue(scope, operation: body)
      end()
      return result
    } catch {
      end(by: error)
      throw error
    }
  }

  /// Records what the scope has to say, and shows the calls if the test has failed.
  private func end(by error: (any Error)? = nil) {
    if let error { sawThrownError(error) }
    // What a test did not come to says nothing of its stubs.
    let isWhole = error == nil
    let report = scope.end(isStrict: mode == .strict && isWhole, hasThrown: !isWhole)
    for finding in report.findings { fail(finding.message, at: finding.site) }
    for message in report.thrownTexts { fail(message, at: nil) }
    for stub in report.summary.unused where isWhole {
      switch mode {
      case .lenient: break
      case .standard, .relaxed: FailureReporter.warn(stub.unusedText, at: SourcePlace(stub.site))
      case .strict: fail(stub.unusedText, at: stub.site)
      }
    }
    if scope.hasFailed { Transcript.show(report, of: name) }
  }

  /// Notes an error that ended the test: it is a failure, unless it says that the test was skipped.
  private func sawThrownError(_ error: any Error) {
    scope.sawError(error)
    if !(error is XCTSkip), !(error is CancellationError) { scope.sawFailure() }
  }

  private func fail(_ message: String, at site: CallSite?) {
    FailureReporter.record(message, at: site.map(SourcePlace.init) ?? place)
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
