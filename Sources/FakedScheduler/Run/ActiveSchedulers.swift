import Dispatch
import Faked

/// The schedulers whose runs have not ended, and the jobs that belong to them.
///
/// Each run has a priority of its own, which its tasks inherit and pass on to the actors that they call. Therefore, a job
/// shows to which run it belongs, even if a queue or the main actor enqueues it.
enum ActiveSchedulers {
  /// The schedulers, and the one whose job runs on the main queue, or on the queue of a new task that runs first.
  fileprivate static let state = Locked((schedulers: [Scheduler](), turn: Scheduler?.none))

  /// Priorities between `utility` and `medium`, which nothing else uses. They limit the number of runs at the same time.
  ///
  /// An actor prefers jobs with a higher priority, so all of them must compare in the same way with the usual ones. They are
  /// lower than that of a detached task: otherwise, a wait for one of two detached tasks would raise its priority above
  /// that of the other, and an update that both make in two calls would never be lost.
  static let priorities = Permits<UInt8>([18, 19, 20])

  private static let key = DispatchSpecificKey<Bool>()

  /// Runs a new task that begins before the task that creates it continues.
  static let firstQueue = DispatchQueue(label: "Faked.Scheduler")

  /// Marks the queues on which the jobs of schedulers run.
  static let markQueues: Void = {
    for queue in [DispatchQueue.main, firstQueue] { queue.setSpecific(key: key, value: true) }
  }()

  /// The scheduler whose job runs on this thread.
  static var onThisThread: Scheduler? { isOnMainQueue ? state.withLock(\.turn) : nil }

  /// A Boolean value that indicates whether the main queue, or that of a new task that runs first, runs this code.
  static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: key) == true }

  static func setTurn(_ scheduler: Scheduler?) { state.withLock { $0.turn = scheduler } }

  static func add(_ scheduler: Scheduler) { state.withLock { $0.schedulers.append(scheduler) } }

  static func remove(_ scheduler: Scheduler) {
    state.withLock { state in state.schedulers.removeAll { $0 === scheduler } }
  }

  /// Gives a job that is about to be enqueued to the scheduler to which it belongs. Returns `false` if there is none.
  static func take(_ job: UnownedJob, prefersExecutor: Bool = false) -> Bool {
    let (schedulers, turn) = state.withLock { $0 }
    if schedulers.isEmpty { return false }
    let isOnMainQueue = isOnMainQueue
    let turnHere = isOnMainQueue ? turn : nil
    guard let owner = owner(of: job, among: schedulers, turnHere) else { return false }
    return owner.take(
      job, prefersExecutor: prefersExecutor, isInTurn: owner === turnHere,
      isOnMainQueue: isOnMainQueue)
  }

  private static func owner(
    of job: UnownedJob, among schedulers: [Scheduler], _ turnHere: Scheduler?
  ) -> Scheduler? {
    let isTask = TaskRuntime.kind(of: job) == .task
    let number = TaskRuntime.number(of: job)
    if isTask, let owner = schedulers.first(where: { $0.knows(number) }) { return owner }
    if Scheduler.isOutside { return nil }
    let priority = TaskRuntime.priority(of: job)
    let owner =
      turnHere ?? schedulers.first { $0.priority == priority }
      // A task of a run creates a task with a priority of its own.
      ?? (isTask ? Scheduler.current : nil)
    return isTask && owner?.isNew(number) == false ? nil : owner
  }

  /// Returns the scheduler to which the current task belongs.
  static var current: Scheduler? {
    let (schedulers, turn) = state.withLock { ($0.schedulers, $0.turn) }
    if schedulers.isEmpty || Scheduler.isOutside { return nil }
    if let turn, isOnMainQueue { return turn }
    if let owner = Scheduler.ofTask { return schedulers.first { $0 === owner } }
    guard let task = TaskRuntime.currentTask else { return nil }
    let number = TaskRuntime.number(of: task)
    let priority = TaskRuntime.priority(of: task)
    return schedulers.first { $0.knows(number) } ?? schedulers.first { $0.priority == priority }
  }
}

/// A number of values, each of which one task uses at a time.
final class Permits<Value: Sendable>: Sendable {
  private let state: Locked<(free: [Value], waiting: [CheckedContinuation<Value, Never>])>

  init(_ values: [Value]) { state = Locked((values, [])) }

  /// Waits for a value, in the order of the calls.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  func take() async throws -> Value {
    let value = await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        if let value = state.free.popLast() { return value }
        state.waiting.append(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
    if Task.isCancelled {
      giveBack(value)
      throw CancellationError()
    }
    return value
  }

  /// Gives a value back, which the task that has waited longest gets.
  func giveBack(_ value: Value) {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.free.append(value) }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume(returning: value)
  }
}

/// Stops the process if a job of a run neither suspends nor ends.
///
/// No other task of that run can continue, and nothing can interrupt a job. Without the watchdog, the test would run until
/// somebody stops it, without any output.
enum Watchdog {
  private static let queue = DispatchQueue(label: "Faked.Watchdog")

  /// Watches the active runs, until the process ends.
  static let start: Void = check(after: nil, checks: 0)

  /// The number of seconds between two checks.
  private static let interval = min(1, max(0.01, TestScope.usualPatience / .seconds(10)))

  /// Checks the run whose job runs after a pause. It counts checks instead of time, so it never stops a process that was
  /// paused.
  ///
  /// - Parameters:
  ///   - earlier: The run, and its number of steps at the last check.
  ///   - checks: The number of checks since they changed.
  private static func check(after earlier: (run: ObjectIdentifier, steps: Int)?, checks: Int) {
    queue.asyncAfter(deadline: .now() + interval) {
      // Without a turn, a job of the main actor runs. It may belong to another test, so it gets more time.
      let (schedulers, turn) = ActiveSchedulers.state.withLock { $0 }
      let runs = turn.map { [$0] } ?? schedulers
      let busy = runs.lazy.compactMap { run in
        run.state.withLock(\.stepCountIfBusy).map { (run: run, steps: $0) }
      }
      guard let busy = busy.first else { return check(after: nil, checks: 0) }
      let latest = (run: ObjectIdentifier(busy.run), steps: busy.steps)
      let checks = earlier.map { $0 == latest } == true ? checks + 1 : 0
      let usual = TestScope.usualPatience
      let patience = max(busy.run.settings.patience, usual == .zero ? .seconds(30) : usual)
      let limit = turn == nil ? patience * 10 : patience
      if Double(checks) * interval >= limit / .seconds(1) { busy.run.stopProcess(after: limit) }
      check(after: latest, checks: checks)
    }
  }
}

extension Scheduler {
  /// Stops the process with a message about the job that runs.
  fileprivate func stopProcess(after limit: Duration) {
    let (task, points) = state.withLock { state in
      (state.running.map(state.title) ?? "the main actor", state.runningPoints)
    }
    let place = CodePlace.site(of: points).map { ", which continued \($0.phrase)" } ?? ""
    ProcessOutput.stop(
      """
      error: The process was stopped, because \(settings.owner) ran for \(limit.formattedShort) without suspending: \
      \(task)\(place).
        No other task of the test can run until it suspends. If this is a loop, make it end or suspend. If it waits \
      for a lock, release the lock. For work that takes longer, raise FAKED_PATIENCE, in seconds.

      """)
  }
}

/// The standard error output of the process.
enum ProcessOutput {
  static let isTerminal = isATerminal(2) != 0

  static func write(_ text: String) {
    var text = text
    text.withUTF8 { _ = writeBytes(2, $0.baseAddress.map(UnsafeRawPointer.init), $0.count) }
  }

  /// Writes a message and stops the process with the status 1.
  static func stop(_ message: String) {
    write(message)
    exitProcess(1)
  }
}

// Functions of the C library, whose module has a different name on each system.
@_silgen_name("write")
func writeBytes(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int
@_silgen_name("_exit") private func exitProcess(_ status: CInt)
@_silgen_name("isatty") private func isATerminal(_ file: CInt) -> CInt
