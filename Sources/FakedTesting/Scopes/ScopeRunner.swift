import Testing
import XCTest

/// Runs one test in a scope, and reports at its end.
final class ScopeRunner: Sendable {
  let scope: TestScope
  private let name: String
  private let modes: [ScopeMode]
  private let place: SourcePlace
  private let record: FailureReporter.Recorder
  /// The number of failures that XCTest had recorded before the scope, if only XCTest counts them.
  private let earlierFailures: Int?

  /// The messages about the environment that no test has reported. One report is enough for a run.
  private static let unreportedProblems = Captured(RunSettings.current.problems)

  /// Creates the runner of a test.
  ///
  /// - Parameters:
  ///   - name: The name of the test.
  ///   - place: The line to which failures without a line belong.
  ///   - options: The options of the scope.
  ///   - seesFailedChecks: A Boolean value that indicates whether the scope is notified of each failed check.
  ///   - record: Records a failure of the test. Defaults to recording it with the test framework.
  init(
    named name: String, at place: SourcePlace, _ options: ScopeOptions,
    seesFailedChecks: Bool = false, record: FailureReporter.Recorder? = nil
  ) {
    self.name = name
    self.place = place
    let record = record ?? FailureReporter.recorder(for: place)
    self.record = record
    modes = options.modes
    scope = TestScope(
      name, isRelaxed: modes.contains(.relaxed), isStrict: modes.contains(.strict),
      patience: options.patience, seesFailedChecks: seesFailedChecks,
      reporter: FailureReporter.reporter(for: place, record))
    let countsFailures = !seesFailedChecks && TestFramework.current.contains(.xcTest)
    earlierFailures = countsFailures ? XCTestFailures.count : nil
    let problems = Self.unreportedProblems.withValue { problems in
      defer { problems = [] }
      return problems
    }
    let unrecorded = problems.filter { !record(.init($0, at: nil)) }
    Self.unreportedProblems.withValue { $0 += unrecorded }
  }

  /// Runs the test in the scope, and ends it.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    // The scope of a deterministic test can begin inside the test.
    let scheduler = CurrentScheduler.current.flatMap { $0.scope == nil ? $0 : nil }
    scheduler?.scope = scope
    defer { scheduler?.scope = nil }
    do {
      let result = try await TestScope.$current.withValue(
        scope, operation: body, isolation: isolation)
      end(isComplete: true)
      return result
    } catch {
      end(by: error)
      throw error
    }
  }

  /// Runs a test that does not suspend in the scope, and ends it.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    do {
      let result = try TestScope.$current.withValue(scope, operation: body)
      end(isComplete: true)
      return result
    } catch {
      end(by: error)
      throw error
    }
  }

  /// Ends the scope with an error that ended the test. It is a failure, unless it skipped or canceled the test.
  private func end(by error: any Error) {
    scope.sawError(error)
    if !(error is XCTSkip), !(error is CancellationError) { scope.sawFailure() }
    end(isComplete: false)
  }

  /// Reports the failures and warnings of the scope, and shows the calls if the test has failed.
  ///
  /// - Parameter isComplete: A Boolean value that indicates whether the test ran to its end. If not, unused stubs and
  ///   remaining sleeps are not reported.
  func end(isComplete: Bool) {
    let reportsUnused = isComplete && !modes.contains(.lenient)
    if let earlierFailures, XCTestFailures.count > earlierFailures { scope.sawFailure() }
    let report = scope.end(isStrict: scope.isStrict && reportsUnused, hasThrown: !isComplete)
    // A known issue doesn't fail the test.
    var failsTest = (report.failures + report.thrown).map(record)
    // A lenient test may leave tasks asleep.
    let warnings =
      reportsUnused ? report.unused + report.sleepTexts.map { ScopeFailure($0, at: nil) } : []
    failsTest += warnings.map {
      FailureReporter.warn($0, of: place, isStrict: scope.isStrict, record: record)
    }
    if report.hasFailed || failsTest.contains(true) { Transcript.show(report, of: name) }
  }

  /// Records failures that the test reports by other means, such as `#expect`.
  func watchIssues(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await IssueWatch.run(
      for: test, testCase: testCase,
      handling: { [scope] issue in
        // `withKnownIssue` can't see a failure outside the task of the test, which fails the test at its end.
        if case .knownIssueNotRecorded = issue.kind, scope.explainKnownIssue() { return false }
        if let error = issue.error {
          scope.sawError(error)
        } else {
          // A failed `#expect(throws:)` contains only the text of the error.
          scope.sawErrors(shownIn: "\(issue)")
        }
        if issue.failsTest { scope.sawFailure() }
        return true
      }, body)
  }
}

/// The list of all calls of a failed test, in order, with arguments, outcome, duration, and stub.
package enum Transcript {
  static func show(_ report: ScopeReport, of test: String) {
    guard !report.calls.isEmpty || !report.callsNotShown.isEmpty else { return }
    let text = text(of: report, in: test)
    TestAttachment.record(text, named: "calls.txt")
    StandardError.print(text)
  }

  /// Returns at most a megabyte of text. If there are more calls, it shows the last ones, which are nearest to the
  /// failure.
  package static func text(of report: ScopeReport, in test: String) -> String {
    var room = 1_000_000
    let shown = report.calls.reversed().prefix { call in
      room -= call.text.utf8.count + 20
      return room > 0
    }.count
    let leftOut = report.calls.dropLast(shown).reduce(0) { $0 + $1.count }
    let earlier = leftOut > 0 ? ["… \(leftOut) earlier"] : []
    let notShown = report.callsNotShown.sorted { $0.key < $1.key }.map { fake, count in
      "not shown: \(calls(count)) of \(fake), which was released before the end of the test"
    }
    let lines = earlier + report.calls.suffix(shown).map(\.text) + notShown
    return (["Calls of all fakes in \(test):"] + lines).joined(separator: "\n  ")
  }
}
