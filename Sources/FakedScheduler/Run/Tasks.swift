import Faked

/// The tasks of one run.
struct TaskTable {
  /// The index of a task in the table.
  typealias Index = Int

  /// A task. It is an object, because a copy of its many parts would take longer than its use.
  final class Entry {
    /// The task that created it. `nil` for the scenario itself and for tasks created elsewhere.
    let creator: Index?
    /// Its number among the tasks of its creator, from 1.
    fileprivate let ordinal: Int
    /// A name that is the same in every run.
    let name: StableName
    let task: UnownedJob
    let number: UInt64
    let isChild: Bool
    /// A Boolean value that indicates whether the memory of the task is kept.
    let isRetained: Bool
    /// A Boolean value that indicates whether the task prefers the executor of the scheduler.
    var prefersExecutor = false
    /// The functions that created it, innermost first.
    var creators: [CodeAddress] = []
    var state = State.ready
    /// Its wait, if the library knows it.
    var wait: TaskWait?
    /// The number of its jobs and events that have run.
    var stepCount = 0
    /// A Boolean value that indicates whether the scheduler first saw it when it left the main actor.
    var isOfMain = false
    /// A Boolean value that indicates whether an `async let` is known to have ended.
    fileprivate var isEndedChild = false
    fileprivate var childCount = 0

    fileprivate init(
      _ task: UnownedJob, _ number: UInt64, creator: Index?, ordinal: Int, name: StableName
    ) {
      self.task = task
      self.number = number
      self.creator = creator
      self.ordinal = ordinal
      self.name = name
      isChild = TaskRuntime.isChild(task)
      isRetained = !TaskRuntime.isAsyncLet(task)
    }

    /// A Boolean value that indicates whether it has ended. An `async let` may have ended on an actor without notice.
    var hasEnded: Bool { isRetained ? TaskRuntime.hasEnded(task) : isEndedChild }
  }

  /// The activity of a task that the scheduler knows.
  enum State {
    /// One of its jobs is ready or runs.
    case ready
    /// It waits for an event or in a function of the library.
    case waitsForLibrary
    /// It waits for something else, or is in the main queue, or has ended.
    case absent
  }

  private(set) var entries: [Entry] = []
  private var indices: [UInt64: Index] = [:]
  private var outsideCount = 0

  subscript(index: Index) -> Entry { entries[index] }

  /// Returns the index of the task with a number of the run time.
  func index(of number: UInt64) -> Index? { number == 0 ? nil : indices[number] }

  /// Adds a task and names it by its creator.
  ///
  /// The order in which tasks are created differs between orders of the same scenario. A task's number among the children
  /// of its creator does not.
  mutating func add(
    _ task: UnownedJob, number: UInt64, createdBy creator: Index?
  ) -> Index {
    let ordinal: Int
    if let creator {
      entries[creator].childCount += 1
      ordinal = entries[creator].childCount
    } else {
      ordinal = outsideCount
      outsideCount += 1
    }
    let name = (creator.map { entries[$0].name } ?? StableName()).adding(ordinal)
    let index = entries.count
    let entry = Entry(task, number, creator: creator, ordinal: ordinal, name: name)
    if entry.isRetained { TaskRuntime.retain(task) }
    entries.append(entry)
    indices[number] = index
    return index
  }

  /// Releases the memory of the tasks, under no lock.
  func release() {
    for entry in entries where entry.isRetained { TaskRuntime.release(entry.task) }
  }

  /// The name of a task in reports: `scenario`, `task 2`, `task 2.1`, `main-actor task 1`, or `outside task 1`.
  func title(of index: Index) -> String {
    let (creator, ordinal) = (entries[index].creator, entries[index].ordinal)
    guard let creator else {
      let kind = entries[index].isOfMain ? "main-actor" : "outside"
      return ordinal == 0 ? "scenario" : "\(kind) task \(ordinal)"
    }
    return creator == 0 ? "task \(ordinal)" : "\(title(of: creator)).\(ordinal)"
  }

  /// Records that an event of a task happens. The task continues in a job that may not be known, such as one of the main actor.
  func continueElsewhere(_ index: Index) {
    entries[index].stepCount += 1
    entries[index].state = .absent
  }

  /// Records that a job of a task, or of an actor that it called, has ended, and that no other job of it is ready.
  func leave(_ index: Index, afterJobOfTask isOfTask: Bool) {
    let entry = entries[index]
    // The memory of an `async let` belongs to its parent, which can run when an actor does.
    if isOfTask, !entry.isRetained { entry.isEndedChild = TaskRuntime.hasEnded(entry.task) }
    if entry.wait != nil { entry.state = .waitsForLibrary }
    if entry.state == .ready { entry.state = .absent }
  }
}

/// Something that a task waits for, and that the scheduler lets happen: the effect or the delivery of a call, or a step.
package struct ScheduledEvent: Sendable {
  /// The kind of an event, which a report counts.
  package enum Kind: Sendable { case effect, delivery, step }

  let kind: Kind
  /// A name that is the same in every run. A task waits for one event at a time.
  let name: String
  /// A Boolean value that indicates whether it happens only if nothing else can.
  let isLastResort: Bool
  /// A Boolean value that indicates whether a cancellation of its task can end it.
  let reactsToCancellation: Bool
  /// Describes the event. Called only for reports, and under no lock, because it may run code of the user.
  let describe: @Sendable () -> EventDescription

  package init(
    _ kind: Kind, name: String, isLastResort: Bool = false, reactsToCancellation: Bool = false,
    describe: (@Sendable () -> EventDescription)? = nil
  ) {
    self.kind = kind
    self.name = name
    self.isLastResort = isLastResort
    self.reactsToCancellation = reactsToCancellation
    self.describe = describe ?? { EventDescription(subject: name) }
  }

  /// Describes the event with the way in which it ended.
  func description(of ending: EventEnding) -> EventDescription {
    var description = describe()
    if ending == .isCanceled {
      let moment = kind == .effect ? "its effect" : "it returns"
      description.verb = "is canceled before \(moment), and throws CancellationError"
    }
    return description
  }
}

/// The way in which an event ends.
package enum EventEnding: Int, Sendable {
  case happens
  /// The task is canceled, and the event doesn't happen.
  case isCanceled
  /// The task is canceled after the effect of its call, which therefore throws.
  case happensAndThrows
}

/// An event, as a report shows it.
package struct EventDescription: Sendable {
  /// The call, such as `FakeStore.load("a")`, or the step.
  let subject: String
  /// The end of the sentence about a call, such as `returns`. `nil` for a step.
  var verb: String?
  /// The line that made the call.
  var site: CallSite?

  /// The event, such as `FakeStore.load("a") returns`.
  var text: String { [subject, verb].compactMap { $0 }.joined(separator: " ") }
}

/// An event that a task waits for.
struct PendingEvent {
  let event: ScheduledEvent
  let task: TaskTable.Index
  let name: StableName
  let continuation: UnsafeContinuation<EventEnding, Never>
  var isCancelled: Bool

  /// The ways in which the event can end now, the usual one first.
  var endings: [EventEnding] {
    if !isCancelled { return [.happens] }
    return event.kind == .effect
      ? [.isCanceled, .happens, .happensAndThrows] : [.isCanceled, .happens]
  }
}

/// A job that is ready.
struct ReadyJob {
  let job: UnownedJob
  let kind: JobKind
  /// The task that it continues, or that called its actor. `nil` if that is not known.
  let owner: TaskTable.Index?
  let name: StableName
  /// A Boolean value that indicates whether its task is at an `await` that would not have suspended it.
  let isAtAwait: Bool
  /// A Boolean value that indicates whether it is the first job of its task.
  let isFirst: Bool
}

/// Something that is ready: a job or an event.
struct ReadyItem {
  var job: ReadyJob?
  var event: PendingEvent?
  /// The number of steps before a change let others go first. `nil` if that has not happened.
  var lateSince: Int?

  var owner: TaskTable.Index? { job?.owner ?? event?.task }
  var name: StableName { job?.name ?? event?.name ?? StableName() }

  /// The number of steps for which an item lets others go first. A task that polls must not hold it up forever.
  private static let maxLateSteps = 100

  /// Returns a Boolean value that indicates whether everything else that is ready goes first.
  func isLate(after stepCount: Int) -> Bool {
    lateSince.map { stepCount - $0 < Self.maxLateSteps } ?? false
  }

  /// A Boolean value that indicates whether it waits until nothing else can happen.
  var isLastResort: Bool { event.map { $0.event.isLastResort && !$0.isCancelled } ?? false }
}

/// A task that waits until no other task can run, and perhaps until time has passed.
typealias IdleWaiter = (
  task: UnsafeContinuation<Void, Never>, time: @Sendable () -> PassingTime
)
