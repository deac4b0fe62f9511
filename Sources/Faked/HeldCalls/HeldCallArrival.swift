// The start of a wait, and the calls that `next()` returns.
extension HeldCallQueue {
  var hold: HeldFunction { HeldFunction(function: function, site: site) }

  /// Begins to hold the calls of a stub.
  func begin(_ stub: StoredStub<Arguments, Output, Failure>, of instance: FakeInstance) {
    let scope = instance.state.scope
    state.withLock { state in
      (state.instance, state.stub, state.scope) = (instance, stub, scope)
    }
    instance.add(self)
  }

  func makeCall(_ arguments: Arguments) -> Call {
    HeldCall(state.withLock { $0.calls.makeID() }, UncheckedSendable(arguments), in: self)
  }

  func setSite(_ site: CapturedSite?, of id: Int) {
    state.withLock { $0.calls.setSite(site, of: id) }
  }

  func text(of call: Call) -> HeldCallText {
    HeldCallText(call: call.description, site: state.withLock { $0.calls.sites[call.id] }?.site)
  }

  /// The decision about a call that matches the hold.
  private enum Admission {
    case cancelledBefore
    case released(ReleaseReason)
    case waits(announcedTo: CallSignal?)
  }

  /// Begins to hold a call, unless its task is already canceled.
  func hold(_ call: Call, _ continuation: CheckedContinuation<Call.Result, Never>) {
    let limit = CurrentScheduler.limit(limit)
    let admission = state.withLock { state -> Admission in
      if state.calls.hasEnded(call.id) { return .cancelledBefore }
      if let reason = state.releaseReason {
        state.calls.abandon(call.id, continuation)
        return .released(reason)
      }
      let deadline = ProcessClock.now.advanced(by: limit)
      state.calls.add(call, continuation, until: deadline)
      setAlarm(&state, for: deadline)
      return .waits(announcedTo: state.waiters.first)
    }
    switch admission {
    case .cancelledBefore:
      if let cancellation { continuation.resume(returning: .failure(cancellation)) }
    case .released(let reason): endLate(call, reason)
    case .waits(let waiter): waiter?.send()
    }
  }

  /// Takes the oldest call that `next()` has neither returned nor skipped. `nil` if there is none yet or another wait
  /// comes first, and an error if the hold has ended.
  func takeNext(for waiter: CallSignal) -> Result<Call, HoldEnded>? {
    state.withLock { state in
      if state.waiters.first === waiter, let (id, arguments) = state.calls.takeNext() {
        return .success(HeldCall(id, arguments, in: self))
      }
      return state.releaseReason.map { .failure(HoldEnded(reason: $0)) }
    }
  }
}

/// A hold that has ended has no next call.
struct HoldEnded: Error {
  let reason: ReleaseReason
}

extension HeldCallQueue: CallSource {
  package func add(_ waiter: CallSignal) { state.withLock { $0.waiters.append(waiter) } }

  /// Stops sending the signal, and lets the next wait take a call if this one came first.
  package func remove(_ waiter: CallSignal) {
    let next = state.withLock { state in
      let first = state.waiters.first
      state.waiters.removeAll { $0 === waiter }
      return first === waiter ? state.waiters.first : nil
    }
    next?.send()
  }
}
