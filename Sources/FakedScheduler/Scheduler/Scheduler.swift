import Faked

/// Runs the tasks of one run of a scenario, one job at a time.
///
/// It owns every job of the scenario's tasks and of the actors that they call: new tasks prefer its
/// executor, and hooks of the runtime hand over the rest. Therefore, it knows when no task can run, and which
/// tasks could run next. It never polls, and no decision depends on time.
///
/// A scheduler has no thread of its own. `run` calls `turn`, which runs jobs on the thread of its caller,
/// or on the main queue once a job of the main actor appears.
package final class Scheduler: Sendable {
  /// The bounds of one run.
  package struct Limits: Sendable {
    /// The largest number of steps that a run takes without a pause. A run that takes more is endless.
    ///
    /// It also limits how often a canceled task switches its executor without suspending, and the steps after the
    /// scenario's own code if the remaining tasks are not canceled.
    package var steps = 20_000
    /// The time to wait for work that jobs of the run handed to a queue, a timer, or a thread, when no task can run.
    package var patience = Duration.seconds(10)
    let shortWaits = ShortWaits()
    let leftoverSteps = LeftoverSteps()
    let sharedActorUse = SharedActorUse()
    /// The test that the run belongs to, for messages about the end of the process.
    package var owner = "a test"
    /// A Boolean value that indicates whether `exploreOrders(replaying:)` can repeat the run.
    package var canReplay = false

    package init() {}
  }

  let state: Locked<State>
  let runner: any JobRunner
  let sleeps = TaskSleeps()
  let passedTime: PassedTime
  let limits: Limits
  /// The points at which a task can be preempted although it does not suspend. `nil` if there are none.
  let awaits: AwaitPoints?
  /// A Boolean value that indicates whether a guide chooses what runs next.
  private let isGuided: Bool
  /// The scheduler of the task that started the run. `nil` if the run is not within another one.
  let outer = Scheduler.current
  /// The runs within this one.
  let innerRuns = GlobalActorLock()
  /// Records a failure of the test that the scheduler runs.
  let reporter: Reporter?
  /// Called when no task can run, before the tasks are canceled.
  let stuckHandler: (@Sendable ([LeftoverTask]) -> Void)?

  package typealias Reporter = @Sendable (_ message: String, _ site: SourceLine) -> Void

  /// Creates a scheduler for one run.
  ///
  /// - Parameters:
  ///   - guide: Chooses what runs next. `nil` runs everything in the order in which it becomes ready.
  ///   - awaits: The points at which a task can be preempted although it does not suspend.
  ///   - keepsStory: Pass `true` to record the steps for a report.
  ///   - cancellation: The point at which the scenario is canceled. `nil` never cancels it.
  ///   - reporter: Records a failure of the test.
  ///   - stuckHandler: Called when no task can run, before the tasks are canceled.
  init(
    guide: OrderGuide?, limits: Limits, awaits: AwaitPoints? = nil, keepsStory: Bool = false,
    cancellation: CancellationPlan? = nil, reporter: Reporter? = nil,
    stuckHandler: (@Sendable ([LeftoverTask]) -> Void)? = nil
  ) {
    SchedulerSetup.perform()
    runner = Self.makeJobRunner()
    passedTime = PassedTime(after: outer?.passedTime)
    self.limits = limits
    self.awaits = awaits
    isGuided = guide != nil
    self.reporter = reporter
    self.stuckHandler = stuckHandler
    state = Locked(State(guide, limits, keepsStory: keepsStory, cancellation))
  }

  /// Runs jobs on this thread until the run ends, or cannot continue here.
  ///
  /// - Parameters:
  ///   - isOnMain: Pass `true` on the main queue.
  ///   - maxSteps: The maximum number of steps.
  func turn(isOnMain: Bool, maxSteps: Int) -> Pause {
    let thread = StuckThread.current
    return onThisThread {
      for _ in 0..<maxSteps {
        let action = nextAction(isOnMain: isOnMain, on: thread)
        if case .pause(let pause) = action { return pause }
        run(action)
      }
      state.withLock { $0.busyThread = nil }
      return .slice
    }
  }

  /// Chooses what a thread does next.
  func nextAction(isOnMain: Bool, on thread: StuckThread) -> Action {
    let continuation = indexOfContinuation()
    return state.withLock { state in
      let action =
        if let continuation { state.continueAwait(at: continuation) } else {
          state.next(isOnMain: isOnMain)
        }
      if case .pause = action { state.busyThread = nil } else { state.busyThread = thread }
      return action
    }
  }

  /// Performs an action, and then starts the tasks whose start its job delayed.
  func run(_ action: Action) {
    let departures = Departures()
    ExecutorSwitches.beginJob(asksAtAwaits: awaits != nil, delaysStarts: isGuided)
    perform(action)
    if isGuided { performDelayedStarts() }
    if let callers = departures.callers { addDeparture(by: callers) }
  }

  private func perform(_ action: Action) {
    switch action {
    case .run(let job):
      switch job.kind {
      case .task, .actor, .await: runner.run(job.job)
      case .main: runner.runOnMainActor(job.job)
      case .call: runCall(job.job)
      case .plain: GlobalJobRunner().run(job.job)
      }
    case .resume(let continuation): continuation.resume()
    case .end(let event, let end): event.continuation.resume(returning: end)
    case .cancelScenario(let scenario):
      let before = state.withLock { ($0.tasks.entries.count, Set($0.jobs.ready.map(\.owner))) }
      scenario.cancel()
      // The cancellation ended a wait if it made a task ready that waited before.
      state.withLock { state in
        let hasEndedWait = state.jobs.ready.contains { job in
          job.owner.map { $0 < before.0 && !before.1.contains($0) } ?? false
        }
        if hasEndedWait { state.cancellation.addEndedWait() }
      }
    case .pass(let duration, let clocks, let endsAll):
      passedTime.add(duration)
      var limit = endsAll ? Int.max : 1
      for clock in clocks { limit -= clock.pass(duration, ending: limit) }
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
