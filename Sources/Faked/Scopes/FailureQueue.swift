/// The failures of a test that could not be recorded where they were found.
final class FailureQueue: Sendable {
  /// The phase of the test.
  private enum Phase {
    case running
    /// The test has ended, and its failures are being collected.
    case ending
    /// All failures were collected. Further failures are late.
    case reported
  }

  private struct State {
    var phase = Phase.running
    var waiting: [ScopeFailure] = []
    /// The number of waiting failures that explain why `withKnownIssue` has not seen them.
    var explainedCount = 0
    var hasFailed = false
  }

  let reporter: TestScope.Reporter
  private let state = Locked(State())

  init(_ reporter: TestScope.Reporter) { self.reporter = reporter }

  /// A Boolean value that indicates whether the test has failed.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// A Boolean value that indicates whether the test has failed, or a failure waits for its end.
  var isFailing: Bool { state.withLock { $0.hasFailed || !$0.waiting.isEmpty } }

  var hasEnded: Bool { state.withLock { $0.phase != .running } }

  var hasReported: Bool { state.withLock { $0.phase == .reported } }

  func sawFailure() { state.withLock { $0.hasFailed = true } }

  /// Records a failure now, if this is the task of the test, or keeps it for the end.
  func report(_ failure: ScopeFailure, isOnTaskOfTest: Bool) {
    let phase = state.withLock { state in
      let isQueued = state.phase == .ending || state.phase == .running && !isOnTaskOfTest
      if isQueued {
        state.waiting.append(failure)
      }
      return isQueued ? nil : state.phase
    }
    switch phase {
    case .running:
      // The report of a known issue doesn't fail the test.
      if reporter.now(failure) { sawFailure() }
    case .reported: reporter.late(failure)
    case .ending, nil: break
    }
  }

  /// Adds to the waiting failures an explanation of why `withKnownIssue` did not see them.
  ///
  /// - Returns: A Boolean value that indicates whether there is a failure that was not explained before.
  func explainKnownIssue() -> Bool {
    state.withLock { state in
      let new = state.waiting.indices.dropFirst(state.explainedCount)
      for position in new { state.waiting[position] = state.waiting[position].outsideKnownIssue }
      state.explainedCount = state.waiting.count
      return !new.isEmpty
    }
  }

  /// Collects all further failures, including those on the task of the test.
  func beginEnd() { state.withLock { $0.phase = .ending } }

  /// Returns the failures that wait. Further failures are late.
  func finish() -> [ScopeFailure] {
    state.withLock { state in
      state.phase = .reported
      return state.waiting
    }
  }
}

extension TestScope {
  /// The functions that report the failures of a scope to its test.
  package struct Reporter: Sendable {
    /// Records a failure immediately, on the task of the test. Returns `false` if the test framework informs the scope
    /// whether it fails the test.
    let now: @Sendable (ScopeFailure) -> Bool
    /// Records a failure that is found after the end of the test.
    let late: @Sendable (ScopeFailure) -> Void
    /// Prints a message that fails no test.
    let note: @Sendable (String) -> Void

    package init(
      now: @escaping @Sendable (ScopeFailure) -> Bool,
      late: @escaping @Sendable (ScopeFailure) -> Void,
      note: @escaping @Sendable (String) -> Void
    ) {
      self.now = now
      self.late = late
      self.note = note
    }
  }
}

/// A failure of a test, and the line to which it belongs.
package struct ScopeFailure: Sendable {
  package let message: String
  package let site: SourceLine?
  /// The call that failed, if there is one and its site was captured.
  package let call: CapturedSite?

  package init(_ message: String, at site: SourceLine?, calledAt call: CapturedSite? = nil) {
    self.message = message
    self.site = site
    self.call = call
  }
}
