// Faults and delays come before the other responses of a chain, regardless of their order. Other calls get
// these responses, those of older stubs, or the fake's own default.
extension Stub {
  /// Throws an error for one call in several: `failEvery(3, …)` for the third, the sixth, and so on.
  ///
  /// Only calls that reach this stub count: they meet its condition, and no newer stub responds to them.
  ///
  /// - Parameters:
  ///   - number: The interval, at least 1. 1 means every call. A smaller number fails the test, or stops the
  ///     process if there is no scope.
  ///   - error: An error that the function can throw.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func failEvery(_ number: Int, with error: E.Failure) -> Self {
    guard number > 0 else { return refuse(.faultInterval(number)) }
    return add(ResponseRule(.fault(.every(number), error)))
  }

  /// Throws an error for the first calls.
  ///
  /// - Parameters:
  ///   - count: The number of calls. 0 means no call, as in a test with several counts. A negative number fails the
  ///     test, or stops the process if there is no scope.
  ///   - error: An error that the function can throw.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func failFirst(_ count: Int, with error: E.Failure) -> Self {
    guard count >= 0 else { return refuse(.faultCount(count)) }
    return add(ResponseRule(.fault(.first(count), error)))
  }

  /// Makes every call wait before it gets its response.
  ///
  /// With a clock that the test advances, no time passes. If the task of a call is canceled during the wait, the
  /// call throws the error of the clock, usually `CancellationError`. If the function can't throw that error, the
  /// call continues at once.
  ///
  /// - Parameters:
  ///   - duration: The time to wait, at least 0. A negative time fails the test, or stops the process if there is no
  ///     scope.
  ///   - clock: The clock to wait on.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func delay<Failure>(_ duration: Duration, clock: some Clock<Duration>) -> Self
  where E == AsyncThrowsOnly<Failure> {
    guard duration >= .zero else { return refuse(.delay(duration)) }
    let wait = AsyncBehavior<Arguments, Void, any Error> { _, _ in
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
    return add(ResponseRule(.delay(duration, wait)))
  }
}
