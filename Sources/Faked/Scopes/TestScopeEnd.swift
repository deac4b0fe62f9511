// The end of a scope.
extension TestScope {
  /// Registers work to run when the test ends.
  ///
  /// - Parameter work: Returns a failure, if there is one. Its parameter indicates whether the test threw an
  ///   error.
  /// - Returns: `false` if the test has already ended.
  package func atEnd(_ work: @escaping @Sendable (_ hasThrown: Bool) -> ScopeFailure?) -> Bool {
    if hasEnded { return false }
    endHooks.withLock { $0.append(work) }
    return true
  }

  /// Ends the scope: releases held calls, and returns everything to report.
  ///
  /// The fakes keep their stubs for a while, for tasks that outlive the test.
  ///
  /// - Parameters:
  ///   - isStrict: A Boolean value that indicates whether an unused stub is a failure.
  ///   - hasThrown: A Boolean value that indicates whether the test threw an error.
  package func end(isStrict: Bool, hasThrown: Bool = false) -> ScopeReport {
    failures.beginEnd()
    let hasFailed = failures.hasFailed
    let hooks = endHooks.withLock { hooks in
      defer { hooks = [] }
      return hooks
    }
    for failure in hooks.compactMap({ $0(hasThrown) }) { report(failure) }
    let sleepTexts = clocks.withLock { clocks in
      defer { clocks = [] }
      return clocks
    }.compactMap(\.textOfSleepsLeft)
    let fakes = members.fakes
    // A fake that another test has stubbed belongs to that test.
    func own() -> [FakeInstance] { fakes.filter { $0.state.scope === self } }
    let texts = isRun ? [] : keepSummaries(of: own(), isStrict: isStrict)
    for fake in own() { fake.releaseHeldCalls(.scopeEnded) }
    let showsCalls = self.hasFailed
    let waiting = failures.finish()
    var summary = summaries.withLock { $0 }
    if showsCalls { summary = summary.withCalls(texts, of: self) }
    for fake in fakes { fake.state.end(in: self) }
    EndedFakes.add(fakes)
    return ScopeReport(
      hasFailed: hasFailed, failures: waiting, unseenErrors: unseenErrors.all,
      sleepTexts: sleepTexts, summary: summary)
  }

  /// Keeps the unused stubs of every fake.
  ///
  /// - Returns: The calls of the fakes, if the test has failed.
  private func keepSummaries(of fakes: [FakeInstance], isStrict: Bool) -> [CallText] {
    let unused = fakes.flatMap(\.unusedStubs)
    summaries.withLock { $0.add(unused: unused) }
    if !unseenErrors.isEmpty || isStrict && summaries.withLock({ $0.hasUnused })
      || fakes.contains(where: \.holdsCalls)
    {
      sawFailure()
    }
    guard hasFailed else { return [] }
    // If there are very many fakes, each shows fewer calls, so that formatting takes a second at most.
    let lastCalls = min(ScopeSummary.maxCalls, max(1, 2_000 / max(1, fakes.count)))
    return fakes.flatMap { $0.latestCalls(lastCalls).texts }
  }
}
