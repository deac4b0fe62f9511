/// Why calls are let go that the test did not resume.
enum HeldCallsRelease: Sendable, Equatable {
  /// The test said so.
  case asked
  /// Nothing resumed them in time.
  case expired(after: Duration)
  case tornDown
  case behaviorsReset
  case scopeEnded
}

/// The calls of one function that are held, whatever its types are.
protocol AnyHeldCalls: AnyObject, Sendable {
  var function: FunctionLabel { get }
  /// Whether no call waits for the test.
  var isEmpty: Bool { get }
  /// Whether no call waits, and nobody waits for one.
  var isIdle: Bool { get }
  /// Whether it holds all calls of its function, whatever their arguments are.
  var takesEveryCall: Bool { get }
  /// The calls that wait, and those whose time was up, each with the line that holds it.
  var texts: [String] { get }
  func release(_ release: HeldCallsRelease)
}

extension FakeInstance {
  /// Notes what holds calls; one that takes every call of its function replaces those that are idle.
  func add(_ hold: any AnyHeldCalls) {
    let others = hold.takesEveryCall ? state.withLock { $0.holds } : []
    let idle = others.filter {
      $0.function.name == hold.function.name && type(of: $0) == type(of: hold) && $0.isIdle
    }
    state.withLock { state in
      state.holds.removeAll { other in idle.contains { $0 === other } }
      state.holds.append(hold)
    }
  }

  /// Whether a call waits for the test.
  var holdsCalls: Bool { state.withLock { $0.holds }.contains { !$0.isEmpty } }

  /// The calls that nobody resumed, of this fake and of all others of its scope, as texts.
  ///
  /// Those whose time was up are among them: it may end just before that of a wait.
  package var heldCalls: [String] {
    let scope = state.withLock { $0.scope } ?? FakedScope.current
    let others = scope?.fakes.filter { $0 != self } ?? []
    return ([self] + others).flatMap { $0.state.withLock { $0.holds } }.flatMap(\.texts)
  }

  /// Lets go of the held calls of all functions, or of those of one name.
  func releaseHeldCalls(named name: String? = nil, _ release: HeldCallsRelease) {
    let released = state.withLock { state in
      let released = state.holds.filter { name == nil || $0.function.name == name }
      state.holds.removeAll { name == nil || $0.function.name == name }
      return released
    }
    for hold in released { hold.release(release) }
  }
}

extension HeldCalls: AnyHeldCalls {
  var isEmpty: Bool { state.withLock { $0.pending.isEmpty } }
  var isIdle: Bool { state.withLock { $0.pending.isEmpty && $0.waiters.isEmpty } }
  var takesEveryCall: Bool { wanted.isEmpty }

  var texts: [String] {
    let (pending, expired) = state.withLock { (Array($0.pending.values), $0.expired) }
    let waiting = pending.sorted { $0.number < $1.number }.map(\.description)
    return (expired + waiting).map { "\(function.owner).\($0) (\(site))" }
  }

  /// Lets go of every held call, and of those still to come: for a test that has seen enough.
  ///
  /// They end as cancelled calls do, with `CancellationError`. Where the function cannot throw it they
  /// return the natural default of their type, and where there is none it stops the process: resume
  /// those.
  public func release() { release(.asked) }

  func release(_ release: HeldCallsRelease) {
    let (calls, waiters) = state.withLock { state in
      state.release = state.release ?? release
      defer { state.waiters = [] }
      return (state.pending.values.sorted { $0.number < $1.number }, state.waiters)
    }
    self.release(calls, release)
    for waiter in waiters { waiter.continuation.resume(returning: .released(release)) }
  }

  /// Ends calls that the test did not resume, and reports them, unless it asked for that.
  ///
  /// They are taken first: what another resumes meanwhile is reported by nobody. The end of a scope, which
  /// reports, never stops the process: a call that nothing can end goes on waiting.
  func release(_ calls: [Call], _ release: HeldCallsRelease) {
    guard !calls.isEmpty else { return }
    let scope = scope
    let usual = usualEnding
    let goesOn = release == .scopeEnded && scope != nil && usual == nil
    let (taken, made, given) = state.withLock { state in
      (
        calls.compactMap { call in state.take(call, release, goesOn: goesOn).map { (call, $0) } },
        state.lastNumber, state.givenCount
      )
    }
    guard !taken.isEmpty else { return }
    let texts = taken.map(\.0.description)
    let text = FailureMessage.stillHeld(
      function, texts, release, made: made, given: given,
      unasked: taken.count { !$0.0.isGiven })
    if release.isExpired { state.withLock { $0.expired += texts } }
    if release != .asked { scope?.report(.init(text, at: site)) }
    if goesOn { return }
    for (call, continuation) in taken {
      let late = lateEnding(of: call, release, text, isSeen: scope != nil)
      let mustStop = scope == nil && release.isExpired
      guard let ending = late ?? (mustStop && !canThrow ? nil : usual) else { fatalError(text) }
      continuation.resume(returning: ending)
    }
  }

  /// Ends a call that came when calls were no longer held: that is nobody's failure.
  ///
  /// One that nothing can end goes on waiting; where the test asked for the end, it stops the process.
  func endLate(_ call: Call, _ release: HeldCallsRelease) {
    if let usualEnding {
      end(call, usualEnding, .released(release))
    } else if release == .asked {
      fatalError(FailureMessage.calledAfterRelease(function, call, heldAt: site))
    }
  }

  private var canThrow: Bool { CancellationError() is Failure }

  /// How a call ends that nobody resumes: it throws `CancellationError` or returns a natural default.
  private var usualEnding: Call.Ending? {
    if let failure = CancellationError() as? Failure { return .failure(failure) }
    return naturalDefault(of: Output.self).map { .success(UncheckedSendable($0)) }
  }

  /// The error of a call whose time was up, where it can throw it; `isSeen` says whether the text was
  /// reported.
  private func lateEnding(
    of call: Call, _ release: HeldCallsRelease, _ text: String, isSeen: Bool
  ) -> Call.Ending? {
    guard case .expired(let limit) = release else { return nil }
    // Where nobody is there to report to, the error has to say it all.
    let text = isSeen ? FailureMessage.expired(function, call, limit, heldAt: site) : text
    return (FakedError.heldCall(text) as? Failure).map { .failure($0) }
  }

  var patience: Duration { scope?.patience ?? FakedScope.usualPatience }

  private var scope: FakedScope? { state.withLock { $0.scope } }

  /// Notes the scope that the fake belongs to; a report may come when the fake is gone.
  func join(_ scope: FakedScope?) { state.withLock { $0.scope = scope } }

  /// Reports a failure to the scope of the fake; where there is none, stops the process with it.
  func reportOrStop(_ message: String, at site: CallSite) {
    guard let scope else { fatalError(message) }
    scope.report(.init(message, at: site))
  }

  /// Sees to it that what is due at the deadline ends then. One task waits, for the earliest of all.
  func setAlarm(_ state: inout State, for deadline: ContinuousClock.Instant) {
    if let alarm = state.alarm, alarm.deadline <= deadline { return }
    // Detached, so that it keeps nothing of the test.
    let task = Task.detached { [weak self] in
      try? await Task.sleep(until: deadline, clock: .continuous)
      let now = ContinuousClock.now
      if !Task.isCancelled { self?.ring(at: now, isLate: now - deadline > .seconds(1)) }
    }
    state.alarm?.task.cancel()
    state.alarm = (deadline, task)
  }

  /// Ends what is due.
  ///
  /// An alarm that comes late says that the process could not run meanwhile, in a debugger or on a machine
  /// with too much to do: then what is due gets its time once more.
  package func ring(at now: ContinuousClock.Instant, isLate: Bool) {
    let (calls, waiters) = state.withLock { state in
      state.alarm?.task.cancel()
      state.alarm = nil
      if isLate { giveTimeOnceMore(&state, at: now) }
      let calls = isLate ? [] : state.pending.values.filter { $0.deadline <= now }
      let waiters = isLate ? [] : state.waiters.filter { $0.deadline <= now }
      if !isLate { state.waiters.removeAll { $0.deadline <= now } }
      let due = Set(calls.map(\.number))
      let later =
        state.pending.values.filter { !due.contains($0.number) }.map(\.deadline)
        + state.waiters.map(\.deadline)
      if let next = later.min() { setAlarm(&state, for: next) }
      return (calls.sorted { $0.number < $1.number }, waiters)
    }
    release(calls, .expired(after: limit))
    for waiter in waiters { waiter.continuation.resume(returning: .expired) }
  }
}

extension HeldCalls.State {
  /// Takes a call that still waits from the test; one that `goesOn` keeps what it waits with.
  mutating func take(
    _ call: HeldCalls.Call, _ release: HeldCallsRelease, goesOn: Bool
  ) -> CheckedContinuation<HeldCalls.Call.Ending, Never>? {
    guard case .waiting(let continuation) = call.progress else { return nil }
    pending[call.number] = nil
    if !goesOn { call.progress = .ended(.released(release)) }
    return continuation
  }
}

extension HeldCalls {
  private func giveTimeOnceMore(_ state: inout State, at now: ContinuousClock.Instant) {
    for call in state.pending.values where call.deadline <= now {
      call.deadline = now.advanced(by: limit)
    }
    for place in state.waiters.indices where state.waiters[place].deadline <= now {
      state.waiters[place].deadline = now.advanced(by: state.waiters[place].limit)
    }
  }
}

extension HeldCallsRelease {
  fileprivate var isExpired: Bool { if case .expired = self { true } else { false } }
}
