import FakedExplore

/// A failure of a deterministic test, or a warning about it.
enum DeterministicFailure {
  /// No task can run, and the test has not ended.
  case stuck([LeftoverTask])
  /// The tasks of the test never wait, so it was stopped.
  case endless([LeftoverTask], steps: Int)
  /// The test has ended, but tasks that it left never wait, so they were stopped. This is a warning.
  case leftoversNeverWait([LeftoverTask], steps: Int)
  /// A deterministic test begins inside another one.
  case nested
  /// The test calls a function that only works in a deterministic test.
  case notDeterministic

  var message: String {
    switch self {
    case .stuck(let tasks):
      Self.text(
        "The test waits for something that can no longer happen: no task can run.", tasks,
        doing: "waits")
    case .endless(let tasks, let steps):
      Self.text(
        """
        The test was stopped because its tasks never wait: they ran \(grouped(steps)) events without waiting.
        """, tasks, doing: "runs")
    case .leftoversNeverWait(let tasks, let steps):
      Self.text(
        """
        Tasks were still running when the test ended. They never wait, so they were stopped after \
        \(grouped(steps)) events.
        """, tasks, doing: "runs")
    case .nested:
      """
      A deterministic test cannot begin inside a deterministic test or an exploration.
        Remove one of `.deterministic`, `withDeterministicTasks`, or the exploration.
      """
    case .notDeterministic:
      """
      `untilIdle()` needs a deterministic test.
        Write @Test(.deterministic), or call it inside `withDeterministicTasks { … }`.
      """
    }
  }

  /// Returns a message with a line for each task: `task 1 waits (Poller.swift:12 in Poller.poll())`.
  private static func text(_ head: String, _ tasks: [LeftoverTask], doing verb: String) -> String {
    ([head]
      + tasks.map { $0.description(doing: $0.isReady ? verb : "waits", scenario: "the test") })
      .joined(separator: "\n  ")
  }
}
