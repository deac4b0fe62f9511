import Faked

// The end of a run, and the tasks that remain.
extension Scheduler.State {
  /// The tasks that have not ended.
  private var unfinishedTasks: [UnfinishedTask] {
    let unfinished = tasks.unfinished.filter { $0 > 0 || !end.isBodyDone }
    let waitForever =
      Departures.areCounted && outside.isEmpty && !canContinue
      && unfinished.allSatisfy { tasks[$0].wait == nil }
    return unfinished.map { index in
      UnfinishedTask(
        index: index, title: tasks.title(of: index),
        isCancelled: tasks[index].task.map(RuntimeSymbols.isCancelled) ?? false,
        hasStarted: tasks[index].stepCount > 0,
        isReady: tasks[index].isStopped || jobs.hasJob(of: index)
          || events.event(of: index) != nil, waitsForever: waitForever,
        wait: tasks[index].wait, event: events.event(of: index),
        resumePoints: tasks.resumePoints(of: index), creators: tasks[index].creators)
    }
  }

  /// A Boolean value that indicates whether the tasks that remain at the end are canceled. Otherwise, the system runs
  /// them when they become ready.
  private var cancelsLeftovers: Bool { cancelsLeftovers(after: end.ending) }

  private func cancelsLeftovers(after ending: RunEnding) -> Bool {
    choices.isGuided || ending != .completed
  }

  /// A Boolean value that indicates whether tasks that outlive the run never run again. `true` for a deterministic
  /// test that was stopped. Otherwise, the system runs them if they become ready later.
  var abandonsTasks: Bool { !choices.isGuided && end.ending != .completed }

  private var leftoverSteps: Int { limits.leftoverSteps.limit(LeftoverSteps.usual) }

  /// Lets the remaining tasks run.
  mutating func finish(_ ending: RunEnding) {
    // Tasks that are not canceled get as many steps as the scenario before they count as endless.
    let steps = cancelsLeftovers(after: ending) ? leftoverSteps : limits.steps
    end.finish(ending, leaving: unfinishedTasks, steps: steps)
    // The rest happens because the tasks are canceled.
    if ending.stopsScenario { story.end() }
  }

  /// Returns a Boolean value that indicates whether the current task must stop after it has switched its executor a
  /// number of times without suspending.
  ///
  /// A loop such as `while true { try? await clock.sleep(for: .seconds(1)) }` never suspends once its task is
  /// canceled, because each sleep throws immediately.
  func stopsTask(afterSwitches count: Int, isCancelled: Bool) -> Bool {
    switch end.phase {
    case .running: isCancelled && count >= limits.steps
    case .finishing:
      isCancelled && count >= limits.leftoverSteps.limit(limits.steps)
        || cancelsLeftovers && count >= limits.steps
    case .ended: false
    }
  }

  /// Stops a task that never suspends.
  mutating func stopTask(_ task: TaskTable.Index) {
    tasks[task].isStopped = true
    guard !end.isRunning, choices.isGuided else { return }
    limits.leftoverSteps.addEndlessTask()
    end.setIgnoresCancellation(task)
  }

  /// Ends the run after a task was stopped. Doesn't change the ending if the run has canceled its remaining tasks.
  mutating func endAfterStop() {
    switch end.phase {
    case .running: finish(.tooManySteps)
    case .finishing(_, hasCancelled: false): end.setEndless(leaving: unfinishedTasks)
    case .finishing, .ended: break
    }
  }

  /// Returns the next step of the tasks that remain.
  mutating func nextLeftover(_ isOnMain: Bool, hasCancelled: Bool) -> Scheduler.Action {
    // Otherwise, a run within this one would continue without its order and without being exclusive.
    if end.takeStep() || exclusivity.hasInnerRuns {
      if !jobs.isEmpty { return take(0, isOnMain: isOnMain) }
      // Time no longer passes. A task that waits for it continues when it is canceled.
      let waiter = hasCancelled ? waiters.takeFirst() : waiters.takeFirst(whenIdle: true)
      if let waiter { return resume(waiter) }
      if hasCancelled, !events.isEmpty { return endEvent(at: 0) }
    }
    if !cancelsLeftovers, !jobs.isEmpty { end.setEndless(leaving: unfinishedTasks) }
    if !hasCancelled, cancelsLeftovers, TaskEnds.areWatched {
      end.cancelTasks(steps: leftoverSteps)
      return .cancel(tasks.entries.compactMap(\.task))
    }
    if exclusivity.hasInnerRuns { return .pause(.innerRuns) }
    // Tasks that do not end are dropped.
    jobs.removeTasks()
    if !jobs.isEmpty { return take(0, isOnMain: isOnMain) }
    end.end()
    return .pause(.ended)
  }

  /// Forgets the facts about a run that has ended. A task that it left behind may keep the scheduler forever.
  mutating func forget() {
    tasks = TaskTable()
    choices.forget()
    (clocks, outside, scope) = ([], OutsideWorkLog(), nil)
  }
}
