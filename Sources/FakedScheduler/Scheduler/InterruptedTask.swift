import Faked

// The task that stays on its actor at an `await`, while tasks that don't need the actor run.
extension Scheduler {
  /// Lets other tasks run where the current task, which stays on its actor, awaits without suspending.
  ///
  /// The others run within the job of the task, so the task keeps the actor, and only jobs that don't need it can run. In
  /// production, they run on other threads.
  func interruptTask(before call: ExecutorSwitch) {
    guard call.targetsDefaultActor || call.targetsMainActor,
      let candidate = awaits?.candidate(for: call),
      let task = RuntimeSymbols.currentTask,
      let interrupted = state.withLock({ $0.interrupt(task, before: call, at: candidate) })
    else { return }
    if call.targetsMainActor {
      ExecutorSwitches.onAnotherThread { self.onThisThread { self.runOthers(isOnMain: false) } }
    } else {
      Departures.withoutOthers { runOthers(isOnMain: MainQueueHook.isOnMainQueue) }
    }
    let thread = StuckThread.current
    state.withLock { state in
      state.busyThread = thread
      state.endInterruption(of: interrupted)
    }
  }

  /// Runs jobs until it is the turn of the interrupted task, or nothing else can run here: for example, if only an actor
  /// that other runs use at the same time is ready.
  ///
  /// - Parameter isOnMain: Pass `true` on the main queue, unless the interrupted task is on the main actor.
  private func runOthers(isOnMain: Bool) {
    let thread = StuckThread.current
    while true {
      let action = nextAction(isOnMain: isOnMain, on: thread)
      if case .pause = action { return }
      if case .run(let job) = action, job.kind == .await,
        state.withLock({ $0.jobs.interrupted == job.owner })
      {
        return
      }
      run(action)
    }
  }
}

/// The state of a job while others run within it.
private struct InterruptedJob {
  let job: RunningJob
  /// The tasks that start on the actor when the job has ended.
  let delayedStarts: [DelayedStart]
}

extension Scheduler.State {
  /// Makes the current task wait for its turn. Returns its job, or `nil` if nothing else could run here.
  ///
  /// A `Task.immediate` can't wait: it may run while its creator holds a lock.
  fileprivate mutating func interrupt(
    _ task: UnownedJob, before call: ExecutorSwitch, at address: UInt
  ) -> InterruptedJob? {
    guard end.isRunning, jobs.interrupted == nil, !jobs.isEmpty || !events.isEmpty,
      !needsExclusiveRun, let index = tasks.index(of: RuntimeSymbols.taskNumber(of: task)),
      jobs.running == index, tasks[index].canBePreempted(at: address)
    else { return nil }
    tasks[index].pause(before: call, isAtAwait: true)
    let job = jobs.interrupt(
      until: ReadyJob(task, .await, of: index, tasks[index].name, resumePoint: call.resumePoint))
    defer { delayedStarts = [] }
    return InterruptedJob(job: job, delayedStarts: delayedStarts)
  }

  fileprivate mutating func endInterruption(of interrupted: InterruptedJob) {
    if let task = jobs.interrupted { tasks[task].pausedSwitch = nil }
    jobs.endInterruption(of: interrupted.job)
    delayedStarts = interrupted.delayedStarts
  }
}
