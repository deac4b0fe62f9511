import Faked

// The schedulers to which tasks and jobs belong.
extension Scheduler {
  /// The schedulers whose runs have not ended.
  static let active = Locked<[Scheduler]>([])

  /// The scheduler of the current task, if the task was created in one.
  ///
  /// It finds the tasks that no hook has seen: those that began on the main actor where `MainQueueHook` is
  /// not available.
  @TaskLocal static var ofTask: Scheduler?

  /// Returns the scheduler to which a job belongs that is about to be enqueued.
  static func owner(of job: UnownedJob) -> Scheduler? {
    if isOutside { return nil }
    let here = onThisThread
    if let here, here.isOwner(of: job) { return here }
    let others = active.withLock { $0 }
    guard !others.isEmpty else { return nil }
    let isTask = RuntimeSymbols.isTask(job)
    if isTask, let owner = others.first(where: { $0.knows(job) }) { return owner }
    guard here == nil, let task = RuntimeSymbols.currentTask else { return nil }
    // A new task belongs to the task that creates it, and the job of an actor to the task that calls it.
    let owner = others.first { $0.knows(task) } ?? ofTask
    return owner.flatMap { !isTask || $0.isNew(job) ? $0 : nil }
  }

  /// The scheduler to which the current task belongs.
  package static var current: Scheduler? {
    if isOutside { return nil }
    if let here = onThisThread { return here }
    let others = active.withLock { $0 }
    guard !others.isEmpty, let task = RuntimeSymbols.currentTask else { return nil }
    return others.first { $0.knows(task) } ?? ofTask.flatMap { $0.isActive ? $0 : nil }
  }

  private var isActive: Bool { state.withLock { !$0.end.hasEnded } }

  private func knows(_ task: UnownedJob) -> Bool {
    let number = RuntimeSymbols.taskNumber(of: task)
    return state.withLock { $0.tasks.index(of: number) != nil }
  }

  /// Returns a Boolean value that indicates whether a job that becomes ready on this scheduler's thread
  /// belongs to it.
  private func isOwner(of job: UnownedJob) -> Bool {
    guard RuntimeSymbols.isTask(job), !knows(job) else { return true }
    // A task that is neither known nor new belongs to other code, and a job of the scenario has resumed it.
    guard TaskCreation.isControlled else { return isNew(job) }
    return TaskCreation.isHappening
  }

  /// Returns a Boolean value that indicates whether a task was created after this run began.
  private func isNew(_ task: UnownedJob) -> Bool {
    let number = RuntimeSymbols.taskNumber(of: task)
    return state.withLock { state in
      state.tasks.entries.isEmpty || number > state.tasks.firstNumber
    }
  }
}
