import Faked

extension Scheduler {
  /// The state of a run, guarded by the lock of its scheduler.
  struct State {
    enum Phase {
      case running
      /// The scenario's own code is over, and the rest runs in the order in which it became ready.
      case finishing(stepsLeft: Int, hasCanceled: Bool)
      /// The run is over. The scheduler takes no more jobs.
      case ended
    }

    var phase = Phase.running
    var ready: [ReadyJob] = []
    /// The number of turns of the main queue since a job was ready.
    var idleTurns = 0
    var tasks = TaskTable()
    /// The task that ran last.
    var running: TaskTable.Index?
    var events: [PendingEvent] = []
    /// A Boolean value that indicates whether the running job has made another task ready.
    var hasMadeReady = false
    /// The task that is about to enter an actor that is the same in all runs.
    var sharedCaller: TaskTable.Index?
    /// The task whose event was just chosen. It continues without another choice.
    var resumed: TaskTable.Index?
    var idleWaiters: [UnsafeContinuation<Void, Never>] = []
    /// The waits that fail when no task can run and nothing is expected from elsewhere.
    var stuckHandlers: [(number: Int, call: @Sendable () -> Void)] = []
    var stuckHandlerCount = 0
    var clocks: [any VirtualClock] = []
    /// `nil` runs everything in the order in which it becomes ready.
    var guide: OrderGuide?
    var choices: [Choice] = []
    /// The steps of the run, if a report needs them.
    var story: [RecordedStep]?
    /// The number of steps in the story before each choice.
    var choiceSteps: [Int] = []
    /// The point at which the scenario is canceled. `nil` if it is not.
    var cancellation: CancellationPlan?
    /// The task of the scenario's own code.
    var scenario: Task<Void, Never>?
    /// The number of points so far at which the scenario waited and could be canceled.
    var waitCount = 0
    /// The step before the latest of these points.
    var latestWaitStep = -1
    /// The step at which a job ran last.
    var latestJobStep = -1
    /// The number of waits that ended because their tasks were canceled.
    var canceledWaitCount = 0
    /// The number of canceled events that may still have had their effect.
    var canceledEffectCount = 0
    var stepCount = 0
    /// The thread that runs a job. `nil` between jobs.
    var busyThread: StuckThread?
    /// The number of steps before the last time that no task could run.
    var lastIdleStep = 0
    /// The place of the first choice that did not fit the plan.
    var divergence: Int?
    /// The tasks whose jobs came from a thread that the scheduler does not control.
    var arrivals: [OutsideWork] = []
    /// The tasks that handed work to a queue, a timer, or a thread, where no scheduler sees it.
    var departures: [OutsideWork] = []
    /// The number of times that tasks handed out work that has not come back.
    var outsideWorkCount = 0
    /// A Boolean value that indicates whether the run has already waited for such a job before letting time pass.
    var hasWaitedForArrival = false
    var isBodyDone = false
    /// A Boolean value that indicates whether the tasks that are left at the end are canceled.
    var cancelsLeftovers = true
    /// A Boolean value that indicates whether no other run uses global actors at the same time.
    var isExclusive = false
    /// The number of runs within this one that have not ended.
    var innerRunCount = 0
    /// The runs within this one that wait until it is exclusive.
    var exclusiveWaiters: [UnsafeContinuation<Void, Never>] = []
    /// Resumed when a job arrives while nothing can run.
    var waitingDriver: UnsafeContinuation<Void, Never>?
    /// The tasks that had not ended when the scenario's own code was over.
    var leftBehind: [UnfinishedTask] = []
    var ending = RunEnding.completed
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

  /// Why a turn ends.
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
  /// Returns what the next step of a turn does.
  mutating func next(isOnMain: Bool, limits: Scheduler.Limits) -> Scheduler.Action {
    if isBodyDone, case .running = phase { finish(limits) }
    if !isExclusive, !exclusiveWaiters.isEmpty { return .pause(.needsExclusiveRun) }
    switch phase {
    case .running:
      if !isExclusive, guide != nil, ready.contains(where: \.isShared) {
        return .pause(.needsExclusiveRun)
      }
      return nextStep(isOnMain: isOnMain, limits: limits)
    case .finishing(let stepsLeft, let hasCanceled):
      return nextLeftover(isOnMain, stepsLeft: stepsLeft, hasCanceled: hasCanceled, limits: limits)
    case .ended: return .pause(.ended)
    }
  }

  /// Ends the scenario's own code, and runs what is left.
  mutating func finish(_ limits: Scheduler.Limits) {
    leftBehind = unfinishedTasks
    // Otherwise, a task that never waits would run on, unseen.
    let steps = cancelsLeftovers ? limits.leftoverSteps : limits.steps
    phase = .finishing(stepsLeft: steps, hasCanceled: false)
  }

  private var unfinishedTasks: [UnfinishedTask] {
    tasks.unfinished.filter { $0 > 0 || !isBodyDone }.map { index in
      UnfinishedTask(
        isScenario: index == 0, title: tasks.title(of: index),
        isCanceled: tasks[index].task.map(RuntimeSymbols.isCanceled) ?? false,
        wait: tasks[index].wait,
        event: events.first { $0.task == index }?.event, resumePoints: resumePoints(of: index))
    }
  }

  /// Returns a Boolean value that indicates whether a task must not continue, because its job never suspends.
  ///
  /// A loop such as `while true { try? await clock.sleep(for: .seconds(1)) }` never suspends once its task is
  /// canceled: each sleep throws at once.
  mutating func stops(
    _ task: TaskTable.Index, isCanceled: Bool, afterMoves moves: Int, limits: Scheduler.Limits
  ) -> Bool {
    switch phase {
    case .running: if !isCanceled || moves < limits.steps { return false }
    case .finishing(_, hasCanceled: true): if moves < limits.leftoverSteps { return false }
    case .finishing: if !isCanceled && !cancelsLeftovers || moves < limits.steps { return false }
    case .ended: return false
    }
    tasks[task].isStopped = true
    return true
  }

  /// Ends the run because a task was stopped. The cancellation at the end of a run is not a failure of the task.
  mutating func endAfterStop(_ limits: Scheduler.Limits) {
    switch phase {
    case .running:
      ending = .tooManySteps
      cancelsLeftovers = true
      finish(limits)
    case .finishing(_, hasCanceled: false):
      if ending == .completed { ending = .tooManySteps }
      leftBehind = unfinishedTasks
    case .finishing, .ended: break
    }
  }

  private mutating func nextStep(isOnMain: Bool, limits: Scheduler.Limits) -> Scheduler.Action {
    if let resumed, let place = ready.firstIndex(where: { $0.owner == resumed }) {
      return take(place, isOnMain: isOnMain) { $0.resumed = nil }
    }
    resumed = nil
    if stepCount - lastIdleStep >= limits.steps {
      ending = .tooManySteps
      cancelsLeftovers = true
      finish(limits)
      return next(isOnMain: isOnMain, limits: limits)
    }
    if ready.isEmpty, !MainQueueHook.isInstalled {
      idleTurns += 1
      if idleTurns < Self.maxIdleTurns { return .pause(.needsMainQueue) }
    }
    if guide == nil {
      if !ready.isEmpty { return take(0, isOnMain: isOnMain) }
      if !events.isEmpty { return endEvent(at: 0) }
      return nextWhenIdle()
    }
    return nextByChoice(isOnMain: isOnMain)
  }

  /// The number of turns of the main queue after which no job of the main actor is expected any more, where the
  /// scheduler doesn't see these jobs.
  ///
  /// Each turn runs the jobs that the one before put there. So a task that continues on the main actor ten times in a
  /// row, and nowhere else, counts as waiting.
  private static let maxIdleTurns = 10

  private mutating func nextWhenIdle() -> Scheduler.Action {
    guard let waiter = idleWaiters.first else { return .pause(.idle) }
    idleWaiters.removeFirst()
    idleTurns = 0
    stepCount += 1
    // In an exploration, the step limit covers the whole run. Otherwise, `clock.run()` would never end for a task
    // that sleeps in a loop.
    if guide == nil { lastIdleStep = stepCount }
    return .resume(waiter)
  }

  /// Takes a ready job, unless it needs the main queue and the turn is elsewhere.
  private mutating func take(
    _ place: Int, isOnMain: Bool, commit: (inout Self) -> Void = { _ in }
  ) -> Scheduler.Action {
    if ready[place].kind == .main, !isOnMain { return .pause(.needsMain) }
    let job = ready.remove(at: place)
    commit(&self)
    hasMadeReady = false
    sharedCaller = nil
    idleTurns = 0
    running = job.owner ?? running
    stepCount += 1
    latestJobStep = stepCount
    if let owner = job.owner {
      recordStep(owner, isStart: !tasks[owner].hasStarted)
      tasks[owner].hasStarted = true
      if job.isYield { tasks[owner].yieldCount += 1 }
    }
    return .run(job)
  }

  /// Notes that the task of an event is canceled.
  mutating func cancelEvent(ofTask number: UInt64) {
    guard let task = tasks.index(of: number),
      let place = events.firstIndex(where: { $0.task == task }), !events[place].isCanceled
    else { return }
    events[place].isCanceled = true
    canceledWaitCount += 1
    if case .mayEnd = events[place].event.cancellation { canceledEffectCount += 1 }
  }

  private mutating func endEvent(
    at place: Int, as end: PendingEvent.End? = nil
  ) -> Scheduler.Action {
    let event = events.remove(at: place)
    let end = end ?? event.ends(.hasNoEffect)[0]
    idleTurns = 0
    resumed = event.task
    running = event.task
    stepCount += 1
    tasks[event.task].wait = nil
    recordStep(event.task, event: event.event, end: end)
    return .end(event, end)
  }

  // MARK: - Choices

  /// Something that a run can do next.
  private enum Option {
    case job(Int)
    case event(Int, PendingEvent.End)
    /// The earliest sleep ends.
    case pass(Duration)
  }

  private mutating func nextByChoice(isOnMain: Bool) -> Scheduler.Action {
    if let scenario = scenarioToCancel() { return .cancelScenario(scenario) }
    var options: [Option] = []
    func add(_ isOption: (ReadyJob) -> Bool) {
      for place in ready.indices where isOption(ready[place]) { options.append(.job(place)) }
    }
    // The running task continues by itself. Everything else interrupts it.
    add { !$0.isYield && $0.owner == running }
    let ownCount = options.count
    add { !$0.isYield && $0.owner != running }
    options += eventOptions { !$0.event.isLastResort || $0.isCanceled }
    // A task that yields lets everything else go first, also tasks that have yielded less often. Otherwise, a
    // task that polls would starve all others.
    var freeCount = ownCount > 0 ? ownCount : options.count
    let fewestYields = ready.lazy.filter(\.isYield).map(yieldCount).min()
    add { $0.isYield && yieldCount(of: $0) == fewestYields }
    if freeCount == 0 { freeCount = options.count }
    add { $0.isYield && yieldCount(of: $0) != fewestYields }
    if ready.isEmpty {
      if options.isEmpty, !idleWaiters.isEmpty { return nextWhenIdle() }
      if !events.contains(where: \.event.letsTimePass),
        let rest = clocks.compactMap(\.restOfEarliestSleep).min()
      {
        if outsideWorkCount > 0, !hasWaitedForArrival { return .pause(.timeWouldPass) }
        freeCount = options.isEmpty || canPostponeEvents ? options.count + 1 : options.count
        options.append(.pass(rest))
      } else {
        if options.isEmpty { options = eventOptions { _ in true } }
        freeCount = options.count
      }
    }
    if options.isEmpty { return .pause(.idle) }
    var chosen = 0
    if options.count > 1 {
      // A turn elsewhere cannot run a job of the main actor, and must not ask twice.
      if !isOnMain, ready.contains(where: { $0.kind == .main }) { return .pause(.needsMain) }
      chosen = choose(among: options, freeCount: freeCount)
    }
    switch options[chosen] {
    case .job(let place): return take(place, isOnMain: isOnMain)
    case .event(let place, let end): return endEvent(at: place, as: end)
    case .pass(let duration):
      idleTurns = 0
      stepCount += 1
      hasWaitedForArrival = false
      for place in events.indices { events[place].timePassCount += 1 }
      recordStep("\(duration) pass")
      return .pass(duration, clocks)
    }
  }

  /// The number of times that time may pass while an event could happen. Each time after that counts as a preemption,
  /// because a task that sleeps in a loop would otherwise have endless orders.
  private static let maxTimePasses = 10

  private var canPostponeEvents: Bool {
    events.allSatisfy {
      $0.event.isLastResort || $0.timePassCount < Self.maxTimePasses
    }
  }

  private func yieldCount(of job: ReadyJob) -> Int { job.owner.map { tasks[$0].yieldCount } ?? 0 }

  /// Returns the scenario if a task has begun to wait since the last step and the plan cancels the scenario there.
  private mutating func scenarioToCancel() -> Task<Void, Never>? {
    guard latestWaitStep < stepCount, ready.isEmpty || hasBegunToWait, let scenario else {
      return nil
    }
    latestWaitStep = stepCount
    waitCount += 1
    guard waitCount - 1 == cancellation?.wait else { return nil }
    self.scenario = nil
    recordStep("the scenario is canceled")
    return scenario
  }

  /// A Boolean value that indicates whether the task that ran last waits for something that is no event: for an
  /// element of a stream, a continuation, or another task.
  private var hasBegunToWait: Bool {
    guard latestJobStep == stepCount, let running, tasks[running].task != nil else { return false }
    return !ready.contains { $0.owner == running } && !events.contains { $0.task == running }
  }

  private func eventOptions(_ isOption: (PendingEvent) -> Bool) -> [Option] {
    let policy = cancellation?.policy ?? .both
    return events.indices.filter { isOption(events[$0]) }.flatMap { place in
      events[place].ends(policy).map { .event(place, $0) }
    }
  }

  private mutating func choose(among options: [Option], freeCount: Int) -> Int {
    var fingerprint = StableName()
    var names: [StableName] = []
    var owners: [StableName] = []
    for option in options {
      let (name, owner) = self.names(of: option)
      fingerprint.combine(name.value)
      names.append(name)
      owners.append(owner)
    }
    var chosen = 0
    do throws(OrderGuide.Divergence) {
      chosen =
        try guide?.choose(among: owners, fingerprint: fingerprint.value, at: choices.count) ?? 0
    } catch {
      divergence = divergence ?? choices.count
      guide = .prefix(.empty)
    }
    switch options[chosen] {
    case .job(let place) where ready[place].isYield: guide?.lowerPriority(of: owners[chosen])
    // In a sample, time that passes must not starve the events.
    case .pass where chosen >= freeCount: guide?.lowerPriority(of: owners[chosen])
    default: break
    }
    if let story { choiceSteps.append(story.count) }
    choices.append(
      Choice(
        chosen: chosen, count: options.count, freeCount: freeCount, options: fingerprint.value,
        chosenName: names[chosen].value))
    return chosen
  }

  private func names(of option: Option) -> (option: StableName, owner: StableName) {
    switch option {
    case .job(let place):
      let job = ready[place]
      return (job.name, job.owner.map { tasks[$0].name } ?? StableName())
    case .event(let place, let end):
      var name = events[place].stableName
      if end == .canceled { name.combine("canceled") }
      return (name, tasks[events[place].task].name)
    case .pass:
      var name = StableName()
      name.combine("sleep")
      return (name, name)
    }
  }

  // MARK: - The end of a run

  private mutating func nextLeftover(
    _ isOnMain: Bool, stepsLeft: Int, hasCanceled: Bool, limits: Scheduler.Limits
  ) -> Scheduler.Action {
    // A run within this one would go on without its order, and without being exclusive.
    if stepsLeft > 0 || innerRunCount > 0 {
      phase = .finishing(stepsLeft: max(0, stepsLeft - 1), hasCanceled: hasCanceled)
      if !ready.isEmpty { return take(0, isOnMain: isOnMain) }
      if !idleWaiters.isEmpty { return nextWhenIdle() }
      if hasCanceled, !events.isEmpty { return endEvent(at: 0) }
    }
    if !hasCanceled, cancelsLeftovers, TaskEnds.areWatched {
      phase = .finishing(stepsLeft: limits.leftoverSteps, hasCanceled: true)
      return .cancel(tasks.entries.compactMap(\.task))
    }
    if innerRunCount > 0 { return .pause(.innerRuns) }
    guard cancelsLeftovers else {
      if !ready.isEmpty {
        ending = .tooManySteps
        leftBehind = unfinishedTasks
        cancelsLeftovers = true
        return nextLeftover(isOnMain, stepsLeft: 0, hasCanceled: false, limits: limits)
      }
      phase = .ended
      return .pause(.ended)
    }
    // Tasks that do not end are dropped. The jobs of actors are not: an actor whose job never runs stays
    // blocked for everybody.
    ready.removeAll { $0.kind != .actor }
    if !ready.isEmpty { return take(0, isOnMain: isOnMain) }
    phase = .ended
    return .pause(.ended)
  }

  // MARK: - Descriptions

  /// The maximum number of steps in a story. Only an endless order has more.
  private static let maxStorySteps = 2_000

  private var keepsSteps: Bool { story.map { $0.count < Self.maxStorySteps } ?? false }

  /// Records a step that belongs to no task.
  private mutating func recordStep(_ text: String) {
    story?.append(
      RecordedStep(
        task: nil, event: ScheduledEvent(name: text), end: .happened, isStart: false,
        resumePoints: [], creators: []))
  }

  /// Records a step of a task, if the run keeps its steps.
  mutating func recordStep(
    _ task: TaskTable.Index, event: ScheduledEvent? = nil, end: PendingEvent.End = .happened,
    isStart: Bool = false
  ) {
    guard keepsSteps else { return }
    let step = RecordedStep(
      task: tasks.title(of: task), event: event, end: end, isStart: isStart,
      resumePoints: isStart ? [] : resumePoints(of: task),
      creators: isStart ? tasks[task].creators : [])
    story?.append(step)
  }

  /// The addresses at which a suspended task and its callers continue.
  func resumePoints(of index: TaskTable.Index) -> [UInt] {
    let points = tasks[index].task.map(TaskEnds.resumePoints) ?? []
    // A task that is about to move continues in a function of the library first.
    guard let call = tasks[index].pausedCall, !points.isEmpty else { return points }
    return [call.resumePoint] + points.dropFirst()
  }
}
