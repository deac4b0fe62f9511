import Testing
import XCTest

/// Brings a failure to the test it belongs to.
enum FailureReporter {
  /// Reports a failed check of a fake that belongs to a scope, or to none.
  ///
  /// On the task of the test it is recorded at once. Elsewhere no framework knows the test any more, so
  /// the scope keeps it and records it at its end. A run of an exploration takes all that fail in it.
  static func report(_ message: String, at site: CallSite, ownedBy scope: FakedScope?) {
    let current = FakedScope.current
    let scope = current?.isRun == true ? current : scope ?? current
    if let scope, current !== scope || scope.hasEnded || scope.isRun {
      scope.report(.init(message, at: site))
    } else {
      scope?.sawFailure()
      record(message, at: Place(site))
    }
  }

  /// Records a failure with the framework that runs this process, for the test that runs now.
  static func record(_ message: String, at place: Place) {
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
  static func warn(_ message: String, at place: Place) {
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
  static func recordLate(_ finding: FakedScope.Finding, of test: Place) {
    let message = "After the end of its test: " + finding.message
    let place = finding.site.map(Place.init) ?? test
    record(message, at: place)
    if TestFramework.current != nil {
      StandardError.print("\(place.location): error: \(message)")
    }
  }
}
