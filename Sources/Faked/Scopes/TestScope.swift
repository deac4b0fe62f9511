/// One test: its settings, its fakes, and its failures.
///
/// A fake belongs to the scope in which it is created or first stubbed, and reports its failures there. Reading
/// the current scope costs about 20 ns, so a fake doesn't read it for every call.
@usableFromInline
package final class TestScope: Sendable {
  @TaskLocal package static var current: TestScope?

  /// The scope of the current task. A detached task has one only if a scheduler runs it.
  package static var ofTask: TestScope? { current ?? CurrentScheduler.current?.scope }

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
  private let outer = TestScope.current
  /// The call sites, or `nil` if they are not captured.
  let callSites: CallSiteTable?
  let reporter: Reporter
  let state: Locked<State>

  /// The functions that report the failures of a scope to its test.
  package struct Reporter: Sendable {
    /// Records a failure immediately, on the task of the test. Returns `false` if the test framework informs the scope
    /// whether it fails the test.
    let now: @Sendable (ScopeFailure) -> Bool
    /// Records a failure that is found after the end of the test.
    let late: @Sendable (ScopeFailure) -> Void
    /// Prints a message that fails no test.
    let note: @Sendable (String) -> Void

    package init(
      now: @escaping @Sendable (ScopeFailure) -> Bool,
      late: @escaping @Sendable (ScopeFailure) -> Void,
      note: @escaping @Sendable (String) -> Void
    ) {
      (self.now, self.late, self.note) = (now, late, note)
    }
  }

  package typealias EndHook = @Sendable (_ hasThrown: Bool) -> ScopeFailure?

  /// The phase of the test.
  enum Phase {
    case running
    /// The test has ended, and its failures are being collected.
    case ending
    /// All failures were collected. Further failures are late.
    case reported
  }

  /// Everything that changes, behind one lock.
  struct State {
    var phase = Phase.running
    /// The failures that wait for the end of the test.
    var failures: [ScopeFailure] = []
    /// The number of waiting failures that explain why `withKnownIssue` has not seen them.
    var explainedCount = 0
    var hasFailed = false
    /// The errors of calls to which the fakes could not respond, if the test has not failed with them.
    var unseenErrors: [UnseenError] = []
    /// The fakes of the test. The scope doesn't keep them alive.
    var members: [Member] = []
    /// The number of members after the last sweep of those that no longer exist.
    var sweptCount = 8
    /// The number of fakes of each type that were used, for their numbers in messages.
    var numbers: [ObjectIdentifier: Int] = [:]
    /// The number of calls so far, for their numbers in messages.
    var callCount: Int32 = 0
    /// The number of calls of the fakes that ended before the test and before it failed, by fake.
    var earlyCalls: [String: Int] = [:]
    /// The calls of the fakes that ended before the test, but after it had failed.
    var earlyTexts: [CallText] = []
    /// The warnings about stubs that no call used.
    var unused: [ScopeFailure] = []
    var clocks: [FakeClock] = []
    /// The work to run when the test ends.
    var endHooks: [(isLast: Bool, run: EndHook)] = []
    /// The recording of the real implementations behind the fakes.
    var recorder: (any CallRecorder)?

    struct Member {
      weak var fake: FakeInstance?
    }
  }

  /// Creates the scope of a test. A scope within a run of an exploration belongs to that run.
  ///
  /// - Parameters:
  ///   - name: The name of the test.
  ///   - isRelaxed: A Boolean value that indicates whether unstubbed calls return natural defaults.
  ///   - isStrict: A Boolean value that indicates whether warnings count as failures.
  ///   - patience: The longest wait. Defaults to that of the enclosing scope or of the run.
  ///   - capturesCallSites: A Boolean value that indicates whether calls record the lines that made them. An
  ///     enclosing scope that doesn't capture them turns this off.
  ///   - seesFailedChecks: A Boolean value that indicates whether the scope is notified of a failed `#expect`.
  ///   - interceptor: The exploration of which the scope is one run. Defaults to none.
  ///   - reporter: Reports the failures of the scope to its test.
  package init(
    _ name: String, isRelaxed: Bool = false, isStrict: Bool = false, patience: Duration? = nil,
    capturesCallSites: Bool = true, seesFailedChecks: Bool = false,
    interceptor: (any CallInterceptor)? = nil, reporter: Reporter
  ) {
    let outer = Self.current
    self.name = name
    self.isStrict = isStrict
    self.isRelaxed = isRelaxed || outer?.isRelaxed == true
    self.patience = patience ?? outer?.patience ?? Self.usualPatience
    self.interceptor = interceptor ?? outer?.interceptor
    let isCaptured = capturesCallSites && CallSiteTable.isSupported
    callSites = isCaptured ? outer.map(\.callSites) ?? CallSiteTable() : nil
    isRun = interceptor != nil
    self.seesFailedChecks = seesFailedChecks
    self.reporter = reporter
    state = Locked(State(recorder: isRun ? outer?.recorder?.fromStart() : outer?.recorder))
  }

  /// Creates the scope of one run of an exploration.
  package convenience init(of interceptor: any CallInterceptor, reporter: Reporter) {
    let outer = Self.current
    self.init(
      outer?.name ?? "an exploration", isStrict: outer?.isStrict == true, interceptor: interceptor,
      reporter: reporter)
  }
}

/// A failure of a test, or a warning about it, and the line to which it belongs.
package struct ScopeFailure: Sendable {
  package fileprivate(set) var message: String
  package let site: SourceLine?
  /// The call that failed, if there is one and its site was captured.
  package let call: CapturedSite?

  package init(_ message: String, at site: SourceLine?, calledAt call: CapturedSite? = nil) {
    (self.message, self.site, self.call) = (message, site, call)
  }
}

// Failures.
extension TestScope {
  /// Reports a failure: immediately on the task of the test, where the framework can identify the test, and otherwise
  /// at the end of the scope.
  package func report(_ failure: ScopeFailure) {
    if isOfStoppedRun { return }
    let isOnTaskOfTest = isCurrent && !isRun
    let phase = state.withLock { state in
      let isQueued = state.phase == .ending || state.phase == .running && !isOnTaskOfTest
      if isQueued { state.failures.append(failure) }
      return isQueued ? .ending : state.phase
    }
    switch phase {
    case .running:
      // The report of a known issue doesn't fail the test.
      if reporter.now(failure) { sawFailure() }
    case .reported: reporter.late(failure)
    case .ending: break
    }
  }

  /// Reports a failure to a scope or, if there is none, to the test framework.
  static func report(_ message: String, at site: SourceLine, to scope: TestScope?) {
    guard let scope else { return TestProcess.report(message, at: site) }
    scope.report(.init(message, at: site))
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

  /// Adds to the waiting failures an explanation of why `withKnownIssue` did not see them.
  ///
  /// - Returns: A Boolean value that indicates whether there is a failure that was not explained before.
  package func explainKnownIssue() -> Bool {
    state.withLock { state in
      let new = state.failures.indices.dropFirst(state.explainedCount)
      for position in new {
        state.failures[position].message +=
          "\n  `withKnownIssue` did not see this failure, because it did not occur on the task of the test."
      }
      state.explainedCount = state.failures.count
      return !new.isEmpty
    }
  }

  /// Records that the test has failed, so that its end shows the calls.
  package func sawFailure() { state.withLock { $0.hasFailed = true } }

  /// A Boolean value that indicates whether the test has failed, or a failure waits for its end.
  package var hasFailed: Bool { state.withLock { $0.hasFailed || !$0.failures.isEmpty } }

  /// A Boolean value that indicates whether the test has ended: no further fake joins the scope, and failures
  /// are late.
  package var hasEnded: Bool { state.withLock { $0.phase != .running } }

  /// Prints a problem that fails no test, such as one that a task found after the end of its test.
  func printNote(_ message: String) { reporter.note(message) }
}

// The fakes, their calls, and their clocks.
extension TestScope {
  /// The fakes that are alive.
  package var fakes: [FakeInstance] { state.withLock { $0.members.compactMap(\.fake) } }

  /// Adds a fake, unless the scope has ended.
  ///
  /// - Returns: A Boolean value that indicates whether the fake was added.
  func add(_ fake: FakeInstance) -> Bool {
    // A read of a weak reference may create the last strong reference, so release the fakes outside the lock.
    let living = state.withLock { state -> [FakeInstance]? in
      if state.phase != .running { return nil }
      state.members.append(State.Member(fake: fake))
      guard state.members.count >= 2 * state.sweptCount else { return [] }
      let living = state.members.compactMap(\.fake)
      state.members = living.map(State.Member.init)
      state.sweptCount = max(8, living.count)
      return living
    }
    return living != nil
  }

  /// Returns the number of a fake among the fakes of its type, in the order in which they are first used.
  func nextNumber(of fake: Any.Type) -> Int {
    state.withLock { state in
      state.numbers[ObjectIdentifier(fake), default: 0] += 1
      return state.numbers[ObjectIdentifier(fake)] ?? 1
    }
  }

  /// Returns the number of the next call.
  func nextCallNumber() -> Int32 {
    state.withLock { state in
      state.callCount += 1
      return state.callCount
    }
  }

  /// Keeps the unused stubs of a fake that ends or is torn down before its scope ends, and counts its calls. If the test
  /// has already failed, the calls become text: a passing test formats nothing.
  func keepSummary(of instance: FakeInstance) {
    if isRun || state.withLock({ $0.phase == .reported }) { return }
    addUnusedStubs(of: [instance])
    let count = instance.state.callCounts.values.reduce(0, +)
    guard count > 0, let owner = instance.state.owner else { return }
    let hasRoom = state.withLock { $0.earlyTexts.count < CallText.maxEarlyCalls }
    let texts = hasFailed && hasRoom ? CallText.texts(of: [instance]) : []
    state.withLock { state in
      state.earlyTexts += texts
      if texts.isEmpty { state.earlyCalls[owner, default: 0] += count }
    }
  }

  /// Keeps the warnings about the unused stubs of fakes. Formats conditions, so it runs without a lock.
  func addUnusedStubs(of fakes: [FakeInstance]) {
    let unused = fakes.flatMap(\.state.unusedStubs).map {
      ScopeFailure($0.unusedText, at: $0.site)
    }
    state.withLock { $0.unused += unused }
  }

  /// Returns the other fakes of the same type that the test uses.
  package func others(like fake: FakeInstance) -> [FakeInstance] {
    let type = fake.state.fakeType
    return fakes.filter { $0 !== fake && $0.state.fakeType == type && $0.state.scope === self }
  }

  /// Adds a clock, whose sleeps the end of the scope reports.
  func add(_ clock: FakeClock) {
    if isRun { return }
    state.withLock { state in
      if state.phase == .running { state.clocks.append(clock) }
    }
  }
}

// Recordings, and other work at the end.
extension TestScope {
  /// The recording of the real implementations behind the fakes.
  package var recorder: (any CallRecorder)? { state.withLock { $0.recorder } }

  /// Begins or, with `nil`, ends the recording of the real implementations.
  package func record(with recorder: (any CallRecorder)?) {
    _ = state.withLock { state in
      defer { state.recorder = recorder }
      return state.recorder
    }
  }

  /// Registers work to run when the test ends.
  ///
  /// - Parameters:
  ///   - isLast: A Boolean value that indicates whether to run the work after all other work.
  ///   - work: Returns a failure, if there is one. Its parameter indicates whether the test threw an error.
  /// - Returns: `false` if the test has already ended.
  package func atEnd(isLast: Bool = false, _ work: @escaping EndHook) -> Bool {
    state.withLock { state in
      if state.phase != .running { return false }
      state.endHooks.append((isLast, work))
      return true
    }
  }
}
