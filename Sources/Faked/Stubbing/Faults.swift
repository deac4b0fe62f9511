// Faults and delays take precedence over a chain's other responses, regardless of order. A call that
// they leave alone goes on to these, to older stubs, or to the fake's own default.
extension Stub {
  /// Throws the error at every call of that number: `failEvery(3, …)` at the third, the sixth and so on.
  ///
  /// Only calls that come here count: not those that a newer stub answers, or that the chain's
  /// condition leaves out.
  @discardableResult
  public func failEvery(_ number: Int, with error: E.Failure) -> Self {
    guard number > 0 else {
      stop(.faultInterval(number))
    }
    let listed =
      switch number {
      case 1: "every call"
      case ...1_000: "calls \(number), \(number * 2), \(number * 3), …"
      default: "one call in \(number)"
      }
    return failing(listed, with: error) { $0.isMultiple(of: number) }
  }

  /// Throws the error at the first calls, as many as that; then it is out of the way.
  @discardableResult
  public func failFirst(_ count: Int, with error: E.Failure) -> Self {
    guard count > 0 else {
      stop(.faultCount(count))
    }
    return failing(count == 1 ? "the first call" : "the first \(count) calls", with: error) {
      $0 <= count
    }
  }

  /// Throws the error at calls that the seed chooses, each with that probability.
  ///
  /// The same seed chooses the same calls, first come first served, on every platform.
  @discardableResult
  public func failRandomly(_ probability: Double, seed: UInt64, with error: E.Failure) -> Self {
    guard (0...1).contains(probability) else {
      stop(.faultProbability(probability))
    }
    var numbers = SeededNumbers(seed: seed)
    return add(
      ResponseRule(
        .fault(strikes: { numbers.fraction() < probability }, error),
        calls: "calls at random (\(probability), seed \(seed))"))
  }

  private func failing(
    _ calls: String, with error: E.Failure, at isMeant: @escaping (_ number: Int) -> Bool
  ) -> Self {
    var number = 0
    let strikes = {
      number += 1
      return isMeant(number)
    }
    return add(ResponseRule(.fault(strikes: strikes, error), calls: calls))
  }
}

extension Stub where E: AsyncEffect {
  /// Makes every call wait on the clock first; then it goes on as if this had not been said.
  ///
  /// With a clock that the test moves by hand nothing really waits. A call whose task is cancelled
  /// meanwhile throws what the clock throws, as a rule `CancellationError`; where the function cannot
  /// throw that, it goes on at once.
  @discardableResult
  public func delay(_ duration: Duration, clock: some Clock<Duration>) -> Self {
    guard duration >= .zero else {
      stop(.delay(duration))
    }
    let wait = AsyncBehavior<Arguments, Void, any Error> { _, _ in
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
    }
    return add(
      ResponseRule(.delay(wait), calls: "calls to delay by \(duration.formattedShort)"))
  }
}
