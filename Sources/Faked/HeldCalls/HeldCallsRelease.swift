/// Why calls are let go that the test did not resume.
enum HeldCallsRelease: Sendable, Equatable {
  /// The test said so.
  case requested
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
  /// The calls that wait, and those whose time was up, each with the line that holds it.
  var texts: [String] { get }
  func release(_ release: HeldCallsRelease)
}

/// A hold that lives for as long as its stub, a call of it, or the test keeps it.
struct WeakHold {
  weak var calls: (any AnyHeldCalls)?
}

extension FakeInstance {
  /// Notes what holds calls, and forgets the holds that are gone.
  func add(_ hold: any AnyHeldCalls) {
    // A look at a weak reference may get the last strong one, so the living leave the lock.
    _ = state.contents.withLock { state in
      let living = state.holds.compactMap(\.calls)
      state.holds = (living + [hold]).map(WeakHold.init)
      return living
    }
  }

  private var holds: [any AnyHeldCalls] { state.contents.withLock { $0.holds.compactMap(\.calls) } }

  /// Whether a call waits for the test.
  var holdsCalls: Bool { holds.contains { !$0.isEmpty } }

  /// The calls that nobody resumed, of this fake and of all others of its scope, as texts.
  ///
  /// Those whose time was up are among them: it may end just before that of a wait.
  package var heldCalls: [String] {
    let scope = state.scope ?? FakedScope.current
    let others = scope?.members.fakes.filter { $0 != self } ?? []
    return ([self] + others).flatMap(\.holds).flatMap(\.texts)
  }

  /// Lets go of the held calls of all functions, or of those of one name.
  func releaseHeldCalls(named name: String? = nil, _ release: HeldCallsRelease) {
    func isMeant(_ hold: any AnyHeldCalls) -> Bool { name == nil || hold.function.name == name }
    let holds = state.contents.withLock { state in
      let holds = state.holds.compactMap(\.calls)
      state.holds = holds.filter { !isMeant($0) }.map(WeakHold.init)
      return holds
    }
    for hold in holds where isMeant(hold) { hold.release(release) }
  }
}

extension HeldCalls: AnyHeldCalls {
  var isEmpty: Bool { state.withLock { $0.pending.isEmpty } }

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
  public func release() { release(.requested) }

  func release(_ release: HeldCallsRelease) {
    let (calls, waiters) = state.withLock { state in
      state.release = state.release ?? release
      defer { state.waiters = [] }
      return (state.pending.values.sorted { $0.number < $1.number }, state.waiters)
    }
    self.release(calls, release)
    for waiter in waiters { waiter.continuation.resume(returning: .released(release)) }
  }

  /// How calls end that the test did not resume.
  private enum Way {
    case usual(Call.Ending)
    /// Each throws an error that says how long it was held.
    case late(after: Duration)
    case goOn
    case stop

    var goesOn: Bool { if case .goOn = self { true } else { false } }
  }

  /// Ends calls that the test did not resume, and reports them, unless it asked for that.
  ///
  /// They are taken first: what another resumes meanwhile is reported by nobody.
  func release(_ calls: [Call], _ release: HeldCallsRelease) {
    guard !calls.isEmpty else { return }
    let scope = scope
    let way = way(of: release, isReported: scope != nil)
    let (taken, made, given, unasked) = state.withLock { state in
      let taken = calls.compactMap { call in
        state.take(call, release, goesOn: way.goesOn).map { (call, $0) }
      }
      return (taken, state.lastNumber, state.givenCount, taken.count { !$0.0.isGiven })
    }
    guard !taken.isEmpty else { return }
    // Where the test asked for the end, nothing has to be said.
    lazy var texts = taken.map(\.0.description)
    lazy var text = FakeFailure.stillHeld(
      StillHeldCalls(
        function: function, calls: texts, release: release, heldCount: made, returnedCount: given,
        unreturnedCount: unasked)
    ).message
    if case .expired = release {
      let texts = texts
      state.withLock { $0.expired += texts }
    }
    if release != .requested { scope?.report(.init(text, at: site)) }
    for (call, continuation) in taken {
      switch way {
      case .usual(let ending): continuation.resume(returning: ending)
      case .late(let limit):
        // Where nobody is there to report to, the error has to say it all.
        let error =
          scope == nil
          ? FakedError.heldCall(text)
          : FakeFailure.expired(hold, call: call.description, after: limit).error
        guard let failure = error as? Failure else { fatalError(text) }
        continuation.resume(returning: .failure(failure))
      case .goOn: break
      case .stop: fatalError(text)
      }
    }
  }

  private func way(of release: HeldCallsRelease, isReported: Bool) -> Way {
    if case .expired(let limit) = release {
      if FakedError.heldCall("") is Failure { return .late(after: limit) }
      if !isReported, !(CancellationError() is Failure) { return .stop }
    }
    if let usualEnding { return .usual(usualEnding) }
    // The end of a scope, which reports, never stops the process.
    return release == .scopeEnded && isReported ? .goOn : .stop
  }

  /// Ends a call that came when calls were no longer held: that is nobody's failure.
  ///
  /// One that nothing can end goes on waiting; where the test asked for the end, it stops the process.
  func endLate(_ call: Call, _ release: HeldCallsRelease) {
    if let usualEnding {
      end(call, usualEnding, .released(release))
    } else if release == .requested {
      fatalError(FakeFailure.calledAfterRelease(hold, call: call.description).message)
    }
  }

  /// How a call ends that nobody resumes: it throws `CancellationError` or returns a natural default.
  private var usualEnding: Call.Ending? {
    if let failure = CancellationError() as? Failure { return .failure(failure) }
    return naturalDefault(of: Output.self).map { .success(UncheckedSendable($0)) }
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
      try? await ProcessClock.sleep(until: deadline)
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
