/// A stretch of code, a test as a rule, that fakes belong to and that reports their failures.
///
/// A fake joins the scope it is made in, or else the one it is first taught in. Reading the current
/// scope takes about 20 ns, so it is done then and not at every call.
package final class FakedScope: Sendable {
  // What `@TaskLocal` would write; to expand the macro takes a hundredth of the library's build.
  package static let inTask = TaskLocal<FakedScope?>(wrappedValue: nil)
  package static var current: FakedScope? { inTask.get() }

  /// Something to tell the owner of the scope, and the line it is about.
  package struct Finding: Sendable {
    package let message: String
    package let site: CallSite?

    package init(_ message: String, at site: CallSite?) {
      self.message = message
      self.site = site
    }
  }

  private struct State {
    var members: [Member] = []
    var membersAfterSweep = 8
    var findings: [Finding] = []
    var untaught: [String] = []
    var ended: [FakeSummary] = []
    var hasEnded = false
    /// Whether it has said all it had to say.
    var hasReported = false
    var hasFailed = false
  }

  /// A fake of the scope; the scope does not keep it alive.
  private struct Member {
    weak var instance: FakeInstance?
  }

  private let state = Locked(State())
  private let reportLate: @Sendable (Finding) -> Void
  /// The exploration that the calls of its fakes belong to.
  let observer: (any CallObserver)?
  /// Whether it is one run of an exploration, which takes all failures for its report.
  package let isRun: Bool

  /// `reportLate` is told what is found after the end. A scope within a run belongs to that run.
  package init(reportLate: @escaping @Sendable (Finding) -> Void = { _ in }) {
    self.reportLate = reportLate
    observer = Self.current?.observer
    isRun = false
  }

  /// The scope of one run of an exploration.
  package init(
    of observer: any CallObserver, reportLate: @escaping @Sendable (Finding) -> Void
  ) {
    self.reportLate = reportLate
    self.observer = observer
    isRun = true
  }

  /// Notes a failure; it is recorded when the scope ends.
  package func report(_ finding: Finding) {
    let isLate = state.withLock { state in
      if !state.hasReported { state.findings.append(finding) }
      return state.hasReported
    }
    if isLate { reportLate(finding) }
  }

  /// Notes a call that threw because nothing was taught; the code under test may swallow the error.
  func noteUntaught(_ message: String) { state.withLock { $0.untaught.append(message) } }

  /// Notes that the test has seen the error of an untaught call, so that it is not reported again.
  ///
  /// An error that wraps it, as that of a URL session does, is known by its text.
  package func sawError(_ error: any Error) {
    guard state.withLock({ !$0.untaught.isEmpty }) else { return }
    let text = "\(error)"
    state.withLock { state in
      if let seen = state.untaught.firstIndex(where: { text.contains($0) }) {
        state.untaught.remove(at: seen)
      }
    }
  }

  /// Notes that its test has failed, so that there is reason to show the calls.
  package func sawFailure() { state.withLock { $0.hasFailed = true } }

  /// Whether it is over: nothing joins it any more, and what is found is late.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Whether its test is known to have failed.
  package var hasFailed: Bool { state.withLock { $0.hasFailed } }

  func add(_ instance: FakeInstance) {
    let living = state.withLock { state in
      state.members.append(Member(instance: instance))
      guard state.members.count >= 2 * state.membersAfterSweep else { return [FakeInstance]() }
      let living = state.members.compactMap(\.instance)
      state.members = living.map(Member.init)
      state.membersAfterSweep = max(8, living.count)
      return living
    }
    // The look at a weak reference may have got the last strong one: it ends here, with no lock held.
    withExtendedLifetime(living) {}
  }

  /// Keeps what there is to say of a fake that ends before its scope does.
  ///
  /// Nobody reads that of one run of many, so it is not made there.
  func remember(_ summary: @autoclosure () -> FakeSummary) {
    guard !isRun else { return }
    let summary = summary()
    state.withLock { $0.ended.append(summary) }
  }

  /// Ends the scope: tears down every fake of it, lets go of held calls, and gives all there is to say.
  package func end() -> ScopeReport {
    let members = state.withLock { state in
      state.hasEnded = true
      return state.members.compactMap(\.instance)
    }
    for member in members {
      member.tearDown(.scopeEnded)
      // A fake that outlives its scope, a static one say, belongs to the next that teaches it.
      member.functions.withLock { table in
        table.scope = nil
        table.observe(nil)
      }
    }
    return state.withLock { state in
      state.hasReported = true
      return ScopeReport(
        findings: state.findings, untaught: state.untaught,
        unused: state.ended.flatMap(\.unused), calls: state.ended.flatMap(\.calls))
    }
  }
}

/// What a scope has to say at its end.
package struct ScopeReport: Sendable {
  /// Failures that could not be recorded where they were found.
  package let findings: [FakedScope.Finding]
  /// The errors of untaught calls that the test has not seen.
  package let untaught: [String]
  /// Behaviors that were taught and answered no call.
  package let unused: [FakedScope.Finding]
  /// The calls of all fakes, as far as they were kept.
  package let calls: [CallText]
}
