import FakedExplore

/// A failure of a deterministic test.
enum DeterministicFailure {
  /// No task can run, and the test has not ended.
  case stuck([LeftTask])
  /// Tasks run without ever waiting.
  case endless([LeftTask])
  /// A deterministic test begins inside another one.
  case nested
  /// The test calls a function that only works in a deterministic test.
  case notDeterministic

  var message: String {
    switch self {
    case .stuck(let tasks):
      (["The test waits for something that can no longer happen: no task can run."]
        + tasks.map { Self.line($0, doing: "waits") }).joined(separator: "\n  ")
    case .endless(let tasks):
      ([
        "The test was stopped because its tasks never wait: they ran 100,000 steps without a pause."
      ]
        + tasks.map { Self.line($0, doing: "runs") }).joined(separator: "\n  ")
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

  /// Returns a line that says where a task waits: `task 1 waits (Poller.swift:12 in Poller.poll())`.
  private static func line(_ task: LeftTask, doing verb: String) -> String {
    task.description(doing: verb, scenario: "the test")
  }
}
