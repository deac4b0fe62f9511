/// The clock that calls are ordered and timed by: nanoseconds of the clock of the machine.
///
/// 64 bits on every platform; enough for centuries.
@usableFromInline
package enum ProcessClock {
  /// One moment on both clocks, from which a stored time can be shown as an instant.
  private static let anchor = (
    instant: ContinuousClock.now, nanoseconds: monotonicNanoseconds()
  )

  static func instant(at nanoseconds: UInt64) -> ContinuousClock.Instant {
    let anchor = anchor
    // Exact to the nanosecond, also for a moment before the anchor.
    return nanoseconds >= anchor.nanoseconds
      ? anchor.instant.advanced(by: .nanoseconds(nanoseconds - anchor.nanoseconds))
      : anchor.instant.advanced(by: .zero - .nanoseconds(anchor.nanoseconds - nanoseconds))
  }

  /// Sleeps until then, but a year at most: `Task.sleep` stops the process at what it cannot count.
  package static func sleep(until deadline: ContinuousClock.Instant) async throws {
    let latest = ContinuousClock.now.advanced(by: .seconds(365 * 86_400))
    try await Task.sleep(until: min(deadline, latest), clock: .continuous)
  }
}
