/// The life of one test, as fakes see it: they belong to the scope they are made or first stubbed in, and
/// report their failures to it.
///
/// Reading the current scope takes about 20 ns, so it is done then and not at every call.
package final class FakedScope: Sendable {
  @TaskLocal package static var current: FakedScope?

  /// More calls than these of one fake are left out of a transcript.
  static let mostCalls = 200

  private struct State {
    var members: [Member] = []
    var membersAfterSweep = 8
    var findings: [Finding] = []
    var thrown: [ThrownText] = []
    var unused: [StubSummary] = []
    var calls: [CallText] = []
    /// The calls of fakes that ended before their test failed, by fake.
    var untold: [String: Int] = [:]
    /// Whether the test is over; what calls find from then on is not its failure.
    var hasEnded = false
    /// Whether it has said all it had to say.
    var hasReported = false
    var hasFailed = false
    /// The recording that the own behaviors of its fakes belong to.
    var recorder: (any CallRecorder)?
    /// What is done at its end, with whether its test threw.
    var endings: [@Sendable (Bool) -> Finding?] = []
  }

  /// A fake of the scope; the scope does not keep it alive.
  private struct Member {
    weak var instance: FakeInstance?
  }

  private let state = Locked(State())
  private let reporter: Reporter
  /// The scope around it.
  private let outer = FakedScope.current
  let start = ContinuousClock.now
  /// The name of the test.
  package let name: String
  /// Whether unstubbed calls return natural defaults without a report.
  let isRelaxed: Bool
  /// The longest wait of everything that waits in the test.
  package let patience: Duration
  /// The exploration that the calls of its fakes belong to.
  package let observer: (any CallObserver)?
  /// Whether what is a warning elsewhere fails its test.
  package let isStrict: Bool
  /// Whether it is one run of an exploration, which takes all failures for its report.
  package let isRun: Bool

  /// The scope of a test; one within a run of an exploration belongs to that run.
  package init(
    _ name: String, isRelaxed: Bool = false, isStrict: Bool = false, patience: Duration? = nil,
    reporter: Reporter
  ) {
    self.name = name
    self.isStrict = isStrict
    self.isRelaxed = isRelaxed || Self.current?.isRelaxed == true
    self.patience = patience ?? Self.current?.patience ?? Self.usualPatience
    self.reporter = reporter
    observer = Self.current?.observer
    isRun = false
    let recorder = Self.current?.recorder
    state.withLock { $0.recorder = recorder }
  }

  /// The scope of one run of an exploration.
  package init(of observer: any CallObserver, reporter: Reporter) {
    name = Self.current?.name ?? "an exploration"
    isRelaxed = Self.current?.isRelaxed == true
    isStrict = Self.current?.isStrict == true
    patience = Self.current?.patience ?? Self.usualPatience
    self.reporter = reporter
    self.observer = observer
    isRun = true
    let recorder = Self.current?.recorder?.fromStart()
    state.withLock { $0.recorder = recorder }
  }

  /// How long anything waits where no scope says otherwise.
  package static let usualPatience = Duration.seconds(30)

  /// Reports a failure: at once on the task of the test, where the framework knows whose it is, and
  /// else at the end of the scope.
  package func report(_ finding: Finding) {
    let isOwnTask = isCurrent && !isRun
    let (isOver, isQueued) = state.withLock { state in
      let isQueued = !state.hasReported && (!isOwnTask || state.hasEnded)
      if isQueued {
        state.findings.append(finding)
        state.hasFailed = true
      }
      return (state.hasReported, isQueued)
    }
    if isOver { return reporter.late(finding) }
    if !isQueued {
      sawFailure()
      reporter.now(finding)
    }
  }

  /// Whether the task is that of its test: in the scope, or in one within it, but for those that an
  /// exploration makes, which takes what it finds for its report.
  private var isCurrent: Bool {
    var scope = Self.current
    while let inner = scope, inner !== self { scope = inner.isRun ? nil : inner.outer }
    return scope != nil
  }

  /// Notes a call that threw because the fake cannot answer; the code under test may swallow the error.
  package func noteThrown(_ error: FakedError, of function: String) {
    let text = ThrownText(error, of: function)
    state.withLock { state in if !state.hasEnded { state.thrown.append(text) } }
  }

  /// Notes that the test has seen an error of a fake, so that it is not reported again.
  ///
  /// An error that wraps it, as that of a URL session does, is known by its text.
  package func sawError(_ error: any Error) {
    guard state.withLock({ !$0.thrown.isEmpty }) else { return }
    let text = "\(error)"
    state.withLock { state in
      if let seen = state.thrown.firstIndex(where: { text.contains($0.message) }) {
        state.thrown.remove(at: seen)
      }
    }
  }

  /// Notes that its test has failed, so that there is reason to show the calls.
  package func sawFailure() { state.withLock { $0.hasFailed = true } }

  /// Whether it is over: nothing joins it any more, and what is found is late.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Whether its test is known to have failed.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// The fakes that belong to it and are alive.
  var fakes: [FakeInstance] { state.withLock { $0.members.compactMap(\.instance) } }

  /// The recording that the own behaviors of its fakes belong to.
  package var recorder: (any CallRecorder)? { state.withLock { $0.recorder } }

  /// Has the own behaviors of its fakes recorded or replayed from now on; nil ends that.
  package func record(with recorder: (any CallRecorder)?) {
    let (members, _) = state.withLock { state in
      defer { state.recorder = recorder }
      return (state.members.compactMap(\.instance), state.recorder)
    }
    for member in members { member.state.withLock { $0.watch.recorder = recorder } }
  }

  /// Has something done when its test is over, which takes whether that threw an error, and gives what is
  /// wrong; false where it is over.
  package func atEnd(_ work: @escaping @Sendable (_ hasThrown: Bool) -> Finding?) -> Bool {
    state.withLock { state in
      if !state.hasEnded { state.endings.append(work) }
      return !state.hasEnded
    }
  }

  func add(_ instance: FakeInstance) {
    // A look at a weak reference may get the last strong one, so the living leave the lock.
    _ = state.withLock { state in
      state.members.append(Member(instance: instance))
      guard state.members.count >= 2 * state.membersAfterSweep else { return [FakeInstance]() }
      let living = state.members.compactMap(\.instance)
      state.members = living.map(Member.init)
      state.membersAfterSweep = max(8, living.count)
      return living
    }
  }

  /// Keeps what there is to say of a fake that ends or is torn down before its scope is over.
  ///
  /// Texts of its calls are made only when the test has failed already: a passing one pays nothing for
  /// them, and nothing keeps the arguments alive.
  func remember(_ instance: FakeInstance) {
    guard !isRun, !state.withLock({ $0.hasReported }) else { return }
    remember(instance.summary(lastCalls: hasFailed ? Self.mostCalls : 0))
  }

  private func remember(_ summary: FakeSummary) {
    state.withLock { state in
      state.unused += summary.unused
      state.calls += summary.calls
      if !summary.hasCalls, summary.callCount > 0 {
        state.untold[summary.fake, default: 0] += summary.callCount
      }
    }
  }

  /// The calls of its fakes that are under way, as they are written.
  package var pendingCalls: [String] {
    fakes.flatMap(\.pendingCalls).sorted { $0.index < $1.index }.map(\.text)
  }

  /// Ends the scope: lets go of held calls, and gives all there is to say.
  ///
  /// Its fakes keep their stubs for a while, for tasks that the test left behind. Texts of calls are made
  /// where the test has failed; an unused stub is a failure too if `isStrict`.
  package func end(isStrict: Bool, hasThrown: Bool = false) -> ScopeReport {
    let (members, endings) = state.withLock { state in
      state.hasEnded = true
      defer { state.endings = [] }
      return (state.members.compactMap(\.instance), state.endings)
    }
    for finding in endings.compactMap({ $0(hasThrown) }) { report(finding) }
    // A fake that is stubbed in another test meanwhile belongs to that.
    func own() -> [FakeInstance] {
      members.filter { $0.state.withLock { $0.scope === self } }
    }
    if !isRun { rememberAll(own(), isStrict: isStrict) }
    for member in own() { member.releaseHeldCalls(.scopeEnded) }
    let report = state.withLock { state in
      state.hasReported = true
      return ScopeReport(
        findings: state.findings, thrown: state.thrown, unused: state.unused,
        calls: state.calls, untold: state.untold)
    }
    for member in members { member.retire(from: self) }
    RetiredInstances.add(members)
    return report
  }

  /// Keeps what there is to say of all fakes at the end; of their calls only if the test has failed.
  private func rememberAll(_ members: [FakeInstance], isStrict: Bool) {
    let summaries = members.map { $0.summary(lastCalls: 0) }
    let holdsCalls = members.contains(where: \.holdsCalls)
    let hasUnused = summaries.contains { !$0.unused.isEmpty }
    let hasFailed = state.withLock { state in
      let hasFindings = holdsCalls || !state.findings.isEmpty || !state.thrown.isEmpty
      let isUnusedFailure = isStrict && (hasUnused || !state.unused.isEmpty)
      if hasFindings || isUnusedFailure { state.hasFailed = true }
      return state.hasFailed
    }
    // Of very many fakes fewer calls each: the texts of a failing test take a second at most.
    let lastCalls = min(Self.mostCalls, max(1, 2_000 / max(1, members.count)))
    for (member, summary) in zip(members, summaries) {
      remember(hasFailed ? member.summary(lastCalls: lastCalls) : summary)
    }
  }

  /// Prints what a call found that a task made which its test left behind: it is nobody's failure.
  func noteStraggler(_ message: String) { reporter.note(message) }
}
