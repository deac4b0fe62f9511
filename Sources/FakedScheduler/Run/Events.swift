import Faked

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
    self.describe = describe ?? { EventDescription(text: name, site: nil) }
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
package struct EventDescription: Sendable, Equatable {
  /// The event, such as `FakeStore.load("a") returns`.
  let text: String
  /// The text if its task is canceled: `FakeStore.load("a") is canceled before it returns`.
  let textIfCancelled: String
  /// The wait for the event: `waits until FakeStore.load("a") returns`.
  let wait: String
  /// The line that made the call.
  let site: CallSite?

  package init(
    text: String, ifCancelled textIfCancelled: String? = nil, wait: String? = nil, site: CallSite?
  ) {
    self.text = text
    self.textIfCancelled = textIfCancelled ?? text
    self.wait = wait ?? "waits until \(text)"
    self.site = site
  }
}

/// An event that a task waits for.
struct PendingEvent {
  let event: ScheduledEvent
  let task: TaskTable.Index
  let name: StableName
  let continuation: UnsafeContinuation<EventEnding, Never>
  var isCancelled = false

  init(
    _ event: ScheduledEvent, of task: TaskTable.Index, named taskName: StableName,
    _ continuation: UnsafeContinuation<EventEnding, Never>
  ) {
    self.event = event
    self.task = task
    self.continuation = continuation
    name = taskName.adding(event.name)
  }

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

/// Something that is ready.
struct ReadyItem {
  enum Content {
    case job(ReadyJob)
    case event(PendingEvent)
  }

  var content: Content
  /// The number of steps before a change let others go first. `nil` if that has not happened.
  var lateSince: Int?

  init(_ job: ReadyJob) { content = .job(job) }
  init(_ event: PendingEvent) { content = .event(event) }

  /// The number of steps for which an item lets others go first. A task that polls must not hold it up forever.
  private static let maxLateSteps = 100

  /// Returns a Boolean value that indicates whether everything else that is ready goes first.
  func isLate(after stepCount: Int) -> Bool {
    lateSince.map { stepCount - $0 < Self.maxLateSteps } ?? false
  }

  var job: ReadyJob? { if case .job(let job) = content { job } else { nil } }
  var event: PendingEvent? { if case .event(let event) = content { event } else { nil } }
  var owner: TaskTable.Index? { job?.owner ?? event?.task }

  var name: StableName {
    switch content {
    case .job(let job): job.name
    case .event(let event): event.name
    }
  }
}

/// The tasks that wait until no other task can run, and perhaps until time has passed.
struct IdleWaiters {
  private var waiters:
    [(task: UnsafeContinuation<Void, Never>, time: @Sendable () -> PassingTime)] =
      []

  var isEmpty: Bool { waiters.isEmpty }

  mutating func add(
    _ task: UnsafeContinuation<Void, Never>, while time: @escaping @Sendable () -> PassingTime
  ) {
    waiters.append((task, time))
  }

  /// Removes the task that has waited longest.
  mutating func takeFirst() -> UnsafeContinuation<Void, Never>? {
    waiters.isEmpty ? nil : waiters.removeFirst().task
  }

  /// Removes the task that has waited longest of those that can continue when no task can run.
  ///
  /// - Parameter isIdle: A Boolean value that indicates whether nothing else can happen, either.
  mutating func takeFirst(whenIdle isIdle: Bool) -> UnsafeContinuation<Void, Never>? {
    let index = waiters.firstIndex { waiter in
      switch waiter.time() {
      case .mustPass: false
      case .mayPass: isIdle
      case .hasPassed: true
      }
    }
    return index.map { waiters.remove(at: $0).task }
  }
}
