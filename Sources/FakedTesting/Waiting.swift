extension Faked {
  /// Waits for calls of one function whose arguments meet a condition.
  func check<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ count: CallCount,
    _ condition: Condition<Arguments>, _ duration: Duration, _ site: CallSite,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(count, duration, site) { examine(type, name, condition) }
  }

  /// The core of every `verify(…, within:)`: looks at the calls each time one is made.
  func check(
    _ count: CallCount, _ duration: Duration, _ site: CallSite,
    isolation: isolated (any Actor)? = #isolation, _ examine: () -> Findings
  ) async throws {
    let deadline = ContinuousClock.now.advanced(by: duration)
    let decided = try await instance.find(until: deadline) {
      let findings = examine()
      return count.isDecided(by: findings.matched) ? findings : nil
    }
    let findings = decided ?? examine()
    // Calls come one by one, so a count that was to be reached held when it was, whatever came after.
    let number = findings.matched
    let isReached = count.flaw == nil && !count.allowsNone && number >= count.range.lowerBound
    if isReached { markVerified(findings) } else { check(count, site, findings) }
  }
}

extension CallCount {
  /// Whether more calls cannot change what there is to say.
  fileprivate func isDecided(by number: Int) -> Bool {
    if flaw != nil || number > range.upperBound { return true }
    return allowsNone ? !isLimited : number >= range.lowerBound
  }
}
