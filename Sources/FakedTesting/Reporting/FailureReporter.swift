import Testing
import XCTest

/// Brings a failure to the test it belongs to.
enum FailureReporter {
  /// Reports a failed check of a fake that belongs to a scope, or to none.
  ///
  /// A run of an exploration takes all that fail in it.
  static func report(_ message: String, at site: CallSite, ownedBy scope: FakedScope?) {
    let current = FakedScope.current
    if let scope = current?.isRun == true ? current : scope ?? current {
      scope.report(.init(message, at: site))
    } else {
      record(message, at: SourcePlace(site))
      if TestFramework.isUncertain { print("error", message, at: SourcePlace(site)) }
    }
  }

  /// Records a failure with the frameworks that may be running, for the test that runs now.
  static func record(_ message: String, at place: SourcePlace) {
    let frameworks = TestFramework.current
    if frameworks.contains(.xcTest) { XCTFail(message, file: place.file, line: place.line) }
    if frameworks.contains(.swiftTesting) {
      Issue.record(Comment(rawValue: message), sourceLocation: place.location)
    }
    if frameworks.isEmpty { print("error", message, at: place) }
  }

  /// Records what does not fail a test: a warning where the framework has them, else a printed line.
  static func warn(_ message: String, at place: SourcePlace) {
    #if compiler(>=6.3)
      if TestFramework.current == [.swiftTesting] {
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: place.location)
        return
      }
    #endif
    print("warning", message, at: place)
  }

  /// Reports what was found when the scope it belongs to was over: to the run, and for all to see.
  static func recordLate(_ finding: FakedScope.Finding, of test: SourcePlace) {
    let message = "After the end of its test: " + finding.message
    let place = finding.site.map(SourcePlace.init) ?? test
    record(message, at: place)
    if !TestFramework.current.isEmpty { print("error", message, at: place) }
  }

  private static func print(_ kind: String, _ message: String, at place: SourcePlace) {
    StandardError.print("\(place.location): \(kind): \(message)")
  }

  /// Returns the reporter of a scope.
  ///
  /// - Parameters:
  ///   - test: The line to which failures without a line of their own belong.
  ///   - isWatched: A Boolean value that indicates whether the scope sees every issue of its test.
  static func reporter(for test: SourcePlace, isWatched: Bool = false) -> FakedScope.Reporter {
    FakedScope.Reporter(
      now: {
        record($0.message, at: $0.site.map(SourcePlace.init) ?? test)
        return !isWatched
      },
      late: { recordLate($0, of: test) }, note: { StandardError.print($0) })
  }
}
