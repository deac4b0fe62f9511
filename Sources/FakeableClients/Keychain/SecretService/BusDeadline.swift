/// The time at which to stop waiting for the bus.
package struct BusDeadline {
  private let instant: ContinuousClock.Instant
  private let timeout: Duration

  package init(_ timeout: Duration) {
    self.timeout = timeout
    instant = .now.advanced(by: timeout)
  }

  /// Returns the remaining time in milliseconds, at least 1.
  ///
  /// - Throws: ``error`` if no time remains.
  func milliseconds() throws(BusError) -> Int32 {
    let left = ContinuousClock.now.duration(to: instant)
    guard left > .zero else { throw error }
    return Int32(min((left / .milliseconds(1)).rounded(.up), 1e9))
  }

  /// The error to throw when the time is up.
  var error: BusError { .noReply(after: timeout) }
}
