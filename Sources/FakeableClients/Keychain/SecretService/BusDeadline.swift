/// The moment at which waiting for the other end is over.
package struct BusDeadline {
  private let instant: ContinuousClock.Instant
  private let timeout: Duration

  package init(_ timeout: Duration) {
    self.timeout = timeout
    instant = .now.advanced(by: timeout)
  }

  /// What is left, in milliseconds and at least one of them.
  ///
  /// - Throws: an error that says so, when nothing is left.
  func milliseconds() throws(BusError) -> Int32 {
    let left = ContinuousClock.now.duration(to: instant)
    guard left > .zero else { throw error }
    return Int32(min((left / .milliseconds(1)).rounded(.up), 1e9))
  }

  /// What to throw when the time is over.
  var error: BusError { .noReply(after: timeout) }
}
