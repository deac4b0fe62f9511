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
    /// The time to wait for work that jobs of the run handed to a queue or a timer, when no task can run.
    package var patience = Duration.seconds(10)
    /// The time to wait when no job of the run is known to have handed out work.
    package var shortPatience = Duration.milliseconds(100)
    /// The test that the run belongs to, for the message about a job that never ends.
    package var owner = "a test"

    package init() {}
  }

  let state: Locked<State>
  let runner: any JobRunner
  let sleeps = TaskSleeps()
  let limits: Limits
  /// Records a failure of the test that the scheduler runs.
  let reporter: Reporter?
  /// Called when no task can run, before the tasks are canceled.
  private let stuckHandler: (@Sendable ([LeftTask]) -> Void)?

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
    let isTask = RuntimeSymbols.isTask(job)
    let (isTaken, driver) = state.withLock { state in
      if case .ended = state.phase { return (false, UnsafeContinuation<Void, Never>?.none) }
      let isFirst = state.tasks.entries.isEmpty
      let ready = readyJob(job, as: kind, in: &state, current: current)
      if isElsewhere, !isFirst { state.addArrival(ready) }
      // A task that moves by itself is not the current task any more.
      if ready.kind != .actor, current.map(RuntimeSymbols.address) ?? address != address {
        state.hasMadeReady = true
      }
      if let owner = ready.owner, isTask, sleeps.cancel(RuntimeSymbols.taskNumber(of: job)) {
        state.tasks[owner].wait = nil
        state.canceledEventCount += 1
      }
      state.ready.append(ready)
      return (true, state.takeWaitingDriver())
    }
    driver?.resume()
    return isTaken
  }

  private func readyJob(
    _ job: UnownedJob, as kind: ReadyJob.Kind, in state: inout State, current: UnownedJob?
  ) -> ReadyJob {
    let isTask = RuntimeSymbols.isTask(job)
    let task = isTask ? job : ActorJobs.firstTask(of: job)
    var owner: TaskTable.Index?
    if isTask {
      owner = index(of: job, in: &state, current: current)
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
    return state.tasks.add(isWatched ? task : nil, number: number, createdBy: creator)
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
    case .cancelScenario(let scenario): scenario.cancel()
    case .endSleep(let clock): clock.endEarliestSleep()
    case .cancel(let tasks): for task in tasks { RuntimeSymbols.cancel(task) }
    case .release(let jobs):
      for job in jobs {
        if job.kind == .main {
          Self.outside { MainActor.shared.enqueue(job.job) }
        } else {
          EnqueueHook.enqueueGlobally(job.job)
        }
      }
    case .pause: break
    }
  }

  private func runCall(_ job: UnownedJob) {
    #if os(Linux) || os(Android)
      PauseExecutor.shared.run(job)
    #endif
  }

  // MARK: - The run

  /// Runs a scenario to its end.
  ///
  /// - Parameter body: The scenario. It becomes a task of the scheduler.
  func run(_ body: @escaping @Sendable () async -> Void) async {
    Self.active.withLock { $0.append(self) }
    Watchdog.start()
    let scenario = runner.start(in: self) {
      await Self.$ofTask.withValue(self) { await body() }
      self.state.withLock { state in
        state.isBodyDone = true
        state.scenario = nil
      }
    }
    state.withLock { $0.scenario = scenario }
    await withTaskCancellationHandler {
      await drive()
    } onCancel: {
      scenario.cancel()
    }
    Self.active.withLock { $0.removeAll { $0 === self } }
    if state.withLock({ $0.isExclusive }) { ExclusiveRun.end() }
    let allTasksEnded = state.withLock { state in
      TaskEnds.areWatched && state.tasks.unfinished.isEmpty
    }
    let hasSleeps = sleeps.release()
    runner.end(allTasksEnded: allTasksEnded && !hasSleeps)
  }

  /// The tasks that had not ended when the scenario's own code was over.
  var leftTasks: [LeftTask] { state.withLock { $0.leftBehind }.map(LeftTask.init) }

  private func drive() async {
    // Where the main actor's jobs cannot be taken, they run on the main queue between the turns. One job a
    // turn there keeps them in order.
    var isOnMain = !MainQueueHook.isInstalled
    let mainSlice = MainQueueHook.isInstalled ? Self.mainSlice : 1
    while true {
      let pause =
        isOnMain
        ? await MainActor.run { turn(isOnMain: true, maxSteps: mainSlice) }
        : turn(isOnMain: false, maxSteps: .max)
      switch pause {
      case .ended: return
      case .slice, .needsMainQueue: break
      case .needsMain: isOnMain = true
      case .needsExclusiveRun:
        await ExclusiveRun.begin()
        state.withLock { $0.isExclusive = true }
      case .idle:
        if !expectsArrivals, endSleep() { break }
        if await waitForArrival() || endSleep() || endWaits() { break }
        state.withLock { state in
          state.ending = .stuck
          state.cancelsLeftovers = true
          state.finish(limits)
        }
        stuckHandler?(leftTasks)
      }
    }
  }

  /// Ends the earliest sleep. Returns `false` if no task sleeps.
  private func endSleep() -> Bool {
    guard sleeps.hasSleeper else { return false }
    onThisThread { sleeps.endEarliestSleep() }
    return true
  }

  /// Ends the waits for something that can no longer happen. Returns `false` if there are none.
  private func endWaits() -> Bool {
    let handlers = state.withLock { state in
      defer { state.stuckHandlers = [] }
      return state.stuckHandlers
    }
    onThisThread { for handler in handlers { handler.call() } }
    return !handlers.isEmpty
  }

  /// The number of steps after which other work of the main queue gets its turn.
  private static let mainSlice = 256

  /// A Boolean value that indicates whether a job of the run has handed work to a queue or a timer.
  private var expectsArrivals: Bool {
    state.withLock { !$0.departures.isEmpty || !$0.arrivals.isEmpty }
  }

  /// Waits for a job from elsewhere. Returns `false` if none came in time.
  private func waitForArrival() async -> Bool {
    let patience =
      expectsArrivals || !Departures.areCounted ? limits.patience : limits.shortPatience
    let end = ContinuousClock.now.advanced(by: patience)
    // Next to work that takes real time, so do sleeps. A time limit of such work would end too early.
    let deadline = sleeps.realEnd.map { min($0, end) } ?? end
    let timer = Task.detached {
      if (try? await ProcessClock.sleep(until: deadline)) == nil { return }
      self.state.withLock { $0.takeWaitingDriver() }?.resume()
    }
    defer { timer.cancel() }
    while true {
      await withUnsafeContinuation { continuation in
        let isReady = state.withLock { state in
          if !state.canContinue { state.waitingDriver = continuation }
          return state.canContinue
        }
        if isReady { continuation.resume() }
      }
      if state.withLock({ $0.canContinue }) { return true }
      // An earlier timer may have ended the wait.
      if ContinuousClock.now >= deadline { return false }
    }
  }

  // MARK: - Schedulers and jobs

  /// The schedulers whose runs have not ended.
  static let active = Locked<[Scheduler]>([])

  /// The scheduler of the current task, if the task was created in one.
  ///
  /// It finds the tasks that no hook has seen: those that began on the main actor where `MainQueueHook` is
  /// not available.
  @TaskLocal private static var ofTask: Scheduler?

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

  private var isActive: Bool {
    state.withLock { state in
      if case .ended = state.phase { false } else { true }
    }
  }

  private func knows(_ task: UnownedJob) -> Bool {
    let number = RuntimeSymbols.taskNumber(of: task)
    return state.withLock { $0.tasks.index(of: number) != nil }
  }

  /// Returns a Boolean value that indicates whether a job that becomes ready on this scheduler's thread
  /// belongs to it.
  private func isOwner(of job: UnownedJob) -> Bool {
    guard RuntimeSymbols.isTask(job), !knows(job) else { return true }
    // A task that is neither known nor new belongs to somebody else, whom a job of the scenario resumed.
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

extension Scheduler.State {
  /// Notes that the task that ran last handed out work.
  fileprivate mutating func addDeparture() {
    guard case .running = phase, let running else { return }
    let work = OutsideWork(task: running, resumePoints: resumePoints(of: running))
    if !departures.contains(work) { departures.append(work) }
  }

  /// Notes a job that came from elsewhere.
  fileprivate mutating func addArrival(_ job: ReadyJob) {
    guard case .running = phase else { return }
    let work = OutsideWork(task: job.owner ?? 0, resumePoints: [job.resumePoint])
    if !arrivals.contains(work) { arrivals.append(work) }
  }

  /// A Boolean value that indicates whether a turn has something to do.
  var canContinue: Bool { !ready.isEmpty || !events.isEmpty || !idleWaiters.isEmpty }

  /// Returns the driver that waits for a job, once.
  mutating func takeWaitingDriver() -> UnsafeContinuation<Void, Never>? {
    defer { waitingDriver = nil }
    return waitingDriver
  }
}
