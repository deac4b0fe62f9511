extension FailureOutsideScope: FailureRecorder {
  package static func record(_ message: String, at site: SourceLine) {
    FailureReporter.report(message, at: site, ownedBy: nil)
  }
}
