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
struct Step: Sendable {
  let task: TaskTable.Index
  let kind: ReadyJob.Kind
  let resumePoint: UInt
  /// The event that happened, if the step is one.
  let event: String?
}

/// A task that had not ended when its scenario was over.
package struct LeftTask: Sendable {
  /// Its name, such as `task 2.1`.
  package let title: String
  /// What it waits for, if the library knows.
  package let wait: String?
  /// The address at which it continues.
  let resumePoint: UInt
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

/// A step of a run in a form that outlives the run.
struct StoryEvent: Sendable, Equatable {
  /// The task, such as `task 2.1`.
  let task: String
  /// The event that happened, if the step is one.
  let event: String?
  /// The address at which the task continued, or 0.
  let resumePoint: UInt
}

extension Scheduler.State {
  /// The steps, with the names of their tasks.
  var storyEvents: [StoryEvent] {
    (story ?? []).map { step in
      StoryEvent(
        task: tasks.title(of: step.task), event: step.event, resumePoint: step.resumePoint)
    }
  }
}
