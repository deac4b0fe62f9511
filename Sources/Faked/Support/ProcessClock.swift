/// Sleeps in real time, for the limits of waits.
package enum ProcessClock {
  /// Sleeps for a duration. Begins again if it ends more than a second late, because the process could not run, such as in a
  /// debugger or on a busy machine.
  package static func sleep(for duration: Duration) async throws {
    while true {
      let end = ContinuousClock.now.advanced(by: duration)
      try await sleep(until: end)
      if .now - end <= .seconds(1) { return }
    }
  }

  /// Sleeps until a deadline, but at most a year: `Task.sleep` stops the process for times that it can't represent.
  package static func sleep(until deadline: ContinuousClock.Instant) async throws {
    let latest = ContinuousClock.now.advanced(by: .seconds(365 * 86_400))
    try await Task.sleep(until: min(deadline, latest), clock: .continuous)
  }
}
