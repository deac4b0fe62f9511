/// The time that a job has run, as the checks of the watchdog count it.
package struct JobTime {
  /// The time since the first check.
  package private(set) var time = Duration.zero
  private var processorTime: Duration?

  /// Begins to count.
  ///
  /// - Parameter processorTime: The processor time of the job's thread. `nil` if it isn't known.
  package init(processorTime: Duration?) { self.processorTime = processorTime }

  /// Counts one check.
  ///
  /// A thread that runs counts with its processor time. A thread that waits, for example for a lock, uses almost none
  /// and counts with the time between the checks.
  package mutating func addCheck(after interval: Duration, processorTime: Duration?) {
    defer { self.processorTime = processorTime }
    guard let processorTime, let last = self.processorTime else {
      time += interval
      return
    }
    let used = processorTime - last
    time += used < interval / 20 ? interval : min(used, interval)
  }
}
