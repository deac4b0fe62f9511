import Faked

extension Scheduler {
  /// The state of a run, guarded by the lock of its scheduler.
  struct State {
    private let limits: Limits
    var tasks = TaskTable()
    var jobs = JobQueue()
    var events = EventQueue()
    private(set) var clocks: [any VirtualClock] = []
    var choices: ChoiceLog
    var story: Story
    var cancellation: ScenarioCancellation
    var outside = OutsideWorkLog()
    var waiters = Waiters()
    var exclusivity = Exclusivity()
    private(set) var steps = StepCount()
    var end = RunEnd()
    /// The exploration that runs the scenario, for tasks without task-local values.
    var exploration: (any ExplorationRun)?
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
    /// Lets time pass on all clocks of the run.
    case pass(Duration, [any VirtualClock])
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
    /// A sleep would end, and work outside of the scheduler gets its chance before.
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
    if exclusivity.isRequested { return .pause(.needsExclusiveRun) }
    switch end.phase {
    case .running: return nextStep(isOnMain: isOnMain)
    case .finishing(_, let hasCanceled): return nextLeftover(isOnMain, hasCanceled: hasCanceled)
    case .ended: return .pause(.ended)
    }
  }

  private mutating func nextStep(isOnMain: Bool) -> Scheduler.Action {
    if !exclusivity.isExclusive, choices.isGuided, jobs.hasShared {
      return .pause(.needsExclusiveRun)
    }
    if let place = jobs.placeOfResumed() { return take(place, isOnMain: isOnMain) }
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
    return nextWhenIdle()
  }

  /// Gives the run all of its steps again. An exploration within it may have thousands of runs.
  mutating func restartSteps() { steps.pause() }

  mutating func nextWhenIdle() -> Scheduler.Action {
    guard let waiter = waiters.takeFirst() else { return .pause(.idle) }
    steps.add()
    // In an exploration, the step limit covers the whole run. Otherwise, `clock.run()` would never end for a task
    // that sleeps in a loop.
    if !choices.isGuided { steps.pause() }
    return .resume(waiter)
  }

  /// Takes a ready job, unless it needs the main queue and the turn is elsewhere.
  mutating func take(_ place: Int, isOnMain: Bool) -> Scheduler.Action {
    if jobs.ready[place].kind == .main, !isOnMain { return .pause(.needsMain) }
    if jobs.continuesRunningTask(at: place) { return passAwait(at: place) }
    let isResumed = jobs.isResumed(place)
    let job = jobs.remove(at: place)
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

  mutating func endEvent(at place: Int, as end: PendingEvent.End? = nil) -> Scheduler.Action {
    let event = events.remove(at: place)
    let end = end ?? event.ends(.hasNoEffect)[0]
    jobs.resume(event.task)
    steps.add()
    tasks[event.task].wait = nil
    tasks[event.task].stepCount += 1
    story.add(event.task, of: tasks, event: event.event, end: end)
    return .end(event, end)
  }

  /// Lets time pass until the earliest sleep ends.
  mutating func passTime(_ duration: Duration) -> Scheduler.Action {
    steps.add()
    events.passTime()
    story.add(duration.inWords + (duration == .seconds(1) ? " passes" : " pass"))
    return .pass(duration, clocks)
  }

  /// Forgets the facts about a run that has ended. A task that it left behind may keep the scheduler forever.
  mutating func forget() {
    tasks = TaskTable()
    choices.forget()
    (clocks, outside, exploration) = ([], OutsideWorkLog(), nil)
  }

  // MARK: - The end of a run

  /// The tasks that have not ended.
  private var unfinishedTasks: [UnfinishedTask] {
    let unfinished = tasks.unfinished.filter { $0 > 0 || !end.isBodyDone }
    let waitForever =
      Departures.areCounted && outside.isEmpty && !canContinue
      && unfinished.allSatisfy { tasks[$0].wait == nil }
    return unfinished.map { index in
      UnfinishedTask(
        index: index, title: tasks.title(of: index),
        isCanceled: tasks[index].task.map(RuntimeSymbols.isCanceled) ?? false,
        hasStarted: tasks[index].stepCount > 0, waitsForever: waitForever,
        wait: tasks[index].wait, event: events.event(of: index),
        resumePoints: tasks.resumePoints(of: index))
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
  func stopsTask(afterSwitches count: Int, isCanceled: Bool) -> Bool {
    switch end.phase {
    case .running: isCanceled && count >= limits.steps
    case .finishing:
      isCanceled && count >= limits.leftoverSteps.limit(limits.steps)
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
    case .finishing(_, hasCanceled: false): end.setEndless(leaving: unfinishedTasks)
    case .finishing, .ended: break
    }
  }

  private mutating func nextLeftover(_ isOnMain: Bool, hasCanceled: Bool) -> Scheduler.Action {
    // Otherwise, a run within this one would continue without its order and without being exclusive.
    if end.takeStep() || exclusivity.hasInnerRuns {
      if !jobs.isEmpty { return take(0, isOnMain: isOnMain) }
      if !waiters.isEmpty { return nextWhenIdle() }
      if hasCanceled, !events.isEmpty { return endEvent(at: 0) }
    }
    if !cancelsLeftovers, !jobs.isEmpty { end.setEndless(leaving: unfinishedTasks) }
    if !hasCanceled, cancelsLeftovers, TaskEnds.areWatched {
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
}
