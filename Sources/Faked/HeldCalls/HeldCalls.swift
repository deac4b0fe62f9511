/// The calls of one function that wait for the test; `fake.hold(\.f)` gives it.
///
/// Calls are held in the order in which they were made, and may be finished in any order.
public final class HeldCalls<Arguments, Output, Failure: Error>: Sendable {
  /// One of the calls.
  public typealias Call = HeldCall<Arguments, Output, Failure>

  struct State {
    /// The calls that wait, by their number; whether `next()` has given them or not.
    var pending: [Int: Call] = [:]
    var lastNumber = 0
    /// The number of the last call that `next()` gave or went past.
    var lastGiven = 0
    /// Those who wait in `next()`; while there are any, no call is left to give.
    var waiters: [Waiter] = []
    var lastWaiter = 0
    /// Why calls are no longer held, if they are not.
    var release: HeldCallsRelease?
    var alarm: (deadline: ContinuousClock.Instant, task: Task<Void, Never>)?
    weak var instance: FakeInstance?
    var scope: FakedScope?
  }

  struct Waiter {
    let id: Int
    let limit: Duration
    var deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Arrival, Never>
  }

  enum Arrival: Sendable {
    case call(Call)
    case expired
    case cancelled
    case released(HeldCallsRelease)
  }

  let function: FunctionLabel
  /// The line of `hold`.
  let site: CallSite
  let limit: Duration
  let state: Locked<State>

  init(
    _ function: FunctionLabel, of instance: FakeInstance, atMost limit: Duration, at site: CallSite
  ) {
    self.function = function
    self.site = site
    self.limit = limit
    state = Locked(State(instance: instance))
  }

  deinit { state.withLock { $0.alarm?.task }?.cancel() }

  /// The calls that wait at this moment, oldest first; those that `next()` has given included.
  public var pending: [Call] {
    state.withLock { $0.pending.values.sorted { $0.number < $1.number } }
  }

  /// The next call that is held, in the order in which they were made; waits until there is one.
  ///
  /// Throws `FakedError.missingCall` when none comes in time, with what was called instead, and
  /// `CancellationError` when its task is cancelled.
  public func next(
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Call {
    let limit = limit ?? patience
    switch await arrival(within: limit, isolation: isolation) {
    case .call(let call): return call
    case .cancelled: throw CancellationError()
    case .released(let release):
      throw FailureMessage.nothingHeld(
        function, release, heldAt: site, asked: CallSite(fileID, filePath, line, column))
    case .expired:
      let instance = state.withLock { $0.instance }
      throw FailureMessage.missingCall(
        function, "held", limit, asked: CallSite(fileID, filePath, line, column),
        calls: instance?.allCalls ?? [])
    }
  }

  /// Ends every call that waits at this moment: it returns the value.
  public func resumeAll(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    resumeAll(.success(UncheckedSendable(value)), at: CallSite(fileID, filePath, line, column))
  }

  /// Ends every call that waits at this moment: it throws the error.
  public func resumeAll(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    resumeAll(.failure(error), at: CallSite(fileID, filePath, line, column))
  }

  func resumeAll(_ ending: Call.Ending, at site: CallSite) {
    // Another may have ended one of them meanwhile, which is no failure here.
    for call in pending { end(call, ending, by: site) }
  }

  private func arrival(
    within limit: Duration, isolation: isolated (any Actor)?
  ) async -> Arrival {
    let deadline = ContinuousClock.now.advanced(by: limit)
    let (first, id) = state.withLock { state in
      state.lastWaiter += 1
      return (state.takeArrival(), state.lastWaiter)
    }
    if let first { return first }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let early = state.withLock { state -> Arrival? in
          if let arrival = state.takeArrival() { return arrival }
          if Task.isCancelled { return .cancelled }
          state.waiters.append(
            Waiter(id: id, limit: limit, deadline: deadline, continuation: continuation))
          setAlarm(&state, for: deadline)
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: .cancelled)
    }
  }

  /// Holds a call from now on; on the task that makes it, before that comes to wait.
  func enter(_ arguments: Arguments) -> Call {
    let deadline = ContinuousClock.now.advanced(by: limit)
    let (call, waiter, release) = state.withLock { state in
      state.lastNumber += 1
      let call = Call(arguments, number: state.lastNumber, deadline: deadline, owner: self)
      if let release = state.release {
        return (call, nil as Waiter?, release) as (Call, Waiter?, HeldCallsRelease?)
      }
      state.pending[call.number] = call
      setAlarm(&state, for: deadline)
      guard !state.waiters.isEmpty else { return (call, nil, nil) }
      state.lastGiven = call.number
      return (call, state.waiters.removeFirst(), nil)
    }
    waiter?.continuation.resume(returning: .call(call))
    if release != nil { endLate(call) }
    return call
  }

  /// Lets a call wait, unless it was ended meanwhile.
  func suspend(_ call: Call, _ continuation: CheckedContinuation<Call.Ending, Never>) {
    let early = state.withLock { _ -> Call.Ending? in
      guard case .endedEarly(let ending, let site) = call.progress else {
        call.progress = .waiting(continuation)
        return nil
      }
      call.progress = .ended(by: site)
      return ending
    }
    if let early { continuation.resume(returning: early) }
  }

  /// Ends a call at a line of the test; a second time is a failure.
  func resume(_ call: Call, _ ending: Call.Ending, at site: CallSite) -> Bool {
    switch end(call, ending, by: site) {
    case .now: return true
    case .before(nil): return false
    case .before(let earlier?):
      reportOrStop(
        FailureMessage.resumedTwice(function, call, at: site, earlier: earlier), at: site)
      return false
    }
  }

  enum Ended {
    case now
    /// It was over before; by a line of the test, or by itself.
    case before(by: CallSite?)
  }

  @discardableResult
  func end(_ call: Call, _ ending: Call.Ending, by site: CallSite? = nil) -> Ended {
    let (ended, continuation) = state.withLock { state in
      switch call.progress {
      case .entered:
        call.progress = .endedEarly(ending, by: site)
      case .waiting(let continuation):
        call.progress = .ended(by: site)
        state.pending[call.number] = nil
        return (Ended.now, continuation) as (Ended, CheckedContinuation<Call.Ending, Never>?)
      case .endedEarly(_, let earlier), .ended(let earlier):
        return (.before(by: earlier), nil)
      }
      state.pending[call.number] = nil
      return (.now, nil)
    }
    continuation?.resume(returning: ending)
    return ended
  }
}

extension HeldCalls.State {
  /// The oldest call that waits and was not given yet, or that none will come.
  mutating func takeArrival() -> HeldCalls.Arrival? {
    while lastGiven < lastNumber {
      lastGiven += 1
      if let call = pending[lastGiven] { return .call(call) }
    }
    return release.map { .released($0) }
  }
}

extension HeldCalls where Output == Void {
  /// Ends every call that waits at this moment: it returns.
  public func resumeAll(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    resumeAll(.success(UncheckedSendable(())), at: CallSite(fileID, filePath, line, column))
  }
}
