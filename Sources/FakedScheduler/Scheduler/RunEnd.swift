/// The way in which a run ended.
package enum RunEnding: Sendable, Equatable {
  /// The scenario came to its end.
  case completed
  /// No task could run, and nothing came from elsewhere.
  case stuck
  /// The run took more steps than it may.
  case tooManySteps
  /// The scenario came to its end, but a task that it left never waits, and was stopped.
  case leftoversNeverWait

  /// A Boolean value that indicates whether the scenario itself was canceled, because it did not come to its end.
  package var stopsScenario: Bool { self == .stuck || self == .tooManySteps }

  /// A Boolean value that indicates whether tasks of the run never wait.
  var isEndless: Bool { self == .tooManySteps || self == .leftoversNeverWait }
}

/// The end of a run: the phase that it is in, and the reason.
struct RunEnd {
  enum Phase {
    case running
    /// The scenario's own code is over, and the rest runs in the order in which it became ready.
    case finishing(stepsLeft: Int, hasCancelled: Bool)
    /// The run is over. The scheduler takes no more jobs.
    case ended
  }

  private(set) var phase = Phase.running
  private(set) var ending = RunEnding.completed
  /// The tasks that had not ended when the scenario's own code was over.
  private(set) var leftoverTasks: [UnfinishedTask] = []
  private(set) var isBodyDone = false

  var isRunning: Bool { if case .running = phase { true } else { false } }
  var hasEnded: Bool { if case .ended = phase { true } else { false } }
  /// A Boolean value that indicates whether a task can begin to wait for time to pass, or for the other tasks.
  var letsTasksWait: Bool {
    switch phase {
    case .running: true
    case .finishing(_, let hasCancelled): !hasCancelled && TaskEnds.areWatched
    case .ended: false
    }
  }

  /// Records that the scenario's own code is over.
  mutating func endBody() { isBodyDone = true }

  /// Lets the remaining tasks run for a number of steps.
  mutating func finish(_ ending: RunEnding, leaving tasks: [UnfinishedTask], steps: Int) {
    self.ending = ending
    leftoverTasks = tasks
    phase = .finishing(stepsLeft: steps, hasCancelled: false)
  }

  /// Records that the remaining tasks never wait.
  mutating func setEndless(leaving tasks: [UnfinishedTask]) {
    if ending == .completed { ending = .leftoversNeverWait }
    leftoverTasks = tasks
  }

  /// Records that a task that was left ignores its cancellation.
  mutating func setIgnoresCancellation(_ task: TaskTable.Index) {
    guard let index = leftoverTasks.firstIndex(where: { $0.index == task }) else { return }
    leftoverTasks[index].ignoresCancellation()
  }

  /// Takes a step of a remaining task. Returns `false` if there are no steps left.
  mutating func takeStep() -> Bool {
    guard case .finishing(let stepsLeft, let hasCancelled) = phase, stepsLeft > 0 else {
      return false
    }
    phase = .finishing(stepsLeft: stepsLeft - 1, hasCancelled: hasCancelled)
    return true
  }

  /// Gives the remaining tasks their last steps, after they were canceled.
  mutating func cancelTasks(steps: Int) {
    phase = .finishing(stepsLeft: steps, hasCancelled: true)
  }

  mutating func end() { phase = .ended }

  /// Removes the tasks that were left, and returns them.
  mutating func takeLeftoverTasks() -> [UnfinishedTask] {
    defer { leftoverTasks = [] }
    return leftoverTasks
  }
}
