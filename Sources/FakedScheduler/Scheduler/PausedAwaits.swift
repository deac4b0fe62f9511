import Faked

// The tasks that pause at an `await` that does not suspend, so that others may run there.
extension Scheduler {
  /// Returns a Boolean value that indicates whether the current task, which awaits without suspending, may have to let
  /// other tasks run here, and keeps the switch.
  ///
  /// A task that leaves an actor is enqueued, so it is a choice already. A `Task.immediate` runs within a job of another
  /// task, which can't continue until the immediate task suspends.
  ///
  /// - Parameters:
  ///   - call: The switch.
  ///   - isShared: Pass `true` if the task enters an actor that is the same in all runs.
  func pausesAtAwait(_ call: ExecutorSwitch, isShared: Bool = false) -> Bool {
    guard let candidate = awaits?.candidate(for: call),
      let number = RuntimeSymbols.currentTaskNumber
    else { return false }
    return state.withLock { state in
      guard state.end.isRunning, !state.jobs.isEmpty || !state.events.isEmpty,
        let index = state.tasks.index(of: number), state.jobs.isRunningOnScheduler(index),
        state.tasks[index].canBePreempted(at: candidate)
      else { return false }
      if isShared, !state.exclusivity.isExclusive {
        state.jobs.pause(index, continuesAtOnce: false)
      }
      state.tasks[index].pause(before: call, isAtAwait: true)
      return true
    }
  }

  /// Returns the index of a job that has paused at an `await`, if its task must continue without a choice.
  func indexOfContinuation() -> Int? {
    guard let awaits, let (index, task, call) = state.withLock(\.pausedAtAwait) else { return nil }
    guard let address = awaits.address(of: call) else { return index }
    return state.withLock { state in
      state.tasks[task].pausedAwait = address
      return state.takeSkipOfAwait() ? index : nil
    }
  }

  /// Lets the current task continue after its next `await` without a choice.
  func skipNextAwait() {
    guard let number = RuntimeSymbols.currentTaskNumber else { return }
    state.withLock { state in
      if let index = state.tasks.index(of: number) { state.tasks[index].skipsNextAwait = true }
    }
  }
}

extension Scheduler.State {
  /// The index of the job of the running task, which has paused at an `await`, the task, and its switch.
  var pausedAtAwait: (index: Int, task: TaskTable.Index, call: ExecutorSwitch)? {
    guard !needsExclusiveRun,
      let index = jobs.ready.indices.first(where: jobs.continuesRunningTask),
      let task = jobs.running, let call = tasks[task].pausedSwitch
    else { return nil }
    return (index, task, call)
  }

  /// Returns a Boolean value that indicates whether the running task continues after this `await` without a choice. Returns
  /// `true` at most once.
  mutating func takeSkipOfAwait() -> Bool {
    guard let running = jobs.running else { return false }
    defer { tasks[running].skipsNextAwait = false }
    return tasks[running].skipsNextAwait
  }

  /// Continues the running task after an `await` at which another task could have run.
  mutating func passAwait(at index: Int) -> Scheduler.Action {
    if let owner = jobs.running {
      story.add(owner, of: tasks, isUninterrupted: true)
      tasks[owner].countAwait()
      tasks[owner].stepCount += 1
    }
    return continueAwait(at: index)
  }

  /// Continues the running task as if it had not paused at an `await`.
  mutating func continueAwait(at index: Int) -> Scheduler.Action { .run(jobs.takeOut(at: index)) }
}
