import Faked

/// Something that a task waits for, and that the scheduler lets happen.
struct PendingEvent {
  /// Its number in the run, from 0.
  let number: Int
  /// The name in reports, such as `store.load() returns`.
  let name: String
  let task: TaskTable.Index
  /// A Boolean value that indicates whether it happens only if nothing else can.
  let isLastResort: Bool
  let stableName: StableName
  let continuation: UnsafeContinuation<Void, Never>
}

/// A step of a run, for reports.
package struct StoryEvent: Sendable, Equatable {
  /// The task, such as `task 2.1`. `nil` if time passed.
  package let task: String?
  /// The event that happened, if the step is one.
  package let event: String?
  /// The addresses at which the task and its callers continued.
  package let resumePoints: [UInt]
}

/// A task that had not ended when its scenario was over.
package struct LeftTask: Sendable {
  /// Its name, such as `task 2.1`.
  package let title: String
  /// A description of its wait, such as `sleeps until 3.0 seconds`, if the library knows it.
  package let wait: String?
  /// The addresses at which it and its callers continue, innermost first.
  package let resumePoints: [UInt]
}

/// A place at which a task hands out work, or continues after such work.
struct OutsideWork: Hashable, Sendable {
  let task: TaskTable.Index
  /// The address at which the task continued.
  let resumePoint: UInt
}

/// How a run ended.
package enum RunEnding: Sendable, Equatable {
  /// The scenario came to its end.
  case completed
  /// No task could run, and nothing came from elsewhere.
  case stuck
  /// The run took more steps than it may.
  case tooManySteps
}
