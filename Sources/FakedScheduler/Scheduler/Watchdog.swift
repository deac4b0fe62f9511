import Dispatch
import Faked

/// Stops the process if a job of a run neither suspends nor ends.
///
/// No other task of that run can continue, and nothing can interrupt a job. Without the watchdog, the test would run
/// until somebody stops it, without any output. While runs are active, the watchdog checks their numbers of steps about
/// once a second, on a thread of its own. This costs a run nothing.
///
/// It counts checks and processor time instead of time, so it never stops a process that a debugger has paused, or a
/// job that is slow because the machine is busy.
enum Watchdog {
  /// A run, as the last check found it.
  private struct Observation {
    let scheduler: Scheduler
    let stepCount: Int
    let thread: StuckThread?
    var job: JobTime
  }

  private struct State {
    var isRunning = false
    var observations: [Observation] = []
  }

  private static let state = Locked(State())
  private static let queue = DispatchQueue(label: "Faked.Watchdog")

  /// The time that a job may run: the patience of the run, but at least that of the whole test run. A test run without
  /// any patience gives each job 30 seconds.
  private static func limit(of scheduler: Scheduler) -> Duration {
    let usual = TestScope.usualPatience
    return max(scheduler.limits.patience, usual == .zero ? .seconds(30) : usual)
  }

  /// The time between two checks.
  private static let interval = min(
    .seconds(1), max(.milliseconds(10), TestScope.usualPatience / 10))

  /// Watches the active runs, until there are none.
  static func start() {
    let mustStart = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard mustStart, let pause else { return }
    let (seconds, attoseconds) = interval.components
    let microseconds = UInt32(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    Scheduler.outside {
      queue.async {
        repeat { _ = pause(microseconds) } while check()
      }
    }
  }

  /// Suspends the thread of the watchdog.
  private static let pause = RuntimeSymbols.find("usleep").map {
    unsafeBitCast($0, to: (@convention(c) (UInt32) -> CInt).self)
  }

  /// Checks the active runs. Returns `false` if there are none.
  private static func check() -> Bool {
    let active = Scheduler.active.withLock { $0 }
    let isRunning = state.withLock { state in
      // The watchdog ends only after two checks without a run, so that short runs don't start it again and again.
      state.isRunning = !active.isEmpty || !state.observations.isEmpty
      state.observations = active.map { scheduler in
        // A busy thread doesn't end before it takes this lock.
        let (stepCount, thread, processorTime) = scheduler.state.withLock {
          ($0.steps.count, $0.busyThread, $0.busyThread?.processorTime)
        }
        let last = state.observations.first { $0.scheduler === scheduler }
        guard var last, last.stepCount == stepCount, last.thread == thread else {
          return Observation(
            scheduler: scheduler, stepCount: stepCount, thread: thread,
            job: JobTime(processorTime: processorTime))
        }
        last.job.addCheck(after: interval, processorTime: processorTime)
        return last
      }
      return state.isRunning
    }
    for observation in state.withLock({ $0.observations }) {
      let scheduler = observation.scheduler
      let limit = limit(of: scheduler)
      guard observation.job.time >= limit, let thread = observation.thread else { continue }
      thread.stopProcess("\(StuckJob(scheduler: scheduler, limit: limit, place: thread.place))\n")
    }
    return isRunning
  }
}

/// The message about a job that neither suspends nor ends.
private struct StuckJob: CustomStringConvertible {
  let scheduler: Scheduler
  let limit: Duration
  /// The line that runs. `nil` if the system doesn't show it.
  let place: CallSite?

  var description: String {
    let advice = scheduler.adviceToRepeat.map { "\n" + $0 } ?? ""
    return """
      error: The process was stopped, because \(scheduler.limits.owner) ran for \(limit.formattedShort) without suspending\
      \(place.map { ", \($0.phrase)" } ?? "").
        No other task of the test can run until it suspends. If this is a loop, make it end or suspend. If it waits \
      for a lock, release the lock. For work that takes longer, raise FAKED_PATIENCE, in seconds.\(advice)
      """
  }
}
