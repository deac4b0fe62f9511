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
    }
  }

  /// Records a failure with the framework that runs this process, for the test that runs now.
  static func record(_ message: String, at place: SourcePlace) {
    switch TestFramework.current {
    case .swiftTesting:
      Issue.record(Comment(rawValue: message), sourceLocation: place.location)
    case .xcTest:
      XCTFail(message, file: place.file, line: place.line)
    case nil:
      StandardError.print("\(place.location): error: \(message)")
    }
  }

  /// Records what does not fail a test: a warning where the framework has them, else a printed line.
  static func warn(_ message: String, at place: SourcePlace) {
    #if compiler(>=6.3)
      if TestFramework.current == .swiftTesting {
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: place.location)
        return
      }
    #endif
    StandardError.print("\(place.location): warning: \(message)")
  }

  /// Reports what was found when the scope it belongs to was over: to the run, and for all to see.
  static func recordLate(_ finding: FakedScope.Finding, of test: SourcePlace) {
    let message = "After the end of its test: " + finding.message
    let place = finding.site.map(SourcePlace.init) ?? test
    record(message, at: place)
    if TestFramework.current != nil {
      StandardError.print("\(place.location): error: \(message)")
    }
  }

  /// What a scope of the test at that line reports by.
  static func reporter(for test: SourcePlace) -> FakedScope.Reporter {
    FakedScope.Reporter(
      now: { record($0.message, at: $0.site.map(SourcePlace.init) ?? test) },
      late: { recordLate($0, of: test) }, note: { StandardError.print($0) })
  }
}
