import Faked

// Swift 6.3 asks the executor of a task that sleeps to wake it, through a protocol that is not public. Earlier
// versions don't ask, and Apple's systems may lack the protocol: there, sleeps take real time.

#if os(Linux) && compiler(>=6.3) && !compiler(>=6.4)
  @_spi(ExperimentalScheduling) import _Concurrency

  extension SchedulerExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      sleep(delay, wokenBy: UnownedJob(job))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      sleep(clock.now.duration(to: instant), wokenBy: UnownedJob(job))
    }

    private func sleep(_ delay: some DurationProtocol, wokenBy job: UnownedJob) {
      let duration = delay as? Duration ?? .zero
      if scheduler.withLock({ $0 })?.takeSleep(job, for: duration) == true { return }
      TaskSleeps.run(job, at: ProcessClock.now.advanced(by: duration))
    }
  }

  /// The sleeps of tasks that use no clock of the test.
  package enum SleepHook {
    /// A Boolean value that indicates whether such sleeps take no time on a scheduler.
    package static let isInstalled = true
  }
#else
  /// The sleeps of tasks that use no clock of the test.
  package enum SleepHook {
    /// A Boolean value that indicates whether such sleeps take no time on a scheduler.
    package static let isInstalled = false
  }
#endif
