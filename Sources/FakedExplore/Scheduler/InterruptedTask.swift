import Faked

// The task that stays on its actor at an `await`, while tasks that don't need the actor run.
extension Scheduler {
  /// Lets other tasks run where the current task, which stays on its actor, awaits without suspending.
  ///
  /// The others run within the job of the task, so the task keeps the actor, and only jobs that don't need it can run. In
  /// production, they run on other threads.
  func interruptTask(before call: ExecutorSwitch) {
    guard let candidate = awaits?.candidate(for: call), let task = RuntimeSymbols.currentTask,
      let job = state.withLock({ $0.interrupt(task, before: call, at: candidate) })
    else { return }
    let (thread, isOnMain) = (StuckThread.current, MainQueueHook.isOnMainQueue)
    while true {
      let action = nextAction(isOnMain: isOnMain, on: thread)
      let hasEnded = state.withLock { state in
        switch action {
        case .pause: state.busyThread = thread
        case .run(let job) where job.kind == .await && job.owner == state.jobs.interrupted: break
        default: return false
        }
        state.endInterruption(of: job)
        return true
      }
      if hasEnded { return }
      run(action)
    }
  }
}

extension Scheduler.State {
  /// Makes the current task wait for its turn. Returns its job, or `nil` if nothing else could run here.
  fileprivate mutating func interrupt(
    _ task: UnownedJob, before call: ExecutorSwitch, at address: UInt
  ) -> RunningJob? {
    guard end.isRunning, jobs.interrupted == nil, !jobs.isEmpty || !events.isEmpty,
      !needsExclusiveRun, let index = tasks.index(of: RuntimeSymbols.taskNumber(of: task)),
      tasks[index].canBePreempted(at: address)
    else { return nil }
    tasks[index].pause(before: call, isAtAwait: true)
    var name = tasks[index].name
    name.combine(ReadyJob.Kind.await.rawValue)
    return jobs.interrupt(
      index,
      untilTurnOf: ReadyJob(
        job: task, kind: .await, isShared: false, isYield: false, owner: index, name: name,
        resumePoint: call.resumePoint))
  }

  fileprivate mutating func endInterruption(of job: RunningJob) {
    if let task = jobs.interrupted { tasks[task].pausedSwitch = nil }
    jobs.endInterruption(of: job)
  }
}
