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
    guard left > .zero else { throw .noReply(after: timeout) }
    return Int32(max(1, min(left / .milliseconds(1), 1e9)))
  }
}
