import Dispatch
import Faked

/// Runs the tasks of one run of a scenario one after the other, so that it can be seen when they all wait.
///
/// All tasks that the scenario and its code make run here, those of `Task { }` and detached ones too, and
/// the actors they call. The main actor runs elsewhere: what is put there now stands behind all that waits
/// for it. Nothing tells whose the jobs are that leave it, for an actor say: where a scenario uses it, they
/// are all waited for. What wakes a task from elsewhere, as a sleep or a callback does, cannot be foreseen;
/// that it happened is noted.
final class ScenarioQueue: Sendable {
  @TaskLocal private static var current: ScenarioQueue?

  private struct State {
    /// How much has happened so far.
    var activity = 0
    var openJobs = 0
    /// How often a task was woken or called a fake elsewhere.
    var strays = 0
    var hasStarted = false
    var hasEnded = false
    var tasks: [UInt64] = []
    var listeners: [CheckedContinuation<Void, Never>] = []
  }

  /// All queues whose runs have not ended.
  private struct Watched {
    var count = 0
    /// By the numbers of their tasks.
    var queues: [UInt64: ScenarioQueue] = [:]
    /// How many of them wait for what leaves the main actor.
    var watchesMain = 0
    /// How many jobs have left it so far, and which of them still run.
    var exits = 0
    var openExits: Set<Int> = []
  }

  private static let watched = Locked(Watched())
  private static let key = DispatchSpecificKey<ScenarioQueue>()
  /// Who waits for the queue is woken here: what is woken on the queue itself is taken for its own.
  private static let wakers = DispatchQueue(label: "exploration")
  /// Set on the queues of jobs that have left the main actor.
  private static let exitKey = DispatchSpecificKey<Bool>()

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "scenario")
  let watchesMain: Bool

  init(watchesMain: Bool) {
    _ = EnqueueHook.isInstalled
    self.watchesMain = watchesMain
    queue.setSpecific(key: Self.key, value: self)
    Self.watched.withLock { watched in
      watched.count += 1
      if watchesMain { watched.watchesMain += 1 }
    }
  }

  /// Forgets the tasks of the run; those that are left behind go on where they would without it.
  func end() {
    let tasks = state.withLock { state in
      state.hasEnded = true
      return state.tasks
    }
    // In a job of the queue: one that runs may be reading the value, which would end under it.
    queue.async { [queue] in queue.setSpecific(key: Self.key, value: nil) }
    Self.watched.withLock { watched in
      watched.count -= 1
      if watchesMain { watched.watchesMain -= 1 }
      for task in tasks { watched.queues[task] = nil }
    }
  }

  var activity: Int { state.withLock { $0.activity } }

  /// Whether all tasks can be watched; else only time tells whether more happens.
  var isExact: Bool { state.withLock { $0.hasStarted } }

  /// Whether something happened that could not be foreseen: more may be to come, at any time.
  var hasStrays: Bool { !isExact || state.withLock { $0.strays > 0 } }

  /// Starts the scenario.
  func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Self.$current.withValue(self) { Task { await body() } }
  }

  /// Does something as if the scenario did it.
  func perform(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.activity += 1
      state.openJobs += 1
    }
    queue.async {
      body()
      self.finishJob()
    }
  }

  /// Notes that the scenario called a fake, here or elsewhere.
  func noteCall() {
    let isHere = DispatchQueue.getSpecific(key: Self.key) === self
    let isStray = !isHere && !isForeseen
    state.withLock { state in
      state.activity += 1
      if isStray { state.strays += 1 }
    }
    // From now on it is known whose the task is.
    if !isHere, Self.current === self, let task = EnqueueHook.currentTaskNumber { add(task) }
  }

  /// Suspends until the jobs that stand here have run; for tasks of the run.
  func waitForStarted() async {
    await withCheckedContinuation { continuation in perform { continuation.resume() } }
  }

  /// Suspends until nothing here can go on by itself.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.openJobs > 0 { state.listeners.append(continuation) }
        return state.openJobs == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Suspends until the jobs have run that have left the main actor so far.
  func waitForExits() async {
    guard watchesMain else { return }
    let last = Self.watched.withLock { $0.exits }
    for look in 0..<1_000 {
      if Self.watched.withLock({ $0.openExits.allSatisfy { $0 > last } }) { return }
      // Most are done in no time.
      if look < 100 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    state.withLock { $0.strays += 1 }
  }

  /// Resumes one who must not be taken for a task of the run.
  static func wake<Value: Sendable>(
    _ continuation: CheckedContinuation<Value, Never>, returning value: Value
  ) {
    if current == nil, DispatchQueue.getSpecific(key: key) == nil {
      return continuation.resume(returning: value)
    }
    wakers.async { continuation.resume(returning: value) }
  }

  /// Runs a job of the global executor if it belongs to a run; asked for all jobs of the process.
  static func takes(_ job: UnownedJob) -> Bool {
    guard watched.withLock({ $0.count > 0 }) else { return false }
    let here = DispatchQueue.getSpecific(key: key)
    let task = EnqueueHook.taskNumber(of: job)
    if let owner = here ?? watched.withLock({ $0.queues[task] }) ?? current {
      return owner.add(job, task, isStray: here == nil && !owner.isForeseen)
    }
    return (EnqueueHook.isOnMainQueue || hasLeftMain) && addExit(job)
  }

  private func add(_ job: UnownedJob, _ task: UInt64, isStray: Bool) -> Bool {
    let isOver = state.withLock { state in
      guard !state.hasEnded else { return true }
      state.activity += 1
      state.openJobs += 1
      // The first is the scenario itself.
      if isStray, state.hasStarted { state.strays += 1 }
      state.hasStarted = true
      return false
    }
    if isOver { return false }
    add(task)
    queue.async {
      EnqueueHook.run(job)
      self.finishJob()
    }
    return true
  }

  /// Notes once that a task, if the number is that of one, is one of the run.
  private func add(_ task: UInt64) {
    guard task != 0,
      Self.watched.withLock({ $0.queues.updateValue(self, forKey: task) }) !== self
    else { return }
    let isOver = state.withLock { state in
      state.tasks.append(task)
      return state.hasEnded
    }
    if isOver { Self.watched.withLock { $0.queues[task] = nil } }
  }

  /// Runs a job that leaves the main actor, whosever it is, as ever; but it is known when it is done.
  private static func addExit(_ job: UnownedJob) -> Bool {
    let number = watched.withLock { watched -> Int? in
      guard watched.watchesMain > 0 else { return nil }
      watched.exits += 1
      watched.openExits.insert(watched.exits)
      return watched.exits
    }
    guard let number else { return false }
    let queue = DispatchQueue(label: "off the main actor")
    queue.setSpecific(key: exitKey, value: true)
    queue.async {
      EnqueueHook.run(job)
      watched.withLock { _ = $0.openExits.remove(number) }
    }
    return true
  }

  private func finishJob() {
    let listeners = state.withLock { state in
      state.openJobs -= 1
      guard state.openJobs == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { Self.wake(listener, returning: ()) }
  }

  /// Whether what happens on this thread, which is not its own, is waited for all the same.
  private var isForeseen: Bool { EnqueueHook.isOnMainQueue || watchesMain && Self.hasLeftMain }

  private static var hasLeftMain: Bool { DispatchQueue.getSpecific(key: exitKey) == true }
}
