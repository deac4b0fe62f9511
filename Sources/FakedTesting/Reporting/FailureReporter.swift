import Testing
import XCTest

/// Reports failures to the tests that they belong to.
package enum FailureReporter {
  /// Reports a failed check. In a run of an exploration, the exploration receives every failure.
  ///
  /// - Parameters:
  ///   - message: The text of the failure.
  ///   - site: The line of the check.
  ///   - scope: The scope of the fake, if it has one.
  package static func report(_ message: String, at site: SourceLine, ownedBy scope: TestScope?) {
    let current = TestScope.ofTask
    if let scope = current?.isRun == true ? current : scope ?? current {
      scope.report(.init(message, at: site))
    } else {
      record(message, at: SourcePlace(site))
      if TestFramework.isUncertain { print("error", message, at: SourcePlace(site)) }
    }
  }

  /// Records a failure of the current test with every framework that may be running.
  ///
  /// - Returns: A Boolean value that indicates whether the failure fails its test. A known issue doesn't.
  @discardableResult
  package static func record(_ message: String, at place: SourcePlace) -> Bool {
    let frameworks = TestFramework.current
    if frameworks.contains(.xcTest) { XCTFail(message, file: place.file, line: place.line) }
    if frameworks.isEmpty { print("error", message, at: place) }
    guard frameworks.contains(.swiftTesting) else { return true }
    let issue = Issue.record(Comment(rawValue: message), sourceLocation: place.location)
    return issue.failsTest
  }

  /// Records a warning: a failure if the test is strict. Prints it if the framework shows no warnings.
  ///
  /// - Parameters:
  ///   - warning: The warning.
  ///   - test: The line of a warning that has no line.
  ///   - isStrict: A Boolean value that indicates whether warnings count as failures.
  ///   - record: Records the failure of a strict test. Defaults to recording it with the test framework.
  /// - Returns: A Boolean value that indicates whether the warning fails its test.
  @discardableResult
  package static func warn(
    _ warning: ScopeFailure, of test: SourcePlace, isStrict: Bool, record: Recorder? = nil
  ) -> Bool {
    if isStrict { return (record ?? recorder(for: test))(warning) }
    let place = warning.site.map(SourcePlace.init) ?? test
    #if compiler(>=6.3)
      if TestFramework.current == [.swiftTesting], !TestFramework.dropsWarnings {
        Issue.record(
          Comment(rawValue: warning.message), severity: .warning, sourceLocation: place.location)
        return false
      }
    #endif
    print("warning", warning.message, at: place)
    return false
  }

  /// Records and prints a failure that was found after the end of its test. It fails the run.
  static func recordLate(_ failure: ScopeFailure, of test: SourcePlace) {
    let message = "After the end of its test: " + failure.message
    let place = failure.site.map(SourcePlace.init) ?? test
    record(message, at: place)
    if !TestFramework.current.isEmpty { print("error", message, at: place) }
  }

  private static func print(_ kind: String, _ message: String, at place: SourcePlace) {
    StandardError.print("\(place.prefix): \(kind): \(message)")
  }

  /// Records a failure, and returns a Boolean value that indicates whether it fails its test.
  package typealias Recorder = @Sendable (ScopeFailure) -> Bool

  /// Returns a function that records a failure at its line, or at the line of its test.
  static func recorder(for test: SourcePlace) -> Recorder {
    { record($0.message, at: $0.site.map(SourcePlace.init) ?? test) }
  }

  /// Returns the reporter of a scope.
  ///
  /// - Parameters:
  ///   - test: The line of late failures that have no line.
  ///   - record: Records a failure on the task of the test. Defaults to recording it with the test framework.
  package static func reporter(for test: SourcePlace, _ record: Recorder? = nil)
    -> TestScope.Reporter
  {
    TestScope.Reporter(
      now: record ?? recorder(for: test), late: { recordLate($0, of: test) },
      note: { StandardError.print($0) })
  }
}

extension Issue {
  /// A Boolean value that indicates whether the issue is neither a warning nor known.
  package var failsTest: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}

extension TestProcess: TestFrameworkFunctions {
  package static func record(_ message: String, at site: SourceLine) {
    FailureReporter.report(message, at: site, ownedBy: nil)
  }

  package static func testDescription(of value: Any) -> String? {
    (value as? any CustomTestStringConvertible)?.testDescription
  }
}

/// An error that ends a test whose failure is already reported.
///
/// XCTest reports every error that ends a test, without a line. Therefore, the description names the line.
package protocol ReportedError: Error, CustomStringConvertible {}
