/// The calls of one function that wait for the test, if the function can throw any error.
///
/// For a function that throws no error, or only errors of one type, write `HeldCallQueue`.
public typealias HeldCalls<Arguments, Output> = HeldCallQueue<Arguments, Output, any Error>

/// The calls of one function that wait for the test. `fake.hold(\.f)` returns it.
///
/// Calls are held in the order in which they were made, and the test may end them in any order.
///
/// ```swift
/// let held = library.hold(\.find)
/// async let books = library.find("Emma")
/// try await held.next().resume(returning: ["Emma"])
/// try await books  // => ["Emma"]
/// ```
///
/// See <doc:HoldingCalls>.
public final class HeldCallQueue<Arguments, Output, Failure: Error>: Sendable {
  typealias Call = HeldCall<Arguments, Output, Failure>

  private struct State {
    var calls = WaitingCalls<Arguments, Output, Failure>()
    var requests = NextRequests()
    var alarm = HeldCallAlarm()
    /// The reason why calls are no longer held.
    var release: HeldCallsRelease?
    /// The calls that were not resumed in time, for messages.
    var expired: [HeldCallText] = []
    weak var instance: FakeInstance?
    weak var stub: StoredStub<Arguments, Output, Failure>?
    /// The scope of the fake. Reports may occur after the fake was deallocated.
    var scope: TestScope?
  }

  let function: FunctionLabel
  /// The condition of the hold, for messages.
  private let condition: UncheckedSendable<Condition<Arguments>?>
  /// The line of `hold`.
  let site: SourceLine
  let limit: Duration
  /// The error of a call whose task is canceled, or `nil` if such a call keeps waiting.
  private let cancellation: Failure?
  private let state: Locked<State>

  init(
    _ function: FunctionLabel, _ condition: Condition<Arguments>?,
    _ cancellation: HeldCallCancellation, atMost limit: Duration, at site: SourceLine
  ) {
    self.function = function
    self.condition = UncheckedSendable(condition?.forTexts)
    self.site = site
    self.limit = limit
    self.cancellation = cancellation == .ignored ? nil : CancellationError() as? Failure
    state = Locked(State())
  }

  deinit { state.withLock { $0.alarm.stop() } }

  /// The calls that wait at this moment, oldest first, including those that `next()` has returned.
  public var pending: [HeldCall<Arguments, Output, Failure>] {
    state.withLock { $0.calls.pending }.map { HeldCall($0.id, $0.arguments, in: self) }
  }

  /// The calls that no longer wait because their tasks were canceled, in the order of their cancellation.
  ///
  /// The calls are kept for as long as this object.
  public var cancelled: [HeldCall<Arguments, Output, Failure>] {
    state.withLock { $0.calls.cancelled }.map { HeldCall($0.id, $0.arguments, in: self) }
  }

  /// The same hold, without a warning if no call uses it. Use it for a fixture that many tests share.
  public var lenient: HeldCallQueue {
    let (instance, stub) = state.withLock { ($0.instance, $0.stub) }
    instance?.state.contents.withLock { _ in stub?.setLenient() }
    return self
  }

  /// Returns the next call that waits, in the order in which they were made, and waits until there is one.
  ///
  /// Leaves out calls whose tasks were canceled; `cancelled` contains them.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait. Defaults to the patience of the scope, or 30 seconds outside a scope.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The call. It waits until the test resumes it.
  /// - Throws: `FakedError.missingCall` if no call comes in time or the hold has ended,
  ///   `FakedError.invalidParameter` for a negative limit, and `CancellationError` if the task of the test is
  ///   canceled.
  public func next(
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> HeldCall<Arguments, Output, Failure> {
    let limit = limit ?? scope?.patience ?? TestScope.usualPatience
    let asked = SourceLine(fileID, filePath, line, column)
    if limit < .zero { throw FakeFailure.negativeLimit(limit, asked: asked).error }
    let deadline = ContinuousClock.now.advanced(by: limit)
    let request = state.withLock { $0.requests.makeID() }
    while true {
      switch await arrival(for: request, limit, deadline, isolation: isolation) {
      case .call(let id):
        // The task of the call may have been canceled since the call was found.
        guard let arguments = state.withLock({ $0.calls.markReturned(id) }) else { continue }
        return HeldCall(id, arguments, in: self)
      case .cancelled: throw CancellationError()
      case .released(let release): throw FakeFailure.holdEnded(hold, release, asked: asked).error
      case .expired:
        let condition = condition.value?.phrase(function)
        throw FakeFailure.missingCall(
          MissingCall(
            wait: .heldCall(with: condition), function: function, limit: limit, asked: asked,
            instance: state.withLock { $0.instance })
        ).error
      }
    }
  }

  /// Ends every call that waits at this moment by returning a value.
  ///
  /// - Parameters:
  ///   - value: The value that the calls return.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resumeAll(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    resumeAll(.success(UncheckedSendable(value)), at: SourceLine(fileID, filePath, line, column))
  }

  /// Ends every call that waits at this moment by throwing an error.
  ///
  /// - Parameters:
  ///   - error: The error that the calls throw.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resumeAll(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    resumeAll(.failure(error), at: SourceLine(fileID, filePath, line, column))
  }

  /// Ends every held call, and holds no further calls.
  ///
  /// The calls end like canceled calls, with `CancellationError`. A function that can't throw it returns the
  /// natural default of its result. If the result has none, the process stops: resume such calls instead.
  public func release() { release(.requested) }
}

extension HeldCallQueue where Output == Void {
  /// Ends every call that waits at this moment by returning.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resumeAll(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    resumeAll(returning: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

// Holding calls.
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

  private func text(of call: Call) -> HeldCallText {
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

  private func arrival(
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

  /// Returns the oldest call that `next()` has not passed, or that no call can come.
  private func takeArrival(_ state: inout State) -> NextRequests.Arrival? {
    state.calls.takeNext().map { .call($0) } ?? state.release.map { .released($0) }
  }
}

// Ending calls.
extension HeldCallQueue {
  /// Ends a call at a line of the test. A call that has already ended is a failure there.
  func resume(_ call: Call, _ result: Call.Result, at site: SourceLine) {
    guard let earlier = end(call, result, .resumed(at: site)) else { return }
    let failure = FakeFailure.resumedAfterEnd(
      function, call: text(of: call), end: earlier, at: site)
    if let scope {
      scope.report(.init(failure.message, at: site))
    } else {
      FailureOutsideScope.report(failure.message, at: site)
    }
  }

  private func resumeAll(_ result: Call.Result, at site: SourceLine) {
    // Another thread may end some of the calls first, which is not a failure here.
    for call in pending { end(call, result, .resumed(at: site)) }
  }

  func cancel(_ call: Call) {
    if let cancellation { end(call, .failure(cancellation), .cancelled) }
  }

  /// Ends a call. Returns its earlier end if it has already ended.
  @discardableResult
  private func end(_ call: Call, _ result: Call.Result, _ end: HeldCallEnd) -> HeldCallEnd? {
    let (earlier, continuation) = state.withLock { $0.calls.end(call, end) }
    continuation?.resume(returning: result)
    return earlier
  }

  /// Ends a call that was made after the hold ended.
  ///
  /// A call that can't end keeps waiting. If the test requested the release, such a call stops the process.
  private func endLate(_ call: Call, _ release: HeldCallsRelease) {
    if let result = usualResult {
      end(call, result, .released(release))
    } else if release == .requested {
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

  private var scope: TestScope? { state.withLock { $0.scope } }

  func release(_ release: HeldCallsRelease) {
    let requests = state.withLock { state in
      state.release = state.release ?? release
      return state.requests.removeAll()
    }
    self.release(pending, release)
    for request in requests { request.continuation.resume(returning: .released(release)) }
  }

  /// Ends calls that the test did not resume, and reports them unless the test requested the release.
  ///
  /// The calls are removed first, so that a call that another thread resumes is not reported.
  private func release(_ calls: [Call], _ release: HeldCallsRelease) {
    guard !calls.isEmpty else { return }
    let scope = scope
    let outcome = outcome(of: release, isReported: scope != nil)
    let (released, heldCount, returnedCount, unreturnedCount) = state.withLock { state in
      var unreturned = 0
      let released = calls.compactMap { call in
        let wasReturned = state.calls.wasReturned(call.id)
        let continuation = state.calls.release(
          call.id, release, keepsWaiting: outcome.keepsWaiting)
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
        function: function, calls: texts, release: release, heldCount: heldCount,
        returnedCount: returnedCount, unreturnedCount: unreturnedCount))
    if case .expired = release {
      let texts = texts
      state.withLock { $0.expired += texts }
    }
    if release != .requested { scope?.report(.init(failure.message, at: site)) }
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
    of release: HeldCallsRelease, isReported: Bool
  ) -> ReleaseOutcome<Call.Result> {
    if case .expired(let limit) = release {
      if FakedError.heldCall("") is Failure { return .expire(after: limit) }
      if !isReported, !(CancellationError() is Failure) { return .stop }
    }
    if let usualResult { return .usual(usualResult) }
    return release == .scopeEnded && isReported ? .keepWaiting : .stop
  }

  /// The result of a call that is never resumed: `CancellationError`, or a natural default.
  private var usualResult: Call.Result? {
    if let failure = CancellationError() as? Failure { return .failure(failure) }
    return naturalDefault(of: Output.self).map { .success(UncheckedSendable($0)) }
  }
}

// Deadlines.
extension HeldCallQueue {
  private func setAlarm(_ state: inout State, for deadline: ContinuousClock.Instant) {
    state.alarm.set(for: deadline) { [weak self] now, isLate in self?.ring(at: now, isLate: isLate)
    }
  }

  /// Ends the calls that are due, or extends their time if the alarm is late.
  package func ring(at now: ContinuousClock.Instant, isLate: Bool) {
    let (calls, requests) = state.withLock { state in
      state.alarm.stop()
      if isLate {
        state.calls.extendDue(at: now, by: limit)
        state.requests.extendDue(at: now)
      }
      let due = isLate ? [] : state.calls.due(at: now)
      let requests = isLate ? [] : state.requests.removeDue(at: now)
      let deadlines = [
        state.calls.earliestDeadline(except: due.map(\.id)), state.requests.earliestDeadline,
      ]
      if let next = deadlines.compactMap({ $0 }).min() { setAlarm(&state, for: next) }
      return (due, requests)
    }
    release(
      calls.map { HeldCall($0.id, $0.arguments, in: self) }, .expired(after: limit))
    for request in requests { request.continuation.resume(returning: .expired) }
  }
}
