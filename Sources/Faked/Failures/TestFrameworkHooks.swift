/// Records failures of a process that runs tests. FakedTesting makes `FailureOutsideScope` conform.
package protocol FailureRecorder {
  /// Records a failure for the test that runs now, or for the whole run.
  static func record(_ message: String, at site: SourceLine)
}

/// A failure that belongs to no scope.
package enum FailureOutsideScope {
  /// Records a failure with the test framework. Stops the process if there is none.
  ///
  /// This module imports no test framework, so it looks for the conformance at run time.
  static func report(_ message: String, at site: SourceLine) {
    guard let recorder = (Self.self as Any) as? any FailureRecorder.Type else {
      fatalError(message)
    }
    recorder.record(message, at: site)
  }
}

/// Describes values as a test framework does. FakedTesting makes `TestDescription` conform.
package protocol ValueDescriber {
  /// Returns the description of a value for tests, or `nil` if its type has none.
  static func description(of value: Any) -> String?
}

/// The descriptions that values have for tests, if the process has a test framework.
///
/// This module imports no test framework, so it looks for the conformance at run time.
package enum TestDescription {
  /// Returns the description of a value for tests. Types of the standard library have none.
  static func text(of value: Any) -> String? {
    guard !isOfLibraryTypes(value) else { return nil }
    return ((Self.self as Any) as? any ValueDescriber.Type)?.description(of: value)
  }
}
