import Dispatch
import Faked

/// A task that had not ended when its scenario was over or stopped.
package struct WaitingTask: Sendable {
  /// Its name, such as `task 2.1`.
  package let title: String
  /// A Boolean value that indicates whether it was canceled while the scenario ran.
  let isCancelled: Bool
  /// A Boolean value that indicates whether the task has run.
  let hasStarted: Bool
  /// A Boolean value that indicates whether the task could run, or an event could end its wait.
  let isReady: Bool
  /// Its wait, if the library knows it.
  private(set) var wait: TaskWait?
  /// The event for which it waits, before the event is described.
  private let event: ScheduledEvent?
  /// The addresses at which it and its callers resume, innermost first.
  private let resumePoints: [CodeAddress]
  /// The functions that created it, innermost first.
  private let creators: [CodeAddress]

  /// Records a task, under the lock of its scheduler.
  fileprivate init(_ entry: TaskTable.Entry, title: String, event: ScheduledEvent?, isReady: Bool) {
    self.title = title
    self.event = event
    self.isReady = isReady
    wait = entry.wait
    isCancelled = (entry.isRetained || isReady) && TaskRuntime.isCancelled(entry.task)
    hasStarted = entry.stepCount > 0
    resumePoints =
      hasStarted ? TaskRuntime.resumePoints(of: entry.task, isSuspended: isReady) : []
    creators = entry.creators
  }

  /// The task with a description of the event for which it waits, which may run code of the user.
  var described: Self {
    guard wait == nil, let event = event?.describe() else { return self }
    var task = self
    task.wait = TaskWait(
      "waits \(event.verb == nil ? "for" : "until") \(event.text)", fix: Self.fixIfReady
    ) { event.site }
    return task
  }

  private static let fixIfReady = "Await it, or end the scenario with `await untilIdle()`."

  /// The line at which the task waits, and the line that called its function: many tasks may wait for one lock. For a task
  /// that has not started, the line that created it.
  private var places: String? {
    let site = wait?.site
    guard let place = site ?? CodePlace.site(of: resumePoints) else {
      return CodePlace.site(of: creators).map { "created at \($0)" }
    }
    let others = resumePoints.lazy.compactMap { CodePlace.site(of: [$0]) }
    let caller = site == nil ? others.first { $0.function != place.function } : nil
    return place.description + (caller.map { ", called at \($0)" } ?? "")
  }

  /// The task and its wait: `task 1 waits until FakeDisk.write("Ada") returns (Editor.swift:12 in Editor.save())`.
  ///
  /// - Parameter verb: What the task does if the library doesn't know its wait.
  func description(doing verb: String) -> String {
    let state = (isCancelled ? "is canceled, but still " : "") + (wait?.description ?? verb)
    return "\(title) \(state)" + (places.map { " (\($0))" } ?? "")
  }

  /// A sentence that says how to leave no such task behind.
  var fix: String {
    if let wait { return wait.fix }
    return isReady
      ? Self.fixIfReady
      : "Await it. If nothing ends its wait, finish its stream, resume its continuation, or cancel it."
  }
}

extension Scheduler.State {
  /// Records the tasks that have not ended, when the scenario's own code is over.
  mutating func recordLeftovers() {
    run.leftoverTasks = unfinished.map { index in
      let event = items.lazy.compactMap(\.event).first { $0.task == index }
      let isReady = event != nil || items.contains { $0.job?.owner == index }
      return WaitingTask(
        tasks[index], title: title(of: index), event: event?.event, isReady: isReady)
    }
  }

  /// The name of a task in failures.
  fileprivate func title(of index: TaskTable.Index) -> String {
    index == 0 && !settings.isGuided ? "the test" : tasks.title(of: index)
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
      let turn = ActiveSchedulers.turn
      let runs = turn.map { [$0] } ?? ActiveSchedulers.all
      let busy = runs.lazy.compactMap { run in
        run.state.withLock { $0.stepCountIfBusy }.map { (run: run, steps: $0) }
      }.first
      guard let busy else { return check(after: nil, checks: 0) }
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
