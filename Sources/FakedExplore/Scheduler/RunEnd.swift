/// How a run ended.
package enum RunEnding: Sendable, Equatable {
  /// The scenario came to its end.
  case completed
  /// No task could run, and nothing came from elsewhere.
  case stuck
  /// The run took more steps than it may.
  case tooManySteps
}

/// The end of a run: the phase that it is in, and the reason.
struct RunEnd {
  enum Phase {
    case running
    /// The scenario's own code is over, and the rest runs in the order in which it became ready.
    case finishing(stepsLeft: Int, hasCanceled: Bool)
    /// The run is over. The scheduler takes no more jobs.
    case ended
  }

  private(set) var phase = Phase.running
  private(set) var ending = RunEnding.completed
  /// The tasks that had not ended when the scenario's own code was over.
  private(set) var leftBehind: [UnfinishedTask] = []
  /// A Boolean value that indicates whether the tasks that are left at the end are canceled.
  private(set) var cancelsLeftovers: Bool
  private(set) var isBodyDone = false
  private let limits: Scheduler.Limits

  init(_ limits: Scheduler.Limits) {
    self.limits = limits
    cancelsLeftovers = limits.cancelsLeftovers
  }

  var isRunning: Bool { if case .running = phase { true } else { false } }
  var hasEnded: Bool { if case .ended = phase { true } else { false } }
  /// A Boolean value that indicates whether tasks that outlive the run never run again.
  var abandonsTasks: Bool { limits.abandonsTasks && ending != .completed }

  /// Notes that the scenario's own code is over.
  mutating func endBody() { isBodyDone = true }

  /// Lets the rest of the tasks run.
  mutating func finish(_ ending: RunEnding = .completed, leaving tasks: [UnfinishedTask]) {
    self.ending = ending
    leftBehind = tasks
    if ending != .completed { cancelsLeftovers = true }
    // A task that never waits and is not canceled gets as many steps as in the scenario. Then the run is endless.
    let steps = cancelsLeftovers ? limits.leftoverSteps : limits.steps
    phase = .finishing(stepsLeft: steps, hasCanceled: false)
  }

  /// Notes that tasks run on after the scenario's own code, without ever waiting.
  mutating func setEndless(leaving tasks: [UnfinishedTask]) {
    if ending == .completed { ending = .tooManySteps }
    leftBehind = tasks
    cancelsLeftovers = true
  }

  /// Takes a step of a task that is left. Returns `false` if there are no steps left.
  mutating func takeStep() -> Bool {
    guard case .finishing(let stepsLeft, let hasCanceled) = phase, stepsLeft > 0 else {
      return false
    }
    phase = .finishing(stepsLeft: stepsLeft - 1, hasCanceled: hasCanceled)
    return true
  }

  /// Gives the tasks that are left their last steps, after they were canceled.
  mutating func cancelTasks() {
    phase = .finishing(stepsLeft: limits.leftoverSteps, hasCanceled: true)
  }

  mutating func end() { phase = .ended }

  /// Removes the tasks that were left, and returns them.
  mutating func takeLeftBehind() -> [UnfinishedTask] {
    defer { leftBehind = [] }
    return leftBehind
  }

  /// Returns a Boolean value that indicates whether a task must stop that has moved so often without suspending.
  ///
  /// A loop such as `while true { try? await clock.sleep(for: .seconds(1)) }` never suspends once its task is
  /// canceled: each sleep throws at once.
  func stops(afterMoves moves: Int, isCanceled: Bool) -> Bool {
    switch phase {
    case .running: isCanceled && moves >= limits.steps
    case .finishing(_, hasCanceled: true): moves >= limits.leftoverSteps
    case .finishing: (isCanceled || cancelsLeftovers) && moves >= limits.steps
    case .ended: false
    }
  }
}
