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
    /// It continues a task that let others run although its `await` does not suspend.
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
}

/// The jobs that can run now, in the order in which they became ready.
struct JobQueue {
  private(set) var ready: [ReadyJob] = []
  private var sharedCount = 0
  /// The task that ran last.
  private(set) var running: TaskTable.Index?
  private var runningKind: ReadyJob.Kind?
  /// A Boolean value that indicates whether the running job has made another task ready.
  private(set) var hasMadeReady = false
  /// The task that is about to enter an actor that is the same in all runs.
  private(set) var sharedCaller: TaskTable.Index?
  /// The task whose event was just chosen. It continues without another choice.
  private var resumed: TaskTable.Index?

  var isEmpty: Bool { ready.isEmpty }
  /// A Boolean value that indicates whether a job belongs to an actor that is the same in all runs.
  var hasShared: Bool { sharedCount > 0 }

  /// Returns a Boolean value that indicates whether a task can run.
  func hasJob(of task: TaskTable.Index) -> Bool { ready.contains { $0.owner == task } }

  /// Returns a Boolean value that indicates whether a job continues the task that ran last, after an `await` that did
  /// not suspend.
  func continuesRunningTask(at place: Int) -> Bool {
    ready[place].kind == .await && ready[place].owner == running
  }

  /// Returns a Boolean value that indicates whether a job continues a task after its event.
  func isResumed(_ place: Int) -> Bool { ready[place].owner == resumed }

  /// Adds a job. Pass `true` if the running job made another task ready.
  mutating func add(_ job: ReadyJob, isOfAnotherTask: Bool) {
    if isOfAnotherTask { hasMadeReady = true }
    if job.isShared { sharedCount += 1 }
    ready.append(job)
  }

  /// Returns a Boolean value that indicates whether the running job belongs to a task, and runs on the scheduler's
  /// executor.
  func isRunningOnScheduler(_ task: TaskTable.Index) -> Bool {
    running == task && runningKind == .task
  }

  /// Removes a job and returns it, and keeps what is known about the running job.
  mutating func takeOut(at place: Int) -> ReadyJob {
    let job = ready.remove(at: place)
    if job.isShared { sharedCount -= 1 }
    return job
  }

  /// Removes a job, which runs next, and returns it.
  mutating func remove(at place: Int) -> ReadyJob {
    let job = takeOut(at: place)
    runningKind = job.kind
    hasMadeReady = false
    sharedCaller = nil
    resumed = nil
    running = job.owner ?? running
    return job
  }

  /// Removes all jobs, except those of actors: an actor whose job never runs stays blocked for everybody.
  mutating func removeTasks() {
    ready.removeAll { $0.kind != .actor }
    sharedCount = ready.count(where: \.isShared)
  }

  /// Lets the task of an event continue without another choice.
  mutating func resume(_ task: TaskTable.Index) {
    resumed = task
    running = task
  }

  /// The place of the job that continues without a choice. `nil` if there is none.
  mutating func placeOfResumed() -> Int? {
    guard let resumed else { return nil }
    let place = ready.firstIndex { $0.owner == resumed }
    if place == nil { self.resumed = nil }
    return place
  }

  /// Records that the running task pauses before it enters an actor that is the same in all runs.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - continuesAtOnce: Pass `true` if the pause isn't a choice: it only lets other runs use the actor first.
  mutating func pause(_ task: TaskTable.Index, continuesAtOnce: Bool) {
    sharedCaller = task
    if continuesAtOnce { resumed = task }
  }
}
