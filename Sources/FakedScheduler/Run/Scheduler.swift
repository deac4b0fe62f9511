import Dispatch
import Faked

/// Runs the tasks of one run of a scenario, or of a deterministic test, one job at a time.
///
/// The jobs run in blocks of the main queue. The jobs of the main actor run between these blocks. A scheduler that has a
/// guide chooses what runs next. It doesn't run the jobs of tasks on their preferred executor, so that the run time suspends a
/// task at every `await` that hops. Without a guide, jobs run in the order in which they become ready.
/// No decision depends on time, unless work leaves the scheduler.
package final class Scheduler: Sendable {
  /// The settings of a run.
  package struct Settings: Sendable {
    /// Chooses what runs next. `nil` runs everything in the order in which it becomes ready.
    var guide: Guide?
    /// The largest number of steps that a run takes without a pause. A run that takes more is endless.
    package var steps = 20_000
    /// The time to wait for work outside of the scheduler, after some has come from there.
    package var patience = Duration.seconds(10)
    /// The test that the run belongs to, for messages about the end of the process.
    package var owner = "a test"
    /// A Boolean value that indicates whether the run keeps its steps for a report.
    var keepsStory = false
    /// A Boolean value that indicates whether a choice can cancel the scenario.
    var triesCancellations = false
    /// Records a failure of the test that the scheduler runs.
    var reporter: Reporter?
    /// The facts that the runs of an exploration share.
    var experience = Locked(Experience())
    /// A number that rises when a run shows that the scenario has other choices than were known.
    package var version: Int { experience.withLock { $0.version } }
    /// A Boolean value that indicates whether a guide chooses what runs next.
    var isGuided: Bool { guide != nil }

    package init() {}
  }

  let settings: Settings
  let state: Locked<State>
  /// The priority of the tasks of the run, which no other run has.
  let priority: UInt8

  package typealias Reporter = @Sendable (_ message: String, _ site: SourceLine) -> Void

  init(_ settings: Settings, priority: UInt8) {
    CurrentScheduler.register(Scheduler.self)
    self.settings = settings
    self.priority = priority
    state = Locked(State(settings))
  }

  /// The scheduler of the current task.
  package static var current: Scheduler? { ActiveSchedulers.current }

  /// The scheduler of the run that created the current task, even after the run.
  @TaskLocal static var ofTask: Scheduler?

  /// A Boolean value that indicates whether the current code does work that belongs to no scheduler.
  @TaskLocal static var isOutside = false

  /// Returns a Boolean value that indicates whether a task belongs to the run.
  func knows(_ number: UInt64) -> Bool { state.withLock { $0.tasks.index(of: number) != nil } }

  /// Returns a Boolean value that indicates whether a task was created after this run began.
  ///
  /// A task that an earlier run left behind has the same priority, and may continue before the scenario begins.
  func isNew(_ number: UInt64) -> Bool {
    let first = state.withLock { $0.tasks.entries.first?.number }
    return first.map { number > $0 } ?? (Self.ofTask === self)
  }

  // MARK: - Jobs

  /// Takes a job that became ready. Returns `false` if the run is over.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - prefersExecutor: A Boolean value that indicates whether its task prefers the executor of the scheduler.
  ///   - isInTurn: A Boolean value that indicates whether a job of the run makes it ready.
  ///   - isOnMainQueue: A Boolean value that indicates whether code on the main queue makes it ready.
  func take(
    _ job: UnownedJob, prefersExecutor: Bool, isInTurn: Bool, isOnMainQueue: Bool
  ) -> Bool {
    let createsTask =
      isInTurn && TaskRuntime.kind(of: job) == .task && !knows(TaskRuntime.number(of: job))
    let creators = createsTask ? RawBacktrace(of: .synchronous).addresses : []
    let (isTaken, newTask) = change { state in
      let isTaken = state.add(
        job, createdAt: creators, prefersExecutor: prefersExecutor, isInTurn: isInTurn,
        isOnMainQueue: isOnMainQueue)
      return (isTaken, state.newTask.take())
    }
    if let newTask { runFirst(newTask) }
    return isTaken
  }

  /// Changes the state, and lets the driver continue if it waits.
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, mustContinue) = state.withLock { state in (body(&state), state.stopWaiting()) }
    if mustContinue { DispatchQueue.main.async { self.drive() } }
    return result
  }

  func run(_ job: ReadyJob) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), job.kind != .actor
    else { return job.job.runSynchronously(on: TaskRuntime.genericExecutor) }
    let executor = settings.isGuided ? SchedulerExecutor.twin : .preferred
    job.job.runSynchronously(on: executor.asUnownedTaskExecutor())
  }

  /// Runs a new task until it waits, while the task that creates it waits.
  ///
  /// The new task has a thread of its own, because it may wait for a lock that its creator holds. In that case, the creator
  /// continues after a second, and no later run of the exploration lets that task run first.
  private func runFirst(_ new: ReadyJob) {
    // The thread sanitizer understands a semaphore, but not the wait for a work item.
    let isDone = DispatchSemaphore(value: 0)
    ActiveSchedulers.firstQueue.async {
      var next: ReadyJob? = new
      while let job = next {
        self.run(job)
        next = self.state.withLock { $0.nextOfFirst(job) }
      }
      isDone.signal()
    }
    if isDone.wait(timeout: .now() + 1) == .success { return }
    settings.experience.withLock { _ = $0.heldStarts.insert(new.name) }
  }

  // MARK: - Waits

  /// Changes the state for the current task, which is `nil` if it doesn't belong to the run.
  private func changeCurrentTask<Result>(
    _ body: (inout State, TaskTable.Index?) -> Result
  ) -> Result {
    let isOwn = Self.ofTask === self
    return change { body(&$0, $0.indexOfCurrentTask(isOwn: isOwn, priority: priority)) }
  }

  /// Suspends the current task until the scheduler lets an event happen.
  @discardableResult
  package func wait(
    for event: ScheduledEvent, isolation: isolated (any Actor)? = #isolation
  ) async -> EventEnding {
    guard event.reactsToCancellation else { return await suspend(until: event, isolation) }
    let number = TaskRuntime.currentNumber
    return await withTaskCancellationHandler {
      await suspend(until: event, isolation)
    } onCancel: {
      state.withLock { $0.cancelEvent(ofTask: number) }
    }
  }

  private func suspend(
    until event: ScheduledEvent, _ isolation: isolated (any Actor)?
  ) async -> EventEnding {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let isAdded = changeCurrentTask { state, task in
        guard state.phase == .running, let task else { return false }
        state.add(event, of: task, continuation)
        return true
      }
      if !isAdded { continuation.resume(returning: .happens) }
    }
  }

  /// The name of the current task in reports.
  var titleOfCurrentTask: String? {
    changeCurrentTask { state, task in task.map(state.tasks.title) }
  }
}

extension Scheduler: TestScheduler {
  package static func find() -> (any TestScheduler)? { current }

  package static func outside<Result>(_ body: () -> Result) -> Result {
    $isOutside.withValue(true) { body() }
  }

  package var scope: TestScope? {
    get { state.withLock(\.scope) }
    set {
      // The last reference must not be released under the lock.
      var scope = newValue
      state.withLock { swap(&$0.scope, &scope) }
    }
  }

  package func untilIdle(isolation: isolated (any Actor)? = #isolation) async {
    await letTimePass(isolation: isolation) { .mayPass }
  }

  package func letTimePass(
    isolation: isolated (any Actor)?, while wait: @escaping @Sendable () -> PassingTime
  ) async {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let isAdded = changeCurrentTask { state, task in
        guard state.letsTasksWait else { return false }
        state.waiters.append((continuation, wait))
        if let task { state.beginWait(of: task) }
        return true
      }
      if !isAdded { continuation.resume() }
    }
  }

  package func whenStuck(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.stuckHandlerCount += 1
      state.stuckHandlers[state.stuckHandlerCount] = handler
      return state.stuckHandlerCount
    }
    return { [state] in _ = state.withLock { $0.stuckHandlers.removeValue(forKey: number) } }
  }

  package var hasStopped: Bool { state.withLock { $0.run.ending.stopsScenario } }

  package var endsSleeps: Bool { settings.isGuided }

  package func add(_ clock: FakeClock) {
    state.withLock { state in
      if !state.clocks.contains(where: { $0 === clock }) { state.clocks.append(clock) }
    }
  }

  package func report(_ message: String, at site: SourceLine) -> Bool {
    settings.reporter?(message, site) != nil
  }

  package func setWait(_ wait: TaskWait?) {
    // The removed wait may keep objects of the user.
    _ = changeCurrentTask { state, task -> TaskWait? in
      guard let task else { return nil }
      defer { state.tasks[task].wait = wait }
      if wait == nil { state.tasks[task].state = .ready } else { state.beginWait(of: task) }
      return state.tasks[task].wait
    }
  }
}

/// The executor that the tasks of a run prefer, and its twin.
///
/// Tasks refer to their executor without keeping it alive, so both live forever.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SchedulerExecutor: TaskExecutor {
  static let preferred = SchedulerExecutor()
  /// The executor on which the jobs of a guided run run. Because tasks prefer the other one, they are suspended at every
  /// `await` that hops.
  static let twin = SchedulerExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if ActiveSchedulers.take(job, prefersExecutor: self === Self.preferred) { return }
    if AbandonedTasks.contains(job) { return }
    // The run is over, and the task outlives it.
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs the code between the runs of an exploration on the main queue, where the runs are. Two changes of the thread take
/// longer than a short run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class MainQueueExecutor: TaskExecutor {
  static let shared = MainQueueExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The facts that the runs of an exploration share.
struct Experience {
  /// A Boolean value that indicates whether the main queue brought a job.
  var usesMainQueue = false
  /// The tasks that can't run before their creators continue, because these hold a lock.
  var heldStarts: Set<StableName> = []
  /// A number that rises with the facts above. The orders before are different.
  var version: Int { heldStarts.count + (usesMainQueue ? 1 : 0) }
  /// A Boolean value that indicates whether work came back from outside.
  var hasArrivals = false
  /// A Boolean value that indicates whether a run waited for work outside, and none came.
  var hasWaitedInVain = false
}
