import Faked

/// A step of a run, as it is recorded.
struct RecordedStep {
  let task: String?
  let event: ScheduledEvent?
  let end: PendingEvent.End
  /// A Boolean value that indicates whether the task begins.
  let isStart: Bool
  /// A Boolean value that indicates whether the task passes an `await` without an interruption.
  let isUninterrupted: Bool
  let resumePoints: [UInt]
  /// The functions that created the task, if the task begins.
  let creators: [CodeAddress]
}

/// The steps of a run, if a report needs them.
struct Story {
  /// The largest number of recorded steps. Usually, only an endless order has more.
  private static let maxSteps = 2_000

  /// `nil` if the run doesn't keep its steps.
  private var steps: [RecordedStep]?
  /// The number of steps, including those that are not recorded.
  private var count = 0
  private var hasEnded = false
  /// The number of recorded steps before each choice.
  private(set) var choiceSteps: [Int] = []

  init(isKept: Bool) { steps = isKept ? [] : nil }

  /// A Boolean value that indicates whether the run keeps its steps.
  var isKept: Bool { steps != nil }

  /// The number of steps of a run that had more of them than the story records. `nil` if the story is complete.
  var countIfCut: Int? { count > Self.maxSteps ? count : nil }

  /// Ends the story. What happens after it is not recorded.
  mutating func end() { hasEnded = true }

  /// Counts a step. Returns `false` if the story doesn't record it.
  private mutating func countStep() -> Bool {
    if steps == nil || hasEnded { return false }
    count += 1
    return count <= Self.maxSteps
  }

  /// Removes the steps, and returns them.
  mutating func takeSteps() -> [RecordedStep] {
    defer { steps = nil }
    return steps ?? []
  }

  /// Records a step that belongs to no task.
  mutating func add(_ text: @autoclosure () -> String) {
    guard countStep() else { return }
    steps?.append(
      RecordedStep(
        task: nil, event: ScheduledEvent(name: text()), end: .happened, isStart: false,
        isUninterrupted: false, resumePoints: [], creators: []))
  }

  /// Records a step of a task.
  mutating func add(
    _ task: TaskTable.Index, of tasks: TaskTable, event: ScheduledEvent? = nil,
    end: PendingEvent.End = .happened, isStart: Bool = false, isUninterrupted: Bool = false
  ) {
    guard countStep() else { return }
    steps?.append(
      RecordedStep(
        task: tasks.title(of: task), event: event, end: end, isStart: isStart,
        isUninterrupted: isUninterrupted,
        resumePoints: isStart ? [] : tasks.resumePoints(of: task),
        creators: isStart ? tasks[task].creators : []))
  }

  /// Records the index of a choice among the steps.
  mutating func addChoice() { if let steps { choiceSteps.append(steps.count) } }
}

/// A step of a run, for reports.
package struct StoryEvent: Sendable, Equatable {
  /// The task, such as `task 2.1`. `nil` if time passed or the scenario was canceled.
  package let task: String?
  /// The event that happened, if the step is one.
  package let event: String?
  /// The line that made the call, if the event belongs to one.
  package let site: CallSite?
  /// A Boolean value that indicates whether the task begins.
  package let isStart: Bool
  /// A Boolean value that indicates whether the task passes an `await` without an interruption. A report leaves it out.
  let isUninterrupted: Bool
  /// The addresses at which the task and its callers continued.
  package let resumePoints: [UInt]
  /// The functions that created the task, if it begins.
  package let creators: [CodeAddress]

  init(_ step: RecordedStep) {
    let event = step.event?.describe()
    task = step.task
    self.event = event.map { step.end == .canceled ? $0.textIfCancelled : $0.text }
    site = event?.site
    isStart = step.isStart
    isUninterrupted = step.isUninterrupted
    resumePoints = step.resumePoints
    creators = step.creators
  }
}
