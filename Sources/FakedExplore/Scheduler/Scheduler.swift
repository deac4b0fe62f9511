import Faked

/// Runs the tasks of one run of a scenario, one job at a time.
///
/// It owns every job of the scenario's tasks and of the actors that they call: new tasks prefer its
/// executor, and hooks of the run time hand over the rest. So it knows when no task can run, and which
/// tasks could run next. It never polls and makes no decision by time.
///
/// A scheduler has no thread of its own. `run` calls `turn`, which runs jobs on the thread of its caller,
/// or on the main queue once a job of the main actor appears.
package final class Scheduler: Sendable {
  /// The bounds of one run.
  package struct Limits: Sendable {
    /// The number of steps without a pause after which a run counts as endless.
    package var steps = 20_000
    /// The number of steps that tasks get after the end of the scenario's own code.
    package var leftoverSteps = 1_000
    /// A Boolean value that indicates whether tasks that are left at the end are canceled. Otherwise, the
    /// system runs them.
    package var cancelsLeftovers = true
    /// A Boolean value that indicates whether tasks of a run that is stuck never run again. Otherwise, the system
    /// runs them if they become ready later.
    package var abandonsTasks = false
    /// The time to wait for work that jobs of the run handed to a queue, a timer, or a thread, when no task can run.
    package var patience = Duration.seconds(10)
    let shortWaits = ShortWaits()
    /// The test that the run belongs to, for messages about the end of the process.
    package var owner = "a test"
    /// A Boolean value that indicates whether `exploreOrders(replaying:)` can repeat the run.
    package var canReplay = false

    package init() {}
  }

  let state: Locked<State>
  let runner: any JobRunner
  let sleeps = TaskSleeps()
  let limits: Limits
  /// The scheduler of the task that started the run. `nil` if the run is not within another one.
  let outer = Scheduler.current
  /// The runs within this one.
  let innerRuns = ExclusiveRun()
  /// Records a failure of the test that the scheduler runs.
  let reporter: Reporter?
  /// Called when no task can run, before the tasks are canceled.
  let stuckHandler: (@Sendable ([LeftTask]) -> Void)?

  package typealias Reporter = @Sendable (_ message: String, _ site: SourceLine) -> Void

  /// Creates a scheduler for one run.
  ///
  /// - Parameters:
  ///   - guide: Chooses what runs next. `nil` runs everything in the order in which it becomes ready.
  ///   - keepsStory: Pass `true` to record the steps for a report.
  ///   - cancellation: The point at which the scenario is canceled. `nil` never cancels it.
  ///   - reporter: Records a failure of the test.
  ///   - stuckHandler: Called when no task can run, before the tasks are canceled.
  init(
    guide: OrderGuide?, limits: Limits, keepsStory: Bool = false,
    cancellation: CancellationPlan? = nil, reporter: Reporter? = nil,
    stuckHandler: (@Sendable ([LeftTask]) -> Void)? = nil
  ) {
    SchedulerSetup.perform()
    runner = Self.makeJobRunner()
    self.limits = limits
    self.reporter = reporter
    self.stuckHandler = stuckHandler
    var state = State()
    state.guide = guide
    state.cancelsLeftovers = limits.cancelsLeftovers
    state.story = keepsStory ? [] : nil
    state.cancellation = cancellation
    self.state = Locked(state)
  }

  // MARK: - Jobs

  /// Takes a job that became ready. Returns `false` if the run is over.
  func take(_ job: UnownedJob, as kind: ReadyJob.Kind) -> Bool {
    let isElsewhere = Self.onThisThread !== self && !MainQueueHook.isForeseen
    let current = RuntimeSymbols.currentTask
    let address = RuntimeSymbols.address(of: job)
    let (isTaken, driver) = state.withLock { state in
      if case .ended = state.phase {
        return (abandonsTasks(state), UnsafeContinuation<Void, Never>?.none)
      }
      if kind == .call, let task = state.tasks.index(of: RuntimeSymbols.taskNumber(of: job)),
        state.tasks[task].isStopped
      {
        state.endAfterStop(limits)
        return (true, nil)
      }
      let isFirst = state.tasks.entries.isEmpty
      let ready = readyJob(job, as: kind, in: &state, current: current)
      if isElsewhere, !isFirst { state.addArrival(ready) }
      // A task that moves by itself is not the current task any more.
      if ready.kind != .actor, current.map(RuntimeSymbols.address) ?? address != address {
        state.hasMadeReady = true
      }
      state.ready.append(ready)
      return (true, state.takeWaitingDriver())
    }
    driver?.resume()
    return isTaken
  }

  /// Returns a Boolean value that indicates whether tasks that outlive the run never run again.
  func abandonsTasks(_ state: State) -> Bool {
    limits.abandonsTasks && state.ending != .completed
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
        if sleeps.cancel(RuntimeSymbols.taskNumber(of: job)) { state.canceledWaitCount += 1 }
      }
      owner = task
    } else {
      // The job of an actor belongs to the task that calls the actor.
      owner = task.flatMap { state.tasks.index(of: RuntimeSymbols.taskNumber(of: $0)) }
      owner = owner ?? state.running
    }
    let kind = !isTask && kind == .task ? .actor : kind
    var name = owner.map { state.tasks[$0].name } ?? StableName()
    name.combine(kind.rawValue)
    return ReadyJob(
      job: job, kind: kind,
      isShared: kind == .main || state.sharedCaller != nil && state.sharedCaller == owner,
      isYield: RuntimeSymbols.isContinuation(job),
      owner: owner,
      name: name,
      resumePoint: task.map(RuntimeSymbols.resumePoint) ?? 0)
  }

  /// Returns the place of a task, which is added if it is new.
  @discardableResult
  private func index(
    of task: UnownedJob, in state: inout State, current: UnownedJob?
  ) -> TaskTable.Index {
    let number = RuntimeSymbols.taskNumber(of: task)
    if let known = state.tasks.index(of: number) { return known }
    let creator = current.flatMap { state.tasks.index(of: RuntimeSymbols.taskNumber(of: $0)) }
    // Only a task whose end is noted may be looked at later.
    let isWatched = TaskEnds.watch(task, for: self)
    let index = state.tasks.add(isWatched ? task : nil, number: number, createdBy: creator)
    if creator != nil, state.story != nil, CallSiteTable.isSupported {
      state.tasks[index].creators = RawBacktrace(of: .synchronous).addresses
    }
    return index
  }

  /// Notes a task that a job of the scheduler created.
  func addCreated(_ task: UnownedJob) {
    let current = RuntimeSymbols.currentTask
    state.withLock { state in _ = index(of: task, in: &state, current: current) }
  }

  /// Notes the end of a task.
  func noteEnd(of task: UnownedJob) {
    let number = RuntimeSymbols.taskNumber(of: task)
    state.withLock { state in
      if let index = state.tasks.index(of: number) { state.tasks[index].task = nil }
    }
  }

  // MARK: - Turns

  /// Runs jobs on this thread until the run ends, or cannot continue here.
  ///
  /// - Parameters:
  ///   - isOnMain: Pass `true` on the main queue.
  ///   - maxSteps: The number of steps to run at most.
  func turn(isOnMain: Bool, maxSteps: Int) -> Pause {
    let thread = StuckThread.current
    return onThisThread {
      for _ in 0..<maxSteps {
        let action = state.withLock { state in
          let action = state.next(isOnMain: isOnMain, limits: limits)
          if case .pause = action { state.busyThread = nil } else { state.busyThread = thread }
          return action
        }
        if case .pause(let pause) = action { return pause }
        let departures = Departures.count
        ActorCalls.beginJob()
        perform(action)
        if Departures.count != departures { state.withLock { $0.addDeparture() } }
      }
      state.withLock { $0.busyThread = nil }
      return .slice
    }
  }

  private func perform(_ action: Action) {
    switch action {
    case .run(let job):
      switch job.kind {
      case .task, .actor: runner.run(job.job)
      case .main: job.job.runSynchronously(on: MainActor.sharedUnownedExecutor)
      case .call: runCall(job.job)
      case .plain: GlobalJobRunner().run(job.job)
      }
    case .resume(let continuation): continuation.resume()
    case .end(let event, let end): event.continuation.resume(returning: end)
    case .cancelScenario(let scenario):
      let before = state.withLock { ($0.tasks.entries.count, Set($0.ready.map(\.owner))) }
      scenario.cancel()
      state.withLock { $0.addCanceledWait(taskCount: before.0, readyTasks: before.1) }
    case .pass(let duration, let clocks): for clock in clocks { clock.pass(duration) }
    case .cancel(let tasks): for task in tasks { RuntimeSymbols.cancel(task) }
    case .pause: break
    }
  }

  private func runCall(_ job: UnownedJob) {
    #if os(Linux) || os(Android)
      PauseExecutor.shared.run(job)
    #endif
  }
}

extension Scheduler.State {
  /// Counts the wait that a cancellation ended, if it made a task ready that waited before.
  fileprivate mutating func addCanceledWait(taskCount: Int, readyTasks: Set<TaskTable.Index?>) {
    let hasEndedWait = ready.contains { job in
      job.owner.map { $0 < taskCount && !readyTasks.contains($0) } ?? false
    }
    if hasEndedWait { canceledWaitCount += 1 }
  }

  /// Notes that the task that ran last handed out work.
  fileprivate mutating func addDeparture() {
    guard case .running = phase, let running else { return }
    let work = OutsideWork(task: running, resumePoints: resumePoints(of: running))
    outsideWorkCount += 1
    if !departures.contains(work) { departures.append(work) }
  }

  /// Notes a job that came from elsewhere.
  fileprivate mutating func addArrival(_ job: ReadyJob) {
    guard case .running = phase else { return }
    let work = OutsideWork(task: job.owner ?? 0, resumePoints: [job.resumePoint])
    outsideWorkCount = max(0, outsideWorkCount - 1)
    hasWaitedForArrival = false
    if !arrivals.contains(work) { arrivals.append(work) }
  }

  /// A Boolean value that indicates whether a turn has something to do.
  var canContinue: Bool {
    !ready.isEmpty || !events.isEmpty || !idleWaiters.isEmpty || !exclusiveWaiters.isEmpty
  }

  /// Returns the driver that waits for a job, once.
  mutating func takeWaitingDriver() -> UnsafeContinuation<Void, Never>? {
    defer { waitingDriver = nil }
    return waitingDriver
  }
}
