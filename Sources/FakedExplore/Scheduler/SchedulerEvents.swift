import Faked

/// Something that a task waits for, and that the scheduler lets happen: the effect of a call, or a step.
package struct ScheduledEvent: Sendable {
  /// The ways in which an event ends if its task is canceled.
  package enum Cancellation: Sendable {
    /// The event happens as if its task were not canceled.
    case ignored
    /// The event does not happen.
    case ends
    /// The event may happen or not.
    case mayEnd
  }

  /// A name that is the same in every run. A task waits for one event at a time.
  let name: String
  /// A Boolean value that indicates whether it happens only if nothing else can.
  let isLastResort: Bool
  /// A Boolean value that indicates whether the event lets time pass. Until it happens, no sleep ends by itself.
  let letsTimePass: Bool
  let cancellation: Cancellation
  /// Describes the event. Called only for reports, and under no lock, because it may run code of the user.
  let describe: @Sendable () -> EventDescription

  package init(
    name: String, isLastResort: Bool = false, letsTimePass: Bool = false,
    cancellation: Cancellation = .ignored,
    describe: (@Sendable () -> EventDescription)? = nil
  ) {
    self.name = name
    self.isLastResort = isLastResort
    self.letsTimePass = letsTimePass
    self.cancellation = cancellation
    self.describe = describe ?? { EventDescription(text: name, site: nil) }
  }

  /// A Boolean value that indicates whether a cancellation of its task can end the event.
  var reactsToCancellation: Bool { if case .ignored = cancellation { false } else { true } }
}

/// An event, as a report shows it.
package struct EventDescription: Sendable, Equatable {
  /// The event, such as `FakeStore.load("a") returns`.
  let text: String
  /// The text if the event does not happen, because its task was canceled: `FakeStore.load("a") is canceled`.
  let textIfCanceled: String
  /// The wait for the event: `waits until FakeStore.load("a") returns`.
  let wait: String
  /// The line that made the call.
  let site: CallSite?

  package init(
    text: String, ifCanceled textIfCanceled: String? = nil, wait: String? = nil, site: CallSite?
  ) {
    self.text = text
    self.textIfCanceled = textIfCanceled ?? text
    self.wait = wait ?? "waits until \(text)"
    self.site = site
  }
}

/// An event that a task waits for.
struct PendingEvent {
  /// The way in which an event ends.
  enum End { case happened, canceled }

  let event: ScheduledEvent
  let task: TaskTable.Index
  let stableName: StableName
  let continuation: UnsafeContinuation<End, Never>
  var isCanceled: Bool
  /// The number of times that time passed while the task waited for the event.
  var timePassCount = 0

  /// The ways in which the event can end now.
  func ends(_ policy: CancellationPlan.Policy) -> [End] {
    guard isCanceled else { return [.happened] }
    switch (event.cancellation, policy) {
    case (.ignored, _), (.mayEnd, .takesEffect): return [.happened]
    case (.ends, _), (.mayEnd, .hasNoEffect): return [.canceled]
    case (.mayEnd, .both): return [.canceled, .happened]
    }
  }
}

/// The point of a run at which its scenario is canceled.
package struct CancellationPlan: Sendable {
  /// The ways in which a call that is canceled before its effect can end.
  package enum Policy: Sendable {
    /// It has its effect or not. Both are orders.
    case both
    case hasNoEffect
    case takesEffect
  }

  /// The number of points at which the scenario waits before it is canceled.
  package let wait: Int
  package let policy: Policy

  package init(afterWaits wait: Int, _ policy: Policy) {
    self.wait = wait
    self.policy = policy
  }
}

/// A step of a run, as it is recorded.
struct RecordedStep {
  let task: String?
  let event: ScheduledEvent?
  let end: PendingEvent.End
  /// A Boolean value that indicates whether the task begins.
  let isStart: Bool
  let resumePoints: [UInt]
  /// The functions that created the task, if the task begins.
  let creators: [CodeAddress]
}

/// A step of a run, for reports.
package struct StoryEvent: Sendable, Equatable {
  /// The task, such as `task 2.1`. `nil` if time passed.
  package let task: String?
  /// The event that happened, if the step is one.
  package let event: String?
  /// The line that made the call, if the event belongs to one.
  package let site: CallSite?
  /// A Boolean value that indicates whether the task begins.
  package let isStart: Bool
  /// The addresses at which the task and its callers continued.
  package let resumePoints: [UInt]
  /// The functions that created the task, if it begins.
  package let creators: [CodeAddress]

  init(_ step: RecordedStep) {
    let event = step.event?.describe()
    task = step.task
    self.event = event.map { step.end == .canceled ? $0.textIfCanceled : $0.text }
    site = event?.site
    isStart = step.isStart
    resumePoints = step.resumePoints
    creators = step.creators
  }
}

/// A task that had not ended when its scenario was over, as it is recorded.
struct UnfinishedTask {
  let isScenario: Bool
  let title: String
  let isCanceled: Bool
  let wait: TaskWait?
  let event: ScheduledEvent?
  let resumePoints: [UInt]
}

/// A task that had not ended when its scenario was over.
package struct LeftTask: Sendable {
  /// A Boolean value that indicates whether it runs the scenario's own code.
  package let isScenario: Bool
  /// Its name, such as `task 2.1`.
  package let title: String
  /// A Boolean value that indicates whether it was canceled while the scenario ran.
  package let isCanceled: Bool
  /// A description of its wait, such as `sleeps until 3.0 seconds`, if the library knows it.
  package let wait: String?
  /// A sentence that says how to leave no such task behind.
  package let fix: String
  /// The line that made the call for which it waits, or that sleeps.
  package let site: CallSite?
  /// The addresses at which it and its callers continue, innermost first.
  package let resumePoints: [UInt]

  init(_ task: UnfinishedTask) {
    let event = task.event?.describe()
    isScenario = task.isScenario
    title = task.title
    isCanceled = task.isCanceled
    wait = task.wait?.description ?? event?.wait
    fix =
      if isCanceled {
        "Let it end when it is canceled: check `Task.isCancelled` in its loops, and resume its continuations."
      } else {
        task.wait?.fix ?? "Await it, or end the scenario with `await untilIdle()`."
      }
    site = task.wait.map(\.site) ?? event?.site
    resumePoints = task.resumePoints
  }
}

/// A place at which a task hands out work, or continues after such work.
struct OutsideWork: Hashable, Sendable {
  let task: TaskTable.Index
  /// The addresses at which the task and its callers continue.
  let resumePoints: [UInt]
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
