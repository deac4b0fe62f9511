/// One test: its settings, its fakes, and its failures.
///
/// A fake belongs to the scope in which it is created or first stubbed, and reports its failures there. Reading
/// the current scope costs about 20 ns, so a fake doesn't read it for every call.
@usableFromInline
package final class TestScope: Sendable {
  @TaskLocal package static var current: TestScope?

  /// The longest wait, unless a scope sets another one.
  package static var usualPatience: Duration { RunSettings.current.patience }

  /// The name of the test.
  package let name: String
  /// The nanosecond at which the test began.
  let start = monotonicNanoseconds()
  /// A Boolean value that indicates whether unstubbed calls return natural defaults without a report.
  let isRelaxed: Bool
  /// A Boolean value that indicates whether warnings count as failures.
  package let isStrict: Bool
  /// The longest wait of everything that waits in the test.
  package let patience: Duration
  /// The exploration that decides about the calls of the fakes.
  package let interceptor: (any CallInterceptor)?
  /// A Boolean value that indicates whether the scope is one run of an exploration, whose report contains all
  /// failures.
  package let isRun: Bool
  /// A Boolean value that indicates whether the scope is notified of failed checks of the framework, such as `#expect`.
  package let seesFailedChecks: Bool
  /// The enclosing scope.
  let outer = TestScope.current

  /// The call sites, or `nil` if they are not captured.
  let callSites: CallSiteTable?

  let members = ScopeMembers()
  let numbers = FakeNumbers()
  let unseenErrors = UnseenErrors()
  /// The clocks of the test. `nil` after its end.
  private let clocks = Locked<[FakeClock]?>([])
  private let failures: FailureQueue
  private let summaries = FakeSummaries()
  /// The work to run when the test ends. `nil` after its end.
  private let endHooks = Locked<[(isLast: Bool, run: EndHook)]?>([])
  private let currentRecorder: Locked<(any CallRecorder)?>

  /// Creates the scope of a test. A scope within a run of an exploration belongs to that run.
  ///
  /// - Parameters:
  ///   - name: The name of the test.
  ///   - isRelaxed: A Boolean value that indicates whether unstubbed calls return natural defaults.
  ///   - isStrict: A Boolean value that indicates whether warnings count as failures.
  ///   - patience: The longest wait. Defaults to that of the enclosing scope or of the run.
  ///   - capturesCallSites: A Boolean value that indicates whether calls record the lines that made them, unless
  ///     the enclosing scope or the run turns this off.
  ///   - seesFailedChecks: A Boolean value that indicates whether the scope is notified of a failed `#expect`.
  ///   - reporter: Reports the failures of the scope to its test.
  package init(
    _ name: String, isRelaxed: Bool = false, isStrict: Bool = false, patience: Duration? = nil,
    capturesCallSites: Bool = true, seesFailedChecks: Bool = false, reporter: Reporter
  ) {
    self.name = name
    self.isStrict = isStrict
    self.isRelaxed = isRelaxed || Self.current?.isRelaxed == true
    self.patience = patience ?? Self.current?.patience ?? Self.usualPatience
    interceptor = Self.current?.interceptor
    callSites = capturesCallSites ? Self.inheritedCallSites : nil
    isRun = false
    self.seesFailedChecks = seesFailedChecks
    failures = FailureQueue(reporter)
    currentRecorder = Locked(Self.current?.recorder)
  }

  /// Creates the scope of one run of an exploration.
  package init(of interceptor: any CallInterceptor, reporter: Reporter) {
    name = Self.current?.name ?? "an exploration"
    isRelaxed = Self.current?.isRelaxed == true
    isStrict = Self.current?.isStrict == true
    patience = Self.current?.patience ?? Self.usualPatience
    self.interceptor = interceptor
    callSites = Self.inheritedCallSites
    isRun = true
    seesFailedChecks = false
    failures = FailureQueue(reporter)
    currentRecorder = Locked(Self.current?.recorder?.fromStart())
  }
}

extension TestScope {
  /// The call sites of the enclosing scope, or those of a new scope unless the run turns them off.
  private static var inheritedCallSites: CallSiteTable? {
    if let current { return current.callSites }
    if let all = CallSiteTable.ofProcess { return all }
    let isCaptured = RunSettings.current.callSites != .none && CallSiteTable.isSupported
    return isCaptured ? CallSiteTable() : nil
  }

  /// A Boolean value that indicates whether the calls of the test record the lines that made them.
  package var capturesCallSites: Bool { callSites != nil }

  /// A Boolean value that indicates whether the scope intercepts every call of its fakes.
  var observesCalls: Bool { interceptor != nil || callSites != nil }
}

// Failures.
extension TestScope {
  /// Reports a failure: immediately on the task of the test, where the framework can identify the test, and otherwise
  /// at the end of the scope.
  package func report(_ failure: ScopeFailure) {
    if isOfStoppedRun { return }
    failures.report(failure, isOnTaskOfTest: isCurrent && !isRun)
  }

  /// A Boolean value that indicates whether the scope belongs to a run of an exploration that was stopped. The tasks of
  /// such a run are canceled, so their failures are consequences of that.
  package var isOfStoppedRun: Bool { isRun && CurrentScheduler.current?.hasStopped == true }

  /// A Boolean value that indicates whether the current task is the task of the test: it runs in the scope, or in
  /// a scope within it that is not a run of an exploration.
  private var isCurrent: Bool {
    var scope = Self.current
    while let inner = scope, inner !== self { scope = inner.isRun ? nil : inner.outer }
    return scope != nil
  }

  /// Returns a Boolean value that indicates whether this scope still runs and the two scopes belong to different tests.
  package func belongsToAnotherTest(than scope: TestScope) -> Bool {
    !hasEnded && outermost !== scope.outermost
  }

  private var outermost: TestScope { outer?.outermost ?? self }

  /// Records a call that threw because the fake could not respond. The code under test may swallow the error.
  package func recordThrown(
    _ error: FakedError, of function: some CustomStringConvertible & Sendable,
    calledAt site: CapturedSite? = nil, isUnstubbed: Bool = false
  ) {
    if hasEnded || isOfStoppedRun { return }
    unseenErrors.add(
      UnseenError(error: error, function: function, site: site, isUnstubbed: isUnstubbed))
  }

  /// Adds to the waiting failures an explanation of why `withKnownIssue` did not see them.
  ///
  /// - Returns: A Boolean value that indicates whether there is a failure that was not explained before.
  package func explainKnownIssue() -> Bool { failures.explainKnownIssue() }

  /// Records that the test has failed, so that its end shows the calls.
  package func sawFailure() { failures.sawFailure() }

  /// A Boolean value that indicates whether the test has failed, or a failure waits for its end.
  package var hasFailed: Bool { failures.isFailing }

  /// A Boolean value that indicates whether the test has ended: no further fake joins the scope, and failures
  /// are late.
  package var hasEnded: Bool { failures.hasEnded }

  /// Prints a problem that fails no test, such as one that a task found after the end of its test.
  func printNote(_ message: String) { failures.reporter.note(message) }
}

// Recordings.
extension TestScope {
  /// The recording of the real implementations behind the fakes.
  package var recorder: (any CallRecorder)? { currentRecorder.withLock { $0 } }

  /// Begins or, with `nil`, ends the recording of the real implementations.
  package func record(with recorder: (any CallRecorder)?) {
    _ = currentRecorder.replace(by: recorder)
  }
}

// Fakes that end before the test.
extension TestScope {
  /// The summary of the fakes that have ended so far.
  var summary: ScopeSummary { summaries.current }

  /// Keeps a summary of a fake that ends or is torn down before its scope ends.
  func keepSummary(of instance: FakeInstance) {
    if !isRun, !failures.hasReported { summaries.add(instance, hasFailed: hasFailed) }
  }
}

// Clocks.
extension TestScope {
  /// Adds a clock, whose sleeps the end of the scope reports.
  func add(_ clock: FakeClock) {
    if !isRun { clocks.withLock { $0?.append(clock) } }
  }
}

// The end of the test.
extension TestScope {
  package typealias EndHook = @Sendable (_ hasThrown: Bool) -> ScopeFailure?

  /// Registers work to run when the test ends.
  ///
  /// - Parameters:
  ///   - isLast: A Boolean value that indicates whether to run the work after all other work.
  ///   - work: Returns a failure, if there is one. Its parameter indicates whether the test threw an error.
  /// - Returns: `false` if the test has already ended.
  package func atEnd(isLast: Bool = false, _ work: @escaping EndHook) -> Bool {
    endHooks.withLock { $0?.append((isLast, work)) } != nil
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
    let hooks = endHooks.replace(by: nil) ?? []
    for group in [hooks.filter { !$0.isLast }, hooks.filter(\.isLast)] {
      for failure in group.compactMap({ $0.run(hasThrown) }) { report(failure) }
    }
    let sleepTexts = (clocks.replace(by: nil) ?? []).compactMap(\.textOfSleepsLeft)
    let fakes = members.close()
    // A fake that another test has stubbed belongs to that test.
    func own() -> [FakeInstance] { fakes.filter { $0.state.scope === self } }
    let texts = isRun ? [] : keepSummaries(of: own(), isStrict: isStrict)
    for fake in own() { fake.releaseHeldCalls(because: .scopeEnded) }
    let showsCalls = self.hasFailed
    let waiting = failures.finish()
    var summary = summary
    if showsCalls { summary = summary.withCalls(texts, of: self) }
    for fake in fakes { fake.state.end(in: self) }
    EndedFakes.add(fakes)
    return ScopeReport(
      hasFailed: hasFailed, failures: waiting, unseenErrors: unseenErrors.all,
      sleepTexts: sleepTexts, summary: summary)
  }

  /// Keeps the unused stubs and the unmet expectations of every fake.
  ///
  /// - Returns: The calls of the fakes, if the test has failed.
  private func keepSummaries(of fakes: [FakeInstance], isStrict: Bool) -> [CallText] {
    summaries.addUnusedSetups(of: fakes)
    if !unseenErrors.isEmpty || isStrict && summary.hasUnused
      || fakes.contains(where: \.holdsCalls)
    {
      sawFailure()
    }
    return hasFailed ? FakeSummaries.callTexts(of: fakes) : []
  }
}
