// The ends of held calls: the test resumes them, their task is canceled, or they are released.
extension HeldCallQueue {
  /// Ends a call at a line of the test. A call that has already ended is a failure there.
  func finish(_ call: Call, _ result: Call.Result, at site: SourceLine) {
    guard let earlier = end(call, result, .resumed(at: site)) else { return }
    let failure = FakeFailure.resumedAfterEnd(
      function, call: text(of: call), end: earlier, at: site)
    TestScope.report(failure.message, at: site, to: scope)
  }

  func resumeAll(_ result: Call.Result, at site: SourceLine) {
    // Another thread may end some of the calls first, which is not a failure here.
    for call in pending { end(call, result, .resumed(at: site)) }
  }

  func cancel(_ call: Call) {
    if let cancellation { end(call, .failure(cancellation), .cancelled) }
  }

  /// Ends a call. Returns its earlier end if it has already ended.
  @discardableResult
  func end(_ call: Call, _ result: Call.Result, _ end: HeldCallEnd) -> HeldCallEnd? {
    let (earlier, continuation) = state.withLock { $0.calls.end(call, end) }
    continuation?.resume(returning: result)
    return earlier
  }

  /// Ends a call that was made after the hold ended.
  ///
  /// A call that can't end keeps waiting. If the test requested the release, such a call stops the process.
  func endLate(_ call: Call, _ reason: ReleaseReason) {
    if let result = usualResult {
      end(call, result, .released(reason))
    } else if reason == .requested {
      fatalError(FakeFailure.calledAfterRelease(hold, call: text(of: call)).message)
    }
  }
}

// Releasing calls.
extension HeldCallQueue: AnyHeldCalls {
  var isEmpty: Bool { state.withLock { $0.calls.isEmpty } }

  var texts: [String] {
    let expired = state.withLock { $0.expired }
    return (expired + pending.map(text)).map { call in
      "\(function.owner).\(call.call) (\(site))" + calledAt(call.site)
    }
  }

  var scope: TestScope? { state.withLock { $0.scope } }

  func release(because reason: ReleaseReason) {
    let waiters = state.withLock { state in
      state.releaseReason = state.releaseReason ?? reason
      return state.waiters
    }
    release(pending, because: reason)
    for waiter in waiters { waiter.send() }
  }

  /// Ends calls that the test did not resume, and reports them unless the test requested the release.
  ///
  /// The calls are removed first, so that a call that another thread resumes is not reported.
  private func release(_ calls: [Call], because reason: ReleaseReason) {
    guard !calls.isEmpty else { return }
    let scope = scope
    let outcome = outcome(for: reason, isReported: scope != nil)
    let (released, heldCount, returnedCount, unreturnedCount) = state.withLock { state in
      var unreturned = 0
      let released = calls.compactMap { call in
        let wasReturned = state.calls.wasReturned(call.id)
        let continuation = state.calls.release(
          call.id, because: reason, keepsWaiting: outcome.keepsWaiting)
        if continuation != nil, !wasReturned { unreturned += 1 }
        return continuation.map { (call: call, continuation: $0) }
      }
      return (released, state.calls.count, state.calls.returnedCount, unreturned)
    }
    guard !released.isEmpty else { return }
    // If the test requested the release, no text is needed.
    lazy var texts = released.map { text(of: $0.call) }
    lazy var failure = FakeFailure.stillHeld(
      StillHeldCalls(
        function: function, calls: texts, reason: reason, heldCount: heldCount,
        returnedCount: returnedCount, unreturnedCount: unreturnedCount))
    if case .expired = reason {
      let texts = texts
      state.withLock { $0.expired += texts }
    }
    if reason != .requested { scope?.report(.init(failure.message, at: site)) }
    for (call, continuation) in released {
      switch outcome {
      case .usual(let result): continuation.resume(returning: result)
      case .expire(let limit):
        // Without a scope that reports the failure, the error must contain the whole explanation.
        let expired =
          scope == nil
          ? failure : .expired(hold, call: text(of: call), after: limit)
        guard let error = expired.error as? Failure else { fatalError(failure.message) }
        continuation.resume(returning: .failure(error))
      case .keepWaiting: break
      case .stop: fatalError(failure.message)
      }
    }
  }

  private func outcome(
    for reason: ReleaseReason, isReported: Bool
  ) -> ReleaseOutcome<Call.Result> {
    if case .expired(let limit) = reason {
      if FakedError.heldCall("") is Failure { return .expire(after: limit) }
      if !isReported, !(CancellationError() is Failure) { return .stop }
    }
    if let usualResult { return .usual(usualResult) }
    return reason == .scopeEnded && isReported ? .keepWaiting : .stop
  }

  /// The result of a call that is never resumed: `CancellationError`, or a natural default.
  private var usualResult: Call.Result? {
    if let failure = CancellationError() as? Failure { return .failure(failure) }
    return naturalDefault(of: Output.self).map { .success(UncheckedSendable($0)) }
  }
}

// Deadlines.
extension HeldCallQueue {
  func setAlarm(_ state: inout State, for deadline: ContinuousClock.Instant) {
    state.alarm.set(for: deadline) { [weak self] now, isLate in self?.ring(at: now, isLate: isLate)
    }
  }

  /// Ends the calls that are due, or extends their time if the alarm is late.
  package func ring(at now: ContinuousClock.Instant, isLate: Bool) {
    let calls = state.withLock { state in
      state.alarm.stop()
      if isLate { state.calls.extendDue(at: now, by: limit) }
      let due = isLate ? [] : state.calls.due(at: now)
      if let next = state.calls.earliestDeadline(except: due.map(\.id)) {
        setAlarm(&state, for: next)
      }
      return due
    }
    release(
      calls.map { HeldCall($0.id, $0.arguments, in: self) }, because: .expired(after: limit))
  }
}
