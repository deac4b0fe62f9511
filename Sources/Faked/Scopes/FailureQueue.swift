/// The failures of a test that could not be recorded where they were found.
final class FailureQueue: Sendable {
  /// The part of the life of its test.
  private enum Phase {
    case running
    /// The test has ended, and its failures are being collected.
    case ending
    /// All failures were handed over. Everything that comes now is late.
    case reported
  }

  private struct State {
    var phase = Phase.running
    var waiting: [TestScope.Finding] = []
    var hasFailed = false
  }

  let reporter: TestScope.Reporter
  private let state = Locked(State())

  init(_ reporter: TestScope.Reporter) { self.reporter = reporter }

  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// A Boolean value that indicates whether a failure waits for the end of the test.
  var isPending: Bool { state.withLock { !$0.waiting.isEmpty } }

  var hasEnded: Bool { state.withLock { $0.phase != .running } }

  var hasReported: Bool { state.withLock { $0.phase == .reported } }

  func sawFailure() { state.withLock { $0.hasFailed = true } }

  /// Records a failure now, if this is the task of the test, or keeps it for the end.
  func report(_ finding: TestScope.Finding, isOnTaskOfTest: Bool) {
    let phase = state.withLock { state in
      let isQueued = state.phase == .ending || state.phase == .running && !isOnTaskOfTest
      if isQueued {
        state.waiting.append(finding)
        state.hasFailed = true
      }
      return isQueued ? nil : state.phase
    }
    switch phase {
    case .running:
      // The report of a known issue doesn't fail the test.
      if reporter.now(finding) { sawFailure() }
    case .reported: reporter.late(finding)
    case .ending, nil: break
    }
  }

  /// Collects all further failures, also those on the task of the test.
  func beginEnd() { state.withLock { $0.phase = .ending } }

  /// Returns the failures that wait. Everything that comes now is late.
  func finish() -> [TestScope.Finding] {
    state.withLock { state in
      state.phase = .reported
      return state.waiting
    }
  }
}

extension TestScope {
  /// A failure, and the line that it is about.
  package struct Finding: Sendable {
    package let message: String
    package let site: SourceLine?

    package init(_ message: String, at site: SourceLine?) {
      self.message = message
      self.site = site
    }
  }

  /// Brings the failures of a scope to its test.
  package struct Reporter: Sendable {
    /// Records a failure at once, on the task of the test. Returns `false` if the test framework tells the scope
    /// whether it fails the test.
    let now: @Sendable (Finding) -> Bool
    /// Records a failure that is found after the end of the test.
    let late: @Sendable (Finding) -> Void
    /// Prints a message that fails no test.
    let note: @Sendable (String) -> Void

    package init(
      now: @escaping @Sendable (Finding) -> Bool, late: @escaping @Sendable (Finding) -> Void,
      note: @escaping @Sendable (String) -> Void
    ) {
      self.now = now
      self.late = late
      self.note = note
    }
  }
}
