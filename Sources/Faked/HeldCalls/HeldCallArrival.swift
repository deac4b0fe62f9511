// The start of a wait, and the requests of `next()`.
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
    case released(HeldCallsRelease)
    case waits
    case returned(to: NextRequests.Request)
  }

  /// Begins to hold a call, unless its task is already canceled.
  func hold(_ call: Call, _ continuation: CheckedContinuation<Call.Result, Never>) {
    let admission = state.withLock { state -> Admission in
      if state.calls.hasEnded(call.id) { return .cancelledBefore }
      if let release = state.release {
        state.calls.abandon(call.id, continuation)
        return .released(release)
      }
      let deadline = ContinuousClock.now.advanced(by: limit)
      state.calls.add(call, continuation, until: deadline)
      setAlarm(&state, for: deadline)
      guard let request = state.requests.removeFirst() else { return .waits }
      // While a test waits, `next()` has passed all older calls.
      _ = state.calls.takeNext()
      return .returned(to: request)
    }
    switch admission {
    case .cancelledBefore:
      if let cancellation { continuation.resume(returning: .failure(cancellation)) }
    case .released(let release): endLate(call, release)
    case .waits: break
    case .returned(to: let request): request.continuation.resume(returning: .call(call.id))
    }
  }

  func arrival(
    for request: Int, _ limit: Duration, _ deadline: ContinuousClock.Instant,
    isolation: isolated (any Actor)?
  ) async -> NextRequests.Arrival {
    if let arrival = state.withLock({ takeArrival(&$0) }) { return arrival }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let early = state.withLock { state -> NextRequests.Arrival? in
          if let arrival = takeArrival(&state) { return arrival }
          if Task.isCancelled { return .cancelled }
          state.requests.add(
            .init(id: request, limit: limit, deadline: deadline, continuation: continuation))
          setAlarm(&state, for: deadline)
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    } onCancel: {
      let request = state.withLock { $0.requests.remove(request) }
      request?.continuation.resume(returning: .cancelled)
    }
  }

  /// Returns the oldest call that `next()` has not passed. After a release, returns the reason why there is none.
  private func takeArrival(_ state: inout State) -> NextRequests.Arrival? {
    state.calls.takeNext().map { .call($0) } ?? state.release.map { .released($0) }
  }
}
