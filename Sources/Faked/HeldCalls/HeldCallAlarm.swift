/// An alarm that rings when the earliest deadline has passed. One task waits for all deadlines.
struct HeldCallAlarm {
  private var current: (deadline: ContinuousClock.Instant, task: Task<Void, Never>)?

  /// Sets the alarm to ring at the deadline or earlier.
  ///
  /// - Parameters:
  ///   - deadline: The time to ring.
  ///   - ring: Its parameters are the time, and a Boolean value that indicates whether the alarm is late by
  ///     more than a second because the process could not run, such as in a debugger or on a busy machine.
  mutating func set(
    for deadline: ContinuousClock.Instant,
    ring: @escaping @Sendable (_ now: ContinuousClock.Instant, _ isLate: Bool) -> Void
  ) {
    if let current, current.deadline <= deadline { return }
    // The task is detached so that it keeps no state of the test.
    let task = CurrentScheduler.startOutside {
      try? await ProcessClock.sleep(until: deadline)
      let now = ProcessClock.now
      if !Task.isCancelled { ring(now, ProcessClock.isLate(now, after: deadline)) }
    }
    stop()
    current = (deadline, task)
  }

  mutating func stop() {
    guard let task = current?.task else { return }
    CurrentScheduler.outside { task.cancel() }
    current = nil
  }
}
