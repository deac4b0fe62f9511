/// The rules that keep a failed run from replacing a recording.
package enum RunToRecord {
  /// The facts about one recorded call that the rules need.
  package struct Call {
    let isSuccess: Bool
    /// The call and the error that kept it from reaching the server: `GET /a → URLError -1004`.
    let unreached: String?
    /// A Boolean value that indicates whether the file has a different outcome of the call.
    let isChange: Bool

    package init(isSuccess: Bool, unreached: String?, isChange: Bool) {
      self.isSuccess = isSuccess
      self.unreached = unreached
      self.isChange = isChange
    }
  }

  /// Returns the reason why the calls of a run must not be written, if there is one.
  ///
  /// - Parameters:
  ///   - calls: The recorded calls of the run.
  ///   - replacesFile: A Boolean value that indicates whether they replace those of a file, instead of joining them.
  package static func reasonNotToWrite(
    _ calls: [Call], replacesFile: Bool
  ) -> RecordingFailure.Reason? {
    let unreached = calls.compactMap(\.unreached)
    if replacesFile {
      let changes = calls.filter(\.isChange).compactMap(\.unreached)
      if !changes.isEmpty { return .unreachable(changes) }
    }
    if calls.isEmpty || calls.contains(where: \.isSuccess) { return nil }
    // A replayed outage hides that the test never saw the server.
    if unreached.count == calls.count { return .unreachable(unreached) }
    return replacesFile ? .noSuccess(calls: calls.count) : nil
  }
}

extension RecordingSession.TestResult {
  /// The result of the test that ends on this task.
  ///
  /// - Parameters:
  ///   - hasThrown: A Boolean value that indicates whether the test threw an error.
  ///   - hasFailed: A Boolean value that indicates whether the test is known to have failed.
  ///   - seesChecks: A Boolean value that indicates whether every failed check is known.
  package init(hasThrown: Bool, hasFailed: Bool, seesChecks: Bool) {
    if Task.isCancelled {
      self = .canceled
    } else if hasThrown {
      self = .threw
    } else if hasFailed {
      self = .failed
    } else {
      self = seesChecks ? .passed : .unknown
    }
  }

  /// Returns the reason why a test with this result must not write a file, if there is one.
  package func reasonNotToWrite(replacesFile: Bool) -> RecordingFailure.Reason? {
    switch self {
    case .threw: .testThrew
    case .failed: .testFailed
    case .canceled: .testCanceled
    case .unknown: replacesFile ? .unknownResult : nil
    case .passed: nil
    }
  }
}
