import Faked

/// The sleeps of a scheduler's tasks that use no clock of the test, such as `Task.sleep(for:)`.
///
/// They take no time if the runtime hands them over (see `SleepHook`): the earliest one ends when no task can
/// run.
final class TaskSleeps: VirtualClock {
  private struct Sleep {
    /// The runtime number of the task that sleeps.
    let task: UInt64
    /// The job of the runtime that wakes the task.
    let job: UnownedJob
    /// The time since the start of the run at which the sleep ends.
    let end: Duration
    /// The time at which it would end by itself.
    let realEnd: ContinuousClock.Instant
  }

  private struct State {
    var now = Duration.zero
    /// The sleeps, by their ends, then in the order in which they began.
    var sleeps: [Sleep] = []
    /// The jobs of the sleeps that were canceled. They free memory.
    var canceled: [UnownedJob] = []
  }

  private let state = Locked(State())

  /// Adds a sleep of a task.
  func add(_ task: UInt64, for duration: Duration, wokenBy job: UnownedJob) {
    state.withLock { state in
      let end = state.now + duration
      let index = state.sleeps.firstIndex { $0.end > end } ?? state.sleeps.count
      state.sleeps.insert(
        Sleep(task: task, job: job, end: end, realEnd: ProcessClock.now.advanced(by: duration)),
        at: index)
    }
  }

  /// Removes the sleep of a task that continues before its end, because it was canceled.
  ///
  /// - Returns: `false` if the task does not sleep.
  func cancel(_ task: UInt64) -> Bool {
    state.withLock { state in
      guard let index = state.sleeps.firstIndex(where: { $0.task == task }) else { return false }
      state.canceled.append(state.sleeps.remove(at: index).job)
      return true
    }
  }

  var restOfEarliestSleep: Duration? {
    state.withLock { state in state.sleeps.first.map { $0.end - state.now } }
  }

  /// The time at which the earliest sleep would end by itself.
  var realEnd: ContinuousClock.Instant? { state.withLock { $0.sleeps.first?.realEnd } }

  func sleepCount(endingWithin duration: Duration) -> Int {
    state.withLock { state in state.sleeps.prefix { $0.end <= state.now + duration }.count }
  }

  @discardableResult
  func pass(_ duration: Duration, ending limit: Int = .max) -> Int {
    let jobs = state.withLock { state -> [UnownedJob] in
      state.now += duration
      let count = state.sleeps.prefix(limit).prefix { $0.end <= state.now }.count
      defer { state.sleeps.removeFirst(count) }
      return state.sleeps.prefix(count).map(\.job)
    }
    // These jobs prefer no executor.
    for job in jobs { GlobalJobRunner().run(job) }
    return jobs.count
  }

  /// Lets the sleeps of tasks that outlive the run end by themselves.
  ///
  /// - Returns: `false` if there are none, and no job is left.
  func release() -> Bool {
    let (sleeps, canceled) = state.withLock { state in
      defer { (state.sleeps, state.canceled) = ([], []) }
      return (state.sleeps, state.canceled)
    }
    for job in canceled { EnqueueHook.enqueueGlobally(job) }
    for sleep in sleeps { Self.run(sleep.job, at: sleep.realEnd) }
    return !sleeps.isEmpty || !canceled.isEmpty
  }

  /// Runs a job that wakes a task, without a scheduler.
  static func run(_ job: UnownedJob, at instant: ContinuousClock.Instant) {
    CurrentScheduler.startOutside {
      try? await ProcessClock.sleep(until: instant)
      EnqueueHook.enqueueGlobally(job)
    }
  }
}

extension Scheduler {
  /// Takes a sleep of the current task.
  ///
  /// - Parameters:
  ///   - job: The job of the runtime that wakes the task.
  ///   - duration: The rest of the sleep, which began a moment ago.
  /// - Returns: `false` if the run is over.
  func takeSleep(_ job: UnownedJob, for duration: Duration) -> Bool {
    guard let task = RuntimeSymbols.currentTaskNumber else { return false }
    let duration = duration.roundedSleep
    return state.withLock { state in
      if state.end.hasEnded { return false }
      guard let index = state.tasks.index(of: task) else { return false }
      state.tasks[index].wait = TaskWait(
        "sleeps for \(duration)",
        fix: "Await the task, cancel it, or end the scenario with a longer `Task.sleep`."
      )
      if state.choices.isGuided { state.add(sleeps) }
      // Under the lock, so that the end of the run releases it.
      sleeps.add(task, for: duration, wokenBy: job)
      return true
    }
  }
}

extension Duration {
  /// The length of a sleep of which some time has passed: rounded up to two or three digits, so that a sleep has
  /// the same length in every run, even if the thread was interrupted for some milliseconds.
  package var roundedSleep: Duration {
    let (seconds, attoseconds) = components
    guard self > .zero else { return .zero }
    guard seconds < 1_000_000 else { return self }
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    let largest: Int64 = seconds < 1 ? 100 : 1_000
    var unit: Int64 = 1_000_000
    while nanoseconds > unit * largest { unit *= 10 }
    return .nanoseconds((nanoseconds + unit - 1) / unit * unit)
  }
}
