import Dispatch
import Faked

extension Scheduler {
  /// The state of a run, guarded by the lock of its scheduler.
  struct State {
    enum Phase {
      case running
      /// The scenario's own code is over, and the rest runs in the order in which it became ready.
      case finishing
      /// The tasks that remain are canceled.
      case canceling
      /// The run is over. The scheduler takes no more jobs.
      case ended
    }

    let settings: Settings
    var tasks = TaskTable()
    /// The jobs and events that can be next, in the order in which they became ready.
    var items: [ReadyItem] = []
    /// The tasks that wait until no other task can run, and perhaps until time has passed.
    var waiters: [IdleWaiter] = []
    var stuckHandlers: [Int: @Sendable () -> Void] = [:]
    var stuckHandlerCount = 0
    var clocks: [FakeClock] = []
    /// The facts about the run.
    var run: ScenarioRun
    /// The scope of the test or of the run, for tasks without task-local values.
    var scope = TestScope.current
    private(set) var phase = Phase.running
    var isBodyDone = false
    /// The scenario, until it ends or is canceled.
    var scenario: Task<Void, Never>?
    /// A Boolean value that indicates whether the scenario is being canceled.
    var isCanceling = false
    /// The number of steps before the run last paused, or before its latest phase.
    private var stepsBeforePause = 0
    /// Continues the task that began the run, at the end of the run.
    var runner: CheckedContinuation<Void, Never>?

    /// The task whose job runs, or that called the actor whose job runs.
    private(set) var running: TaskTable.Index?
    /// The kind of the running job. `nil` if an event was the latest step.
    private var runningKind: JobKind?
    /// The addresses at which the running job resumed, for the watchdog of a deterministic test.
    private(set) var runningPoints: [CodeAddress] = []
    /// A Boolean value that indicates whether the latest job left its task waiting.
    private var hasBegunToWait = false
    /// The first job of a new task that runs before its creator continues, until it begins.
    var newTask: ReadyJob?
    /// A Boolean value that indicates whether a new task runs before its creator continues.
    private(set) var runsNewTask = false
    /// The task whose event has just happened.
    private var resumed: TaskTable.Index?
    /// The addresses at which tasks resumed that wait elsewhere, before the main queue or the job of an actor ran.
    private var pointsBefore: [UInt]?
    /// The tasks that a thread of the system brings back.
    private var yielding: Set<TaskTable.Index> = []
    /// The jobs of the tasks that it has brought back. They become ready together, so that their order is always the same.
    private var yielded: [ReadyJob] = []

    /// The number of blocks of the main queue since something last happened, or may have happened there.
    private var idleRounds = 0
    /// A Boolean value that indicates whether the main queue has run since a task last disappeared.
    private var isMainDrained = true
    /// The number of the wait of the driver for a job. `nil` if it doesn't wait.
    private var wait: Int?
    private var waitCount = 0
    /// A Boolean value that indicates whether the driver has waited for work outside, and none came.
    private var hasWaited = false

    /// The number of steps. `nil` if the run waits.
    var stepCountIfBusy: Int? { wait == nil ? run.stepCount : nil }

    init(_ settings: Settings) {
      self.settings = settings
      run = ScenarioRun(settings)
    }

    /// The state after a run. The scheduler takes no more jobs, and keeps no object of the scenario.
    static func ended(_ settings: Settings) -> Self {
      var state = Self(settings)
      (state.phase, state.scope) = (.ended, nil)
      return state
    }
  }

  /// The next step of a run.
  enum Action {
    case run(ReadyJob)
    /// Calls a function under no lock, because it may lead to other jobs.
    case perform(() -> Void)
    /// Lets the main queue run its jobs.
    case yieldToMain
    /// Waits for a job from elsewhere.
    case wait(Duration, number: Int)
    /// Lets the task continue that began the run.
    case end
  }
}

// MARK: - What becomes ready

extension Scheduler.State {
  /// Adds a job that became ready. Returns `false` if the run is over.
  ///
  /// - Parameters:
  ///   - new: The job.
  ///   - creators: The functions that create its task, innermost first.
  ///   - prefersExecutor: A Boolean value that indicates whether its task prefers the executor of the scheduler.
  ///   - isInTurn: A Boolean value that indicates whether a job of the run makes it ready.
  ///   - isOnMainQueue: A Boolean value that indicates whether code on the main queue makes it ready.
  mutating func add(
    _ new: UnownedJob, createdAt creators: [CodeAddress], prefersExecutor: Bool, isInTurn: Bool,
    isOnMainQueue: Bool
  ) -> Bool {
    if phase == .ended { return false }
    let kind = TaskRuntime.kind(of: new)
    let number = kind == .task ? TaskRuntime.number(of: new) : 0
    let current = isInTurn ? tasks.index(of: TaskRuntime.currentNumber) ?? running : nil
    var owner = kind == .task ? tasks.index(of: number) : current
    let isFirst = kind == .task && owner == nil
    if isFirst {
      let index = tasks.add(new, number: number, createdBy: current)
      tasks[index].creators = creators
      tasks[index].prefersExecutor = prefersExecutor
      tasks[index].isOfMain = !isInTurn && isOnMainQueue
      owner = index
    }
    let isYield =
      kind == .task && !isInTurn && !isOnMainQueue
      && TaskRuntime.resumePoint(of: new) == RuntimeProbe.pointOfYield
    if !isInTurn, tasks.entries.count > 1 || !isFirst {
      addFromElsewhere(isOnMainQueue || isYield ? nil : new, isOnMainQueue: isOnMainQueue)
    }
    let job = ReadyJob(
      job: new, kind: kind, owner: owner,
      name: (owner.map { tasks[$0].name } ?? StableName()).adding(kind.rawValue),
      isAtAwait: kind == .task && isInTurn && runningKind == .task && owner == running,
      isFirst: isFirst)
    if let owner, kind == .task {
      tasks[owner].state = .ready
      if isCanceling, !isFirst { run.canceledWaitCount += 1 }
    }
    if isFirst, current != nil, runsFirst(job) {
      newTask = job
    } else if isYield, let owner {
      yielding.remove(owner)
      yielded.append(job)
    } else {
      items.append(ReadyItem(job: job))
    }
    return true
  }

  /// Returns the index of the current task, which the run knows from now on.
  ///
  /// A task that begins on an actor is enqueued there, so that no executor sees it.
  ///
  /// - Parameters:
  ///   - isOwn: A Boolean value that indicates whether the task has the task-local values of the run.
  ///   - priority: The priority of the tasks of the run. An actor that several runs use may run a task of another one.
  mutating func indexOfCurrentTask(isOwn: Bool, priority: UInt8) -> TaskTable.Index? {
    guard let task = TaskRuntime.currentTask else { return nil }
    let number = TaskRuntime.number(of: task)
    if let known = tasks.index(of: number) { return known }
    guard phase != .ended, isOwn || TaskRuntime.priority(of: task) == priority else { return nil }
    return tasks.add(task, number: number, createdBy: running)
  }

  /// Makes the tasks ready that have yielded, when all of them have come back.
  private mutating func addYielded() {
    if yielded.isEmpty || !yielding.isEmpty { return }
    items += yielded.sorted { ($0.owner ?? 0) < ($1.owner ?? 0) }.map { ReadyItem(job: $0) }
    yielded = []
  }

  /// Records that a job comes from the main queue, or from another thread.
  ///
  /// - Parameters:
  ///   - outside: The job, if it comes from outside of the scheduler.
  ///   - isOnMainQueue: A Boolean value that indicates whether it comes from the main queue.
  private mutating func addFromElsewhere(_ outside: UnownedJob?, isOnMainQueue: Bool) {
    idleRounds = 0
    hasWaited = false
    if isOnMainQueue {
      if settings.isGuided { settings.experience.withLock { $0.usesMainQueue = true } }
      expectMainQueue()
    }
    guard phase == .running, let outside else { return }
    settings.experience.withLock { $0.hasArrivals = true }
    if run.arrivals.count < 100 {
      let isTask = TaskRuntime.kind(of: outside) == .task
      run.arrivals.insert(isTask ? TaskRuntime.resumePoints(of: outside) : [])
    }
  }

  /// Chooses whether a new task runs until it waits, before the task that creates it continues.
  private mutating func runsFirst(_ new: ReadyJob) -> Bool {
    guard settings.isGuided, phase == .running, !runsNewTask,
      !experience.heldStarts.contains(new.name)
    else { return false }
    let options = [
      Option(name: new.name.adding(4), owner: running.map { tasks[$0].name } ?? StableName()),
      Option(name: new.name, owner: new.name),
    ]
    guard choose(.change, among: options, cost: 1) == 1 else { return false }
    runsNewTask = true
    begin(new)
    return true
  }

  /// Returns the next job of a new task that runs before its creator continues. `nil` if it waits.
  mutating func nextOfFirst(_ job: ReadyJob) -> ReadyJob? {
    let index = items.firstIndex { $0.job?.owner == job.owner && $0.job?.kind == .task }
    guard let index, let next = items.remove(at: index).job else {
      end(job)
      runsNewTask = false
      return nil
    }
    begin(next)
    return next
  }

  /// Adds an event for which a task waits.
  mutating func add(
    _ event: ScheduledEvent, of task: TaskTable.Index,
    _ continuation: UnsafeContinuation<EventEnding, Never>
  ) {
    beginWait(of: task)
    let event = PendingEvent(
      event: event, task: task, name: tasks[task].name.adding(event.name),
      continuation: continuation, isCancelled: event.reactsToCancellation && Task.isCancelled)
    items.append(ReadyItem(event: event))
  }

  /// Records that a task has begun to wait in the library: it may have run on the main actor, where no job shows it.
  mutating func beginWait(of task: TaskTable.Index) {
    idleRounds = 0
    tasks[task].state = .waitsForLibrary
  }

  /// Records that a task may continue in the main queue, where no job shows it.
  private mutating func expectMainQueue() { (isMainDrained, idleRounds) = (false, 0) }

  /// Records that the task of an event is canceled.
  mutating func cancelEvent(ofTask number: UInt64) {
    guard let task = tasks.index(of: number),
      let index = items.firstIndex(where: { $0.event?.task == task }),
      items[index].event?.isCancelled == false
    else { return }
    items[index].event?.isCancelled = true
    if isCanceling { run.canceledWaitCount += 1 }
  }

  /// Stops the wait of the driver, which must continue if this returns `true`.
  mutating func stopWaiting() -> Bool { wait.take() != nil }

  /// Ends a wait of the driver because the time is up. Returns `false` if the wait has ended before.
  mutating func timeOut(_ number: Int) -> Bool {
    guard wait == number else { return false }
    wait = nil
    // The main actor may have been busy in the meantime.
    idleRounds = 0
    if yielding.isEmpty {
      hasWaited = true
      settings.experience.withLock { $0.hasWaitedInVain = true }
    }
    yielding = []
    return true
  }
}

// MARK: - What is next

extension Scheduler.State {
  /// A Boolean value that indicates whether a task can begin to wait for time to pass, or for the other tasks.
  var letsTasksWait: Bool { phase == .running || phase == .finishing }

  /// The number of steps without a pause.
  private var stepsSincePause: Int { run.stepCount - stepsBeforePause }

  /// Returns the next step.
  mutating func next() -> Scheduler.Action {
    isCanceling = false
    addYielded()
    if isBodyDone, phase == .running { return finish(.completed) }
    switch phase {
    case .running: return nextOfRun()
    case .finishing, .canceling: return nextOfLeftovers()
    case .ended: return .end
    }
  }

  private mutating func nextOfRun() -> Scheduler.Action {
    // A task that is not ready continues in the main queue.
    if let task = resumed.take(), tasks[task].state == .absent { expectMainQueue() }
    let moved = takeMoved()
    if !moved.isEmpty {
      // In the main queue, a task is suspended at every `await`, also where it stays on the main actor.
      run.stepCount += 1
      expectMainQueue()
      // In the library, no other order matters.
      if moved.allSatisfy({ CodePlace.isInLibrary($0.point) }) { return yieldToMain() }
    }
    if !yielding.isEmpty { return wait(.seconds(1)) }
    if stepsSincePause >= settings.steps { return finish(.tooManySteps) }
    // The job that resumes a continuation and the task that it resumes are one step.
    if runningKind == .continuation,
      let index = items.firstIndex(where: { $0.job?.owner == running && $0.job?.kind == .task })
    {
      return take(index)
    }
    guard settings.isGuided else { return items.isEmpty ? nextWhenIdle() : take(0) }
    if let scenario = scenarioToCancel() { return .perform(scenario.cancel) }
    return nextByChoice()
  }

  /// Something that a guided run can do next.
  private enum Possibility {
    case item(Int)
    case main
    case pass(Duration, only: Int?)
  }

  private mutating func nextByChoice() -> Scheduler.Action {
    let own = items.firstIndex { item in
      item.lateSince == nil && item.job.map { $0.isAtAwait && $0.owner == running } ?? false
    }
    // The code between the effect and the delivery of a faked call doesn't depend on the order.
    if let own, let job = items[own].job?.job,
      CodePlace.isInLibrary(TaskRuntime.resumePoint(of: job))
    {
      return take(own)
    }
    let canRunMain = experience.usesMainQueue && !isMainDrained
    var options: [Possibility] = own.map { [.item($0)] } ?? (canRunMain ? [.main] : [])
    var late: [Possibility] = []
    for index in items.indices where index != own && !items[index].isLastResort {
      if items[index].isLate(after: run.stepCount) {
        late.append(.item(index))
      } else {
        options.append(.item(index))
      }
    }
    options += late
    if canRunMain, own != nil { options.append(.main) }
    if !canRunMain, !items.contains(where: { $0.job != nil }),
      let action = nextWithoutJobs(&options)
    {
      return action
    }
    if options.isEmpty { options = items.indices.map { .item($0) } }
    if options.isEmpty { return nextWhenIdle() }
    var chosen = 0
    if options.count > 1 {
      chosen = choose(.change, among: options.map { name(of: $0) }, cost: own == nil ? 1 : 2)
    }
    // An item that a change holds up waits until the others wait.
    if chosen > 0, case .item(let index) = options[0] { items[index].lateSince = run.stepCount }
    switch options[chosen] {
    case .item(let index): return take(index)
    case .main:
      running = nil
      return yieldToMain()
    case .pass(let duration, let only): return passTime(duration, only: only)
    }
  }

  /// Adds what can happen when no job is ready. Returns a step that comes before that.
  private mutating func nextWithoutJobs(_ options: inout [Possibility]) -> Scheduler.Action? {
    // The tasks in the main queue are not known before they have run once.
    if idleRounds < (experience.usesMainQueue ? 3 : 1) { return yieldWhenIdle() }
    let isIdle = options.isEmpty
    let action = resumeWaiter { $0 == .hasPassed || $0 == .mayPass && isIdle }
    if let action { return action }
    guard let rest = clocks.compactMap(\.restOfEarliestSleep).min() else { return nil }
    if !hasWaited, expectsWorkOutside { return waitForWorkOutside(atMost: .seconds(1)) }
    options.append(.pass(rest, only: nil))
    let count = clocks.reduce(0) { $0 + $1.sleepCount(endingWithin: rest) }
    if count > 1 { options += (0..<count).map { .pass(rest, only: $0) } }
    return nil
  }

  /// Returns the next step when nothing is ready.
  private mutating func nextWhenIdle() -> Scheduler.Action {
    if idleRounds < 10 { return yieldWhenIdle() }
    if !settings.isGuided, !waiters.isEmpty {
      if !hasWaited, expectsWorkOutside { return waitForWorkOutside(atMost: .seconds(1)) }
      if let action = resumeWaiter(where: { _ in true }) { return action }
    }
    if !hasWaited { return waitForWorkOutside() }
    if !stuckHandlers.isEmpty {
      let handlers = stuckHandlers.sorted { $0.key < $1.key }
      stuckHandlers = [:]
      hasWaited = false
      return .perform { for handler in handlers { handler.value() } }
    }
    return finish(.stuck)
  }

  /// A Boolean value that indicates whether a task waits for work that is outside of the scheduler: in a function of the
  /// system, or where work came back before.
  private var expectsWorkOutside: Bool {
    unfinished.contains { index in
      let entry = tasks[index]
      guard entry.state == .absent else { return false }
      let points = TaskRuntime.resumePoints(of: entry.task, isSuspended: false)
      return run.arrivals.contains(points) || CodePlace.isOutside(points)
    }
  }

  private mutating func yieldWhenIdle() -> Scheduler.Action {
    idleRounds += 1
    return yieldToMain()
  }

  private mutating func yieldToMain() -> Scheduler.Action {
    isMainDrained = true
    pointsBefore = pointsElsewhere()
    return .yieldToMain
  }

  /// The addresses at which the tasks resume that may be in the main queue or on a thread of the system, by the index of the
  /// task. 0 for other tasks.
  ///
  /// - Parameter onlyRetained: A Boolean value that indicates whether to leave out children of tasks. The memory of a child
  ///   belongs to its parent, which may run and end while the job of an actor runs.
  private func pointsElsewhere(onlyRetained: Bool = false) -> [UInt] {
    var points = [UInt](repeating: 0, count: tasks.entries.count)
    for index in unfinished
    where tasks[index].state == .absent && (tasks[index].isRetained || !onlyRetained) {
      points[index] = TaskRuntime.resumePoint(of: tasks[index].task)
    }
    return points
  }

  /// Returns the tasks that wait elsewhere, but not where they did when the main queue or the job of an actor began to run.
  private mutating func takeMoved(
    onlyRetained: Bool = false
  ) -> [(task: TaskTable.Index, point: UInt)] {
    guard let before = pointsBefore.take() else { return [] }
    return pointsElsewhere(onlyRetained: onlyRetained).enumerated().compactMap { task, point in
      let isSame = before.indices.contains(task) && before[task] == point
      return point == 0 || isSame ? nil : (task, point)
    }
  }

  private mutating func wait(_ time: Duration) -> Scheduler.Action {
    waitCount += 1
    wait = waitCount
    return .wait(time, number: waitCount)
  }

  /// Waits for work outside of the scheduler: longer only if some has come, and briefly after a wait for nothing.
  ///
  /// - Parameter maximum: The longest time to wait. Work outside may itself wait for time to pass or for a task that waits for
  ///   the others, as a request does whose response the test holds.
  private mutating func waitForWorkOutside(atMost maximum: Duration? = nil) -> Scheduler.Action {
    let experience = experience
    var limit = experience.hasArrivals ? settings.patience : .seconds(1)
    if experience.hasWaitedInVain {
      if settings.isGuided, !experience.hasArrivals {
        limit = .milliseconds(10)
      } else if maximum != nil {
        limit = .milliseconds(200)
      }
    }
    return wait(min(settings.patience, limit, maximum ?? limit))
  }

  private var experience: Experience { settings.experience.withLock { $0 } }

  /// Takes a ready item.
  private mutating func take(_ index: Int) -> Scheduler.Action {
    let item = items.remove(at: index)
    if let job = item.job {
      begin(job)
      return .run(job)
    }
    guard let event = item.event else { return next() }
    let endings = event.endings
    var chosen = 0
    if endings.count > 1, settings.isGuided, phase == .running {
      let options = endings.map {
        Option(name: event.name.adding($0.rawValue), owner: tasks[event.task].name)
      }
      let kind: Choice.Kind = settings.triesCancellations ? .ending : .change
      chosen = choose(kind, among: options, cost: 1)
    }
    run.stepCount += 1
    (running, runningKind, resumed) = (event.task, nil, event.task)
    if event.event.kind == .step { run.counts.steps += 1 } else { run.counts.calls += 1 }
    tasks.continueElsewhere(event.task)
    run.story.add(event.task, of: tasks, event: event.event, ending: endings[chosen])
    return .perform { event.continuation.resume(returning: endings[chosen]) }
  }

  /// Records that a job begins.
  private mutating func begin(_ job: ReadyJob) {
    run.stepCount += 1
    idleRounds = 0
    hasWaited = false
    let continues = job.isAtAwait && job.owner == running
    running = job.owner
    runningKind = job.kind
    let showsPoints = job.kind == .task && !settings.isGuided
    runningPoints = showsPoints ? TaskRuntime.resumePoints(of: job.job) : []
    guard let owner = job.owner else { return }
    if !continues, job.kind != .continuation { run.counts.hops += 1 }
    run.story.add(owner, of: tasks, job: job, continues: continues)
    tasks[owner].stepCount += 1
    if job.kind == .actor { pointsBefore = pointsElsewhere(onlyRetained: true) }
  }

  /// Records that a job has ended.
  mutating func end(_ job: ReadyJob) {
    if job.kind == .actor {
      // Only tasks without a preferred executor come back from a thread of the system, if they yield after the job.
      let yields = takeMoved(onlyRetained: true).filter { task, point in
        point == RuntimeProbe.pointOfYield && !tasks[task].prefersExecutor
      }
      yielding = Set(yields.map(\.task))
    }
    // A task of the main actor that is not known continues.
    guard let owner = job.owner else { return expectMainQueue() }
    let isReady =
      items.contains { $0.job?.owner == owner } || yielded.contains { $0.owner == owner }
    hasBegunToWait = !isReady
    if !isReady { tasks.leave(owner, afterJobOfTask: job.kind == .task) }
    if tasks[owner].state == .absent { expectMainQueue() }
  }

  /// Lets the task continue that has waited longest of those whose time meets a condition. `nil` if there is none.
  private mutating func resumeWaiter(
    where condition: (PassingTime) -> Bool
  ) -> Scheduler.Action? {
    guard let index = waiters.firstIndex(where: { condition($0.time()) }) else { return nil }
    let waiter = waiters.remove(at: index).task
    run.stepCount += 1
    running = nil
    expectMainQueue()
    // Otherwise, `clock.run()` would never end for a task that sleeps in a loop.
    if !settings.isGuided, phase == .running { stepsBeforePause = run.stepCount }
    return .perform { waiter.resume() }
  }

  private mutating func passTime(_ duration: Duration, only: Int?) -> Scheduler.Action {
    run.stepCount += 1
    running = nil
    run.counts.sleeps += 1
    for index in items.indices { items[index].lateSince = run.stepCount }
    if duration > .zero { run.story.add("\(duration) pass") }
    return .perform { [clocks] in
      // The sleeps are counted through all clocks.
      var first = 0
      for clock in clocks {
        let count = clock.sleepCount(endingWithin: duration)
        clock.pass(duration, ending: only.map { $0 - first })
        first += count
      }
    }
  }

  /// Returns the scenario if a task has begun to wait, and a choice cancels the scenario there.
  private mutating func scenarioToCancel() -> Task<Void, Never>? {
    guard settings.triesCancellations, hasBegunToWait, let scenario,
      !tasks.entries.isEmpty, tasks[0].state != .ready
    else { return nil }
    hasBegunToWait = false
    let options = [StableName(), StableName().adding(1)].map {
      Option(name: $0, owner: tasks[0].name)
    }
    guard choose(.cancellation, among: options, cost: 1) == 1 else { return nil }
    self.scenario = nil
    runningKind = nil
    isCanceling = true
    run.story.add("the scenario is canceled")
    return scenario
  }

  /// Makes a choice, which the story marks if it is not the usual one.
  mutating func choose(_ kind: Choice.Kind, among options: [Option], cost: Int) -> Int {
    let chosen = run.log.choose(kind, among: options, cost: cost)
    run.story.addChoice(isChange: chosen > 0 && (kind == .change || kind == .ending))
    return chosen
  }

  private func name(of possibility: Possibility) -> Option {
    switch possibility {
    case .item(let index):
      let item = items[index]
      let owner = item.owner.map { tasks[$0] }
      return Option(
        name: item.name.adding(owner?.stepCount ?? 0), owner: owner?.name ?? StableName(),
        goesLast: item.job?.kind == .continuation)
    case .main:
      let name = StableName("main")
      return Option(name: name, owner: name)
    case .pass(_, let only):
      let name = StableName("sleep").adding((only ?? -1) + 1)
      return Option(name: name, owner: name, goesLast: !items.isEmpty)
    }
  }
}

// MARK: - The end

extension Scheduler.State {
  /// The number of steps that the tasks get that remain at the end.
  private static let maxLeftoverSteps = 1_000

  /// Lets the remaining tasks run, and returns their first step.
  private mutating func finish(_ ending: RunEnding) -> Scheduler.Action {
    run.ending = ending
    phase = .finishing
    stepsBeforePause = run.stepCount
    run.log.end()
    recordLeftovers()
    // The rest happens because the tasks are canceled.
    if ending.stopsScenario { run.story.end() }
    return nextOfLeftovers()
  }

  /// Returns the next step of the tasks that remain.
  private mutating func nextOfLeftovers() -> Scheduler.Action {
    let cancels = settings.isGuided || run.ending != .completed
    let limit = cancels ? Self.maxLeftoverSteps : settings.steps
    if stepsSincePause < limit {
      if !items.isEmpty { return take(0) }
      // Time no longer passes. A task that waits for it continues when it is canceled.
      let hasCanceled = phase == .canceling
      let action = resumeWaiter { hasCanceled || $0 != .mustPass }
      if let action { return action }
      if idleRounds < 3 { return yieldWhenIdle() }
    } else if !cancels, !items.isEmpty {
      run.ending = .leftoversNeverWait
      recordLeftovers()
    }
    if cancels, phase == .finishing {
      phase = .canceling
      stepsBeforePause = run.stepCount
      idleRounds = 0
      // A task cancels its children.
      let rest = unfinished.filter { !tasks[$0].isChild }.map { tasks[$0].task }
      if !rest.isEmpty { return .perform { rest.forEach(TaskRuntime.cancel) } }
    }
    // A run that is abandoned with a job of an actor would block that actor for the whole process.
    if stepsSincePause < 2 * limit, let index = items.firstIndex(where: { $0.job?.kind == .actor })
    {
      return take(index)
    }
    let stopped = !settings.isGuided && run.ending.stopsScenario ? unfinished : []
    for index in items.compactMap({ $0.job?.owner }) + stopped {
      AbandonedTasks.add(tasks[index].number)
    }
    phase = .ended
    return .end
  }

  /// The tasks that have not ended.
  var unfinished: [TaskTable.Index] {
    var unfinished: [TaskTable.Index] = []
    for index in tasks.entries.indices {
      let entry = tasks[index]
      let isUnfinished =
        if index == 0 { !isBodyDone } else if entry.isRetained { !entry.hasEnded } else {
          // The memory of an `async let` is gone when its parent has ended.
          !entry.hasEnded && entry.creator.map(unfinished.contains) ?? false
        }
      if isUnfinished { unfinished.append(index) }
    }
    return unfinished
  }
}
