/// A job that can run now.
struct ReadyJob {
  enum Kind: UInt64 {
    /// It continues a task.
    case task = 1
    /// It runs the tasks that wait for an actor.
    case actor
    /// It continues a task on the main actor.
    case main
    /// It continues a task that is about to enter an actor.
    case call
    /// It continues a task that has no executor preference, on the global executor.
    case plain
    /// It continues a task that let others run although its `await` does not suspend. If the task was interrupted, it
    /// only marks the turn of the task.
    case await
  }

  let job: UnownedJob
  let kind: Kind
  /// A Boolean value that indicates whether it belongs to an actor that is the same in all runs.
  let isShared: Bool
  /// A Boolean value that indicates whether its task lets others go first, with `Task.yield()`.
  let isYield: Bool
  /// The task that the job continues or that called the actor. `nil` if unknown.
  let owner: TaskTable.Index?
  /// A name that is the same in every run.
  let name: StableName
  /// The address at which the job continues.
  let resumePoint: UInt

  /// Creates a job, whose name combines the name of its owner with its kind.
  init(
    _ job: UnownedJob, _ kind: Kind, of owner: TaskTable.Index?, _ ownerName: StableName,
    isShared: Bool = false, isYield: Bool = false, resumePoint: UInt
  ) {
    (self.job, self.kind, self.owner) = (job, kind, owner)
    (self.isShared, self.isYield, self.resumePoint) = (isShared, isYield, resumePoint)
    var name = ownerName
    name.combine(kind.rawValue)
    self.name = name
  }
}

/// The job that runs, or ran last.
struct RunningJob {
  /// The task that ran last.
  fileprivate(set) var task: TaskTable.Index?
  fileprivate var kind: ReadyJob.Kind?
  /// A Boolean value that indicates whether the job has made another task ready.
  fileprivate(set) var hasMadeReady = false
  /// The task that is about to enter an actor that is the same in all runs.
  fileprivate(set) var sharedCaller: TaskTable.Index?
  /// The task whose event was just chosen. It continues without another choice.
  fileprivate var resumed: TaskTable.Index?
}

/// The jobs that can run now, in the order in which they became ready.
struct JobQueue {
  private(set) var ready: [ReadyJob] = []
  private var sharedCount = 0
  private var current = RunningJob()
  /// The task that keeps its actor while others run within its job. `nil` if there is none.
  private(set) var interrupted: TaskTable.Index?

  /// The task that ran last.
  var running: TaskTable.Index? { current.task }
  /// A Boolean value that indicates whether the running job has made another task ready.
  var hasMadeReady: Bool { current.hasMadeReady }
  /// The task that is about to enter an actor that is the same in all runs.
  var sharedCaller: TaskTable.Index? { current.sharedCaller }

  var isEmpty: Bool { ready.isEmpty }
  /// A Boolean value that indicates whether a job belongs to an actor that is the same in all runs.
  var hasShared: Bool { sharedCount > 0 }

  /// Returns a Boolean value that indicates whether a task can run.
  func hasJob(of task: TaskTable.Index) -> Bool { ready.contains { $0.owner == task } }

  /// Returns a Boolean value that indicates whether a job continues the task that ran last, after an `await` that did
  /// not suspend.
  func continuesRunningTask(at index: Int) -> Bool {
    ready[index].kind == .await && ready[index].owner == running
  }

  /// Returns a Boolean value that indicates whether a job continues a task after its event.
  func isResumed(_ index: Int) -> Bool { ready[index].owner == current.resumed }

  /// Adds a job. Pass `true` if the running job made another task ready.
  mutating func add(_ job: ReadyJob, isOfAnotherTask: Bool) {
    if isOfAnotherTask { current.hasMadeReady = true }
    if job.isShared { sharedCount += 1 }
    ready.append(job)
  }

  /// Returns a Boolean value that indicates whether the running job belongs to a task, and runs on the scheduler's
  /// executor.
  func isRunningOnScheduler(_ task: TaskTable.Index) -> Bool {
    running == task && current.kind == .task
  }

  /// Removes a job and returns it, and keeps what is known about the running job.
  mutating func takeOut(at index: Int) -> ReadyJob {
    let job = ready.remove(at: index)
    if job.isShared { sharedCount -= 1 }
    return job
  }

  /// Removes a job, which runs next, and returns it.
  mutating func remove(at index: Int) -> ReadyJob {
    let job = takeOut(at: index)
    current = RunningJob(task: job.owner ?? running, kind: job.kind)
    return job
  }

  /// Removes all jobs, except those of actors: an actor whose job never runs stays blocked for everybody.
  mutating func removeTasks() {
    ready.removeAll { $0.kind != .actor }
    sharedCount = ready.count(where: \.isShared)
  }

  /// Lets the task of an event continue without another choice.
  mutating func resume(_ task: TaskTable.Index) {
    current.resumed = task
    current.task = task
  }

  /// Returns the index of the job that continues without a choice, or `nil` if there is none.
  mutating func indexOfResumed() -> Int? {
    guard let resumed = current.resumed else { return nil }
    let index = ready.firstIndex { $0.owner == resumed }
    if index == nil { current.resumed = nil }
    return index
  }

  /// Records that the running task pauses before it enters an actor that is the same in all runs.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - continuesAtOnce: Pass `true` if the pause isn't a choice: it only lets other runs use the actor first.
  mutating func pause(_ task: TaskTable.Index, continuesAtOnce: Bool) {
    current.sharedCaller = task
    if continuesAtOnce { current.resumed = task }
  }

  /// Lets other jobs run while a task keeps its actor. Returns the running job, which continues after them.
  ///
  /// - Parameter turn: Marks the turn of the task. It never runs: when it is chosen, the task continues.
  mutating func interrupt(until turn: ReadyJob) -> RunningJob {
    interrupted = turn.owner
    ready.append(turn)
    return current
  }

  /// Continues the interrupted task and its job.
  mutating func endInterruption(of job: RunningJob) {
    if let index = ready.firstIndex(where: { $0.kind == .await && $0.owner == interrupted }) {
      ready.remove(at: index)
    }
    (current, interrupted) = (job, nil)
  }
}
