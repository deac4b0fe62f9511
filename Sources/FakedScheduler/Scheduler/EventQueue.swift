import Faked

/// An event that a task waits for.
struct PendingEvent {
  /// The way in which an event ends.
  enum End { case happened, canceled }

  let event: ScheduledEvent
  let task: TaskTable.Index
  let stableName: StableName
  let continuation: UnsafeContinuation<End, Never>
  fileprivate(set) var isCancelled = false
  /// A Boolean value that indicates whether time has passed since the cancellation.
  fileprivate var hasTimePassedSinceCancellation = false
  /// The number of times that time passed while the task waited for the event.
  fileprivate var timePassCount = 0

  init(
    _ event: ScheduledEvent, of task: TaskTable.Index, named taskName: StableName,
    _ continuation: UnsafeContinuation<End, Never>
  ) {
    self.event = event
    self.task = task
    self.continuation = continuation
    var name = taskName
    name.combine(event.name)
    stableName = name
  }

  /// The ways in which the event can end now.
  func ends(_ policy: CancellationPlan.Policy) -> [End] {
    guard isCancelled else { return [.happened] }
    switch (event.cancellation, policy) {
    case (.ignored, _), (.mayLoseEffect, .takesEffect): return [.happened]
    case (_, .hasNoEffect), (.mayLoseDelivery, .takesEffect): return [.canceled]
    // Time passes only if no task is ready, and a task whose response has arrived is ready.
    case (.mayLoseDelivery, .both) where hasTimePassedSinceCancellation: return [.canceled]
    case (_, .both): return [.canceled, .happened]
    }
  }
}

/// The events that tasks wait for, in the order in which they began to wait.
struct EventQueue {
  private(set) var events: [PendingEvent] = []

  var isEmpty: Bool { events.isEmpty }

  mutating func add(_ event: PendingEvent) { events.append(event) }
  mutating func remove(at index: Int) -> PendingEvent { events.remove(at: index) }

  /// Returns the event that a task waits for.
  func event(of task: TaskTable.Index) -> ScheduledEvent? {
    events.first { $0.task == task }?.event
  }

  /// Cancels the event that a task waits for. Returns `nil` if there is none, or if it is canceled already.
  mutating func cancel(ofTask task: TaskTable.Index) -> ScheduledEvent? {
    guard let index = events.firstIndex(where: { $0.task == task }), !events[index].isCancelled
    else { return nil }
    events[index].isCancelled = true
    return events[index].event
  }

  // MARK: - Time

  /// The number of times that time may pass while an event could happen. Each time after that counts as a preemption,
  /// because a task that sleeps in a loop would otherwise have endless orders.
  private static let maxTimePasses = 10

  /// A Boolean value that indicates whether time may pass before the events, without a preemption.
  var canBePostponed: Bool {
    events.allSatisfy { $0.event.isLastResort || $0.timePassCount < Self.maxTimePasses }
  }

  /// Records that time passes while the tasks wait.
  mutating func passTime() {
    for index in events.indices {
      events[index].timePassCount += 1
      events[index].hasTimePassedSinceCancellation = events[index].isCancelled
    }
  }
}
