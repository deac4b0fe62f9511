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

extension TestScope {
  /// Reports a failure to a scope or, if there is none, to the test framework.
  static func report(_ message: String, at site: SourceLine, to scope: TestScope?) {
    guard let scope else { return FailureOutsideScope.report(message, at: site) }
    scope.report(.init(message, at: site))
  }
}
