import Faked

// The jobs that become ready, and the tasks to which they belong.
extension Scheduler {
  /// Takes a job that became ready. Returns `false` if the run is over.
  func take(_ job: UnownedJob, as kind: ReadyJob.Kind) -> Bool {
    let isElsewhere = Self.onThisThread !== self && !MainQueueHook.isForeseen
    let current = RuntimeSymbols.currentTask
    let address = RuntimeSymbols.address(of: job)
    let (isTaken, runLoop) = state.withLock { state in
      if state.end.hasEnded {
        return (state.abandonsTasks, UnsafeContinuation<Void, Never>?.none)
      }
      if kind == .call, let task = state.tasks.index(of: RuntimeSymbols.taskNumber(of: job)),
        state.tasks[task].isStopped
      {
        state.endAfterStop()
        return (true, nil)
      }
      let isFirst = state.tasks.entries.isEmpty
      let ready = readyJob(job, as: kind, in: &state, current: current)
      if isElsewhere, !isFirst { state.addArrival(ready) }
      // A task that switches its executor itself is no longer the current task.
      let isOfAnotherTask =
        ready.kind != .actor && current.map(RuntimeSymbols.address) ?? address != address
      state.jobs.add(ready, isOfAnotherTask: isOfAnotherTask)
      return (true, state.waiters.takeRunLoop())
    }
    runLoop?.resume()
    return isTaken
  }

  private func readyJob(
    _ job: UnownedJob, as kind: ReadyJob.Kind, in state: inout State, current: UnownedJob?
  ) -> ReadyJob {
    let isTask = RuntimeSymbols.isTask(job)
    let task = isTask ? job : ActorJobs.firstTask(of: job)
    var owner: TaskTable.Index?
    if isTask {
      let task = index(of: job, in: &state, current: current)
      // A task that can run waits for nothing.
      if state.tasks[task].wait != nil {
        state.tasks[task].wait = nil
        if sleeps.cancel(RuntimeSymbols.taskNumber(of: job)) { state.cancellation.addEndedWait() }
      }
      owner = task
    } else {
      // The job of an actor belongs to the task that calls the actor.
      owner = task.flatMap { state.tasks.index(of: RuntimeSymbols.taskNumber(of: $0)) }
      owner = owner ?? state.jobs.running
    }
    var kind = kind
    if !isTask, kind == .task { kind = .actor }
    if kind == .call, let owner, state.tasks[owner].isPausedAtAwait { kind = .await }
    return ReadyJob(
      job, kind, of: owner, owner.map { state.tasks[$0].name } ?? StableName(),
      isShared: kind == .main || owner != nil && state.jobs.sharedCaller == owner,
      isYield: RuntimeSymbols.isContinuation(job),
      resumePoint: task.map(RuntimeSymbols.resumePoint) ?? 0)
  }

  /// Returns the index of a task, which is added if it is new.
  @discardableResult
  private func index(
    of task: UnownedJob, in state: inout State, current: UnownedJob?
  ) -> TaskTable.Index {
    let number = RuntimeSymbols.taskNumber(of: task)
    if let known = state.tasks.index(of: number) { return known }
    let creator = current.flatMap { state.tasks.index(of: RuntimeSymbols.taskNumber(of: $0)) }
    // Only a task whose end is recorded may be accessed later.
    let isWatched = TaskEnds.watch(task, for: self)
    let index = state.tasks.add(isWatched ? task : nil, number: number, createdBy: creator)
    if creator != nil, CallSiteTable.isSupported {
      state.tasks[index].creators = RawBacktrace(of: .synchronous).addresses
    }
    return index
  }

  /// Records a task that a job of the scheduler created.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - start: The start of the task if it must wait until the job has ended.
  func addCreated(_ task: UnownedJob, _ start: DelayedStart?) {
    let current = RuntimeSymbols.currentTask
    state.withLock { state in
      _ = index(of: task, in: &state, current: current)
      if let start { state.delayedStarts.append(start) }
    }
  }

  /// Enqueues the tasks that wait until the job that created them has ended.
  func performDelayedStarts() {
    let starts = state.withLock { state in
      defer { state.delayedStarts = [] }
      return state.delayedStarts
    }
    for start in starts { start.perform() }
  }

  /// Records the end of a task.
  func recordEnd(of task: UnownedJob) {
    let number = RuntimeSymbols.taskNumber(of: task)
    state.withLock { state in
      if let index = state.tasks.index(of: number) { state.tasks[index].task = nil }
    }
  }

  /// Records that the task that ran last handed out work.
  ///
  /// - Parameter callers: The functions that handed it out, innermost first.
  func addDeparture(by callers: [CodeAddress]) {
    state.withLock { state in
      guard state.end.isRunning, let running = state.jobs.running else { return }
      state.outside.addDeparture(OutsideWork(task: running, callers: callers))
    }
  }
}

extension Scheduler.State {
  /// Records a job that came from outside the scheduler.
  fileprivate mutating func addArrival(_ job: ReadyJob) {
    guard end.isRunning else { return }
    let address = CodeAddress(UInt64(job.resumePoint), .resumes)
    outside.addArrival(OutsideWork(task: job.owner ?? 0, callers: [address]))
  }
}
