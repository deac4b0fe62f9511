import Faked

extension Scheduler {
  /// The state of a run, guarded by the lock of its scheduler.
  struct State {
    let limits: Limits
    var tasks = TaskTable()
    var jobs = JobQueue()
    var events = EventQueue()
    /// The tasks that the running job created on its actor, in order.
    var delayedStarts: [DelayedStart] = []
    var clocks: [any VirtualClock] = []
    var choices: ChoiceLog
    var story: Story
    var cancellation: ScenarioCancellation
    var outside = OutsideWorkLog()
    var waiters = Waiters()
    var exclusivity = Exclusivity()
    private(set) var steps = StepCount()
    var end = RunEnd()
    /// The scope of the test or of the run, for tasks without task-local values.
    var scope = TestScope.current
    /// The thread that runs a job. `nil` between jobs.
    var busyThread: StuckThread?

    init(
      _ guide: OrderGuide?, _ limits: Limits, keepsStory: Bool, _ cancellation: CancellationPlan?
    ) {
      self.limits = limits
      choices = ChoiceLog(guide)
      story = Story(isKept: keepsStory)
      self.cancellation = ScenarioCancellation(cancellation)
    }
  }

  /// The next step of a turn.
  enum Action {
    case run(ReadyJob)
    case resume(UnsafeContinuation<Void, Never>)
    case end(PendingEvent, PendingEvent.End)
    case cancelScenario(Task<Void, Never>)
    /// Lets time pass on all clocks of the run, and ends the sleeps that are due, or only the first of them.
    case pass(Duration, [any VirtualClock], endsAll: Bool)
    case cancel([UnownedJob])
    case pause(Pause)
  }

  /// The reason why a turn ends.
  enum Pause {
    /// The run is over.
    case ended
    /// The next job belongs to the main actor.
    case needsMain
    /// Jobs on the main queue that the scheduler does not see must run first.
    case needsMainQueue
    /// The next job belongs to an actor that other runs may use at the same time.
    case needsExclusiveRun
    /// The runs within this one must end first.
    case innerRuns
    /// No task can run.
    case idle
    /// A sleep would end next. Work outside of the scheduler can end first.
    case timeWouldPass
    /// The turn ran as many steps as it was given.
    case slice
  }
}

extension Scheduler.State {
  /// A Boolean value that indicates whether a turn has something to do.
  var canContinue: Bool { hasJob || !events.isEmpty || !waiters.isEmpty }

  /// A Boolean value that indicates whether a job can run, or a run within this one waits until it is exclusive.
  var hasJob: Bool { !jobs.isEmpty || exclusivity.isRequested }

  /// Adds a clock whose sleeps the scheduler ends.
  mutating func add(_ clock: any VirtualClock) {
    if !clocks.contains(where: { $0 === clock }) { clocks.append(clock) }
  }

  /// Returns what the next step of a turn does.
  mutating func next(isOnMain: Bool) -> Scheduler.Action {
    if end.isBodyDone, end.isRunning { finish(.completed) }
    // The rest of the run has no choices. The interrupted task continues first.
    if jobs.interrupted != nil, !end.isRunning { return .pause(.slice) }
    if exclusivity.isRequested { return .pause(.needsExclusiveRun) }
    switch end.phase {
    case .running: return nextStep(isOnMain: isOnMain)
    case .finishing(_, let hasCancelled): return nextLeftover(isOnMain, hasCancelled: hasCancelled)
    case .ended: return .pause(.ended)
    }
  }

  /// A Boolean value that indicates whether the next job may belong to an actor that other runs use.
  var needsExclusiveRun: Bool { !exclusivity.isExclusive && choices.isGuided && jobs.hasShared }

  private mutating func nextStep(isOnMain: Bool) -> Scheduler.Action {
    if needsExclusiveRun { return .pause(.needsExclusiveRun) }
    if let index = jobs.indexOfResumed(),
      canUseMainActor(isOnMain: isOnMain) || jobs.ready[index].kind != .main
    {
      return take(index, isOnMain: isOnMain)
    }
    if steps.isOver(limits.steps) {
      finish(.tooManySteps)
      return next(isOnMain: isOnMain)
    }
    if jobs.isEmpty, !MainQueueHook.isInstalled, steps.addIdleTurn() {
      return .pause(.needsMainQueue)
    }
    if choices.isGuided { return nextByChoice(isOnMain: isOnMain) }
    if !jobs.isEmpty { return take(0, isOnMain: isOnMain) }
    if !events.isEmpty { return endEvent(at: 0) }
    return waiters.takeFirst().map { resume($0) } ?? .pause(.idle)
  }

  /// Returns a Boolean value that indicates whether a job of the main actor can be next. It can't run within another job if
  /// the thread is not the main one, or that job is of the main actor, too.
  func canUseMainActor(isOnMain: Bool) -> Bool { isOnMain || jobs.interrupted == nil }

  /// Gives the run all of its steps again. An exploration within it may have thousands of runs.
  mutating func restartSteps() { steps.pause() }

  /// Resumes a task that waited until no other task can run.
  mutating func resume(_ waiter: UnsafeContinuation<Void, Never>) -> Scheduler.Action {
    steps.add()
    // In an exploration, the step limit covers the whole run. Otherwise, `clock.run()` would never end for a task
    // that sleeps in a loop.
    if !choices.isGuided { steps.pause() }
    return .resume(waiter)
  }

  /// Takes a ready job, unless it needs the main queue and the turn is elsewhere.
  mutating func take(_ index: Int, isOnMain: Bool) -> Scheduler.Action {
    if jobs.ready[index].kind == .main, !isOnMain { return .pause(.needsMain) }
    if jobs.continuesRunningTask(at: index) { return passAwait(at: index) }
    let isResumed = jobs.isResumed(index)
    let job = jobs.remove(at: index)
    steps.add(isJob: true)
    if let owner = job.owner {
      story.add(owner, of: tasks, isStart: tasks[owner].stepCount == 0)
      tasks[owner].stepCount += 1
      // A preemption right after an event is no different from one before it.
      if job.kind == .await {
        tasks[owner].countAwait()
      } else {
        tasks[owner].skipsNextAwait = isResumed
      }
      if job.isYield { tasks[owner].yieldCount += 1 }
    }
    return .run(job)
  }

  /// Records that the task of an event is canceled.
  mutating func cancelEvent(ofTask number: UInt64) {
    guard let task = tasks.index(of: number), let event = events.cancel(ofTask: task) else {
      return
    }
    cancellation.add(event)
  }

  mutating func endEvent(at index: Int, as end: PendingEvent.End? = nil) -> Scheduler.Action {
    let event = events.remove(at: index)
    let end = end ?? event.ends(.hasNoEffect)[0]
    jobs.resume(event.task)
    steps.add()
    tasks[event.task].wait = nil
    tasks[event.task].stepCount += 1
    story.add(event.task, of: tasks, event: event.event, end: end)
    return .end(event, end)
  }

  /// Lets time pass until the earliest sleep or advance ends.
  mutating func passTime(_ duration: Duration, endsAll: Bool) -> Scheduler.Action {
    steps.add()
    if duration > .zero {
      events.passTime()
      story.add(duration.inWords + (duration == .seconds(1) ? " passes" : " pass"))
    }
    return .pass(duration, clocks, endsAll: endsAll)
  }
}
