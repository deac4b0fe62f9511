// Faults and delays: each is laid over what the chain has so far, or else over what was taught before.
// A call that it leaves alone goes on to that, and where there is nothing to the fake's own default.
extension Behavior {
  /// Throws the error at every call of that number: `failEvery(3, …)` at the third, the sixth and so on.
  ///
  /// The other calls go on to the chain's own steps, to what was taught before, or to the fake's default.
  /// Only calls that come here count: not those that a newer behavior answers, or that the chain's
  /// condition leaves out.
  @discardableResult
  public func failEvery(_ number: Int, with error: Failure) -> Self {
    guard number > 0 else {
      chain.stop(
        "failEvery(\(number), with:) means no call. Write a number from 1; 1 is every call.")
    }
    let listed = number == 1 ? "every call" : "calls \(number), \(number * 2), \(number * 3), …"
    return failing(listed, with: error) { $0.isMultiple(of: number) }
  }

  /// Throws the error at the first calls, as many as that; then it is out of the way.
  @discardableResult
  public func failFirst(_ count: Int, with error: Failure) -> Self {
    guard count > 0 else {
      chain.stop(
        "failFirst(\(count), with:) means no call. Write a number from 1, or leave it out.")
    }
    let listed = count == 1 ? "the first call" : "the first \(count) calls"
    return failing(listed, with: error) { $0 <= count }
  }

  /// Throws the error at calls that the seed chooses, each with that probability.
  ///
  /// The same seed chooses the same calls, first come first served, on every platform.
  @discardableResult
  public func failRandomly(
    _ probability: Double, seed: UInt64, with error: Failure
  ) -> Self {
    guard (0...1).contains(probability) else {
      chain.stop(
        "failRandomly(\(probability), seed:with:) has no such probability. Write one from 0 to 1.")
    }
    let numbers = Locked(SeededNumbers(seed: seed))
    let layer = Layer(
      strikes: { numbers.withLock { $0.fraction() < probability } },
      calls: "calls at random (\(probability), seed \(seed))", passed: passed)
    chain.fail(layer, with: error)
    return self
  }

  private func failing(
    _ calls: String, with error: Failure, strikes: @escaping @Sendable (_ number: Int) -> Bool
  ) -> Self {
    let count = Locked(0)
    let layer = Layer(
      strikes: {
        let number = count.withLock { count in
          count += 1
          return count
        }
        return strikes(number)
      }, calls: calls, passed: passed)
    chain.fail(layer, with: error)
    return self
  }

  private var passed: String { "the call was not one to fail" }
}

extension AsyncBehavior {
  /// Makes every call wait on the clock first; then it goes on as if this had not been taught.
  ///
  /// With a clock that the test moves by hand nothing really waits. A call whose task is cancelled
  /// meanwhile throws what the clock throws, as a rule `CancellationError`; where the function cannot
  /// throw that, it goes on at once.
  @discardableResult
  public func delay(_ duration: Duration, clock: some Clock<Duration>) -> Self {
    guard duration >= .zero else {
      chain.stop("delay(\(duration), clock:) lies in the past. Write a duration from 0.")
    }
    let layer = Layer(
      strikes: { true }, calls: "calls to delay by \(duration.formattedShort)",
      passed: "the call was delayed, and then left to what was taught before")
    chain.pause(layer) {
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
    return self
  }
}
