/// The calls of one function that wait for the test; `fake.hold(\.f)` gives it.
///
/// Calls are held in the order in which they were made, and may be finished in any order.
public final class HeldCalls<Arguments, Output, Failure: Error>: Sendable {
  typealias Call = HeldCall<Arguments, Output, Failure>

  struct State {
    /// The calls that wait, by their number, whether `next()` has given them or not.
    var pending: [Int: Call] = [:]
    var lastNumber = 0
    /// The number of the last call that `next()` gave or went past.
    var lastGiven = 0
    /// How many calls `next()` gave.
    var givenCount = 0
    /// The arguments of calls whose tasks were cancelled while they waited.
    var cancelled: [Arguments] = []
    /// The calls whose time was up, as texts.
    var expired: [String] = []
    /// Those who wait in `next()`, in the order in which they asked; while there are any, no call is
    /// left to give.
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
  /// The arguments of the calls that it holds; for texts.
  private let condition: UncheckedSendable<Condition<Arguments>?>
  /// The line of `hold`.
  let site: CallSite
  let limit: Duration
  /// What a call throws whose task is cancelled; nil where it goes on waiting.
  let cancellation: Failure?
  let state: Locked<State>

  init(
    _ function: FunctionLabel, _ condition: Condition<Arguments>?, of instance: FakeInstance,
    _ cancellation: HeldCallCancellation, atMost limit: Duration, at site: CallSite
  ) {
    self.function = function
    self.condition = UncheckedSendable(condition?.forTexts)
    self.site = site
    self.limit = limit
    self.cancellation = cancellation == .ignored ? nil : CancellationError() as? Failure
    state = Locked(State(instance: instance))
  }

  deinit { state.withLock { $0.alarm?.task }?.cancel() }

  /// The calls that wait at this moment, oldest first; those that `next()` has given included.
  public var pending: [HeldCall<Arguments, Output, Failure>] {
    state.withLock { $0.pending.values.sorted { $0.number < $1.number } }
  }

  /// The arguments of the calls that no longer wait because their tasks were cancelled.
  ///
  /// They are kept for as long as this object.
  public var cancelled: [Arguments] { state.withLock { $0.cancelled } }

  /// The next call that waits, in the order in which they were made; waits until there is one.
  ///
  /// A call whose task is cancelled is left out; `cancelled` has it. Throws `FakedError.missingCall` when
  /// none comes in time, with what is held and what was called instead, `FakedError.invalidParameter` for
  /// a `limit` below zero, and `CancellationError` when the task that asks is cancelled.
  public func next(
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> HeldCall<Arguments, Output, Failure> {
    let limit = limit ?? patience
    let asked = CallSite(fileID, filePath, line, column)
    if limit < .zero { throw FakeFailure.negativeLimit(limit, asked: asked).error }
    switch await arrival(within: limit, isolation: isolation) {
    case .call(let call): return call
    case .cancelled: throw CancellationError()
    case .released(let release):
      throw FakeFailure.holdEnded(hold, release, asked: asked).error
    case .expired:
      let wait = MissingCall.Wait.heldCall(with: condition.value?.phrase(function))
      throw FakeFailure.missingCall(
        MissingCall(
          wait: wait, function: function, limit: limit, asked: asked,
          instance: state.withLock { $0.instance })
      ).error
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

  var hold: HeldFunction { HeldFunction(function: function, site: site) }

  func resumeAll(_ ending: Call.Ending, at site: CallSite) {
    // Another may have ended one of them meanwhile, which is no failure here.
    for call in pending { end(call, ending, .resumed(at: site)) }
  }

  private func arrival(
    within limit: Duration, isolation: isolated (any Actor)?
  ) async -> Arrival {
    let deadline = ContinuousClock.now.advanced(by: limit)
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    while true {
      let arrival = await arrival(for: id, limit, deadline, isolation: isolation)
      // Between the call and the one who waits for it, its task may have been cancelled.
      guard case .call(let call) = arrival, !state.withLock({ $0.give(call) }) else {
        return arrival
      }
    }
  }

  private func arrival(
    for id: Int, _ limit: Duration, _ deadline: ContinuousClock.Instant,
    isolation: isolated (any Actor)?
  ) async -> Arrival {
    if let arrival = state.withLock({ $0.takeArrival() }) { return arrival }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        let early = state.withLock { state -> Arrival? in
          if let arrival = state.takeArrival() { return arrival }
          if Task.isCancelled { return .cancelled }
          let place = state.waiters.firstIndex { $0.id > id } ?? state.waiters.endIndex
          state.waiters.insert(
            Waiter(id: id, limit: limit, deadline: deadline, continuation: continuation),
            at: place)
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

  /// What becomes of a call that is to be held.
  private enum Reception {
    case cancelledBefore
    case released(HeldCallsRelease)
    case held
    case given(to: Waiter)
  }

  /// Holds a call from now on, unless its task was cancelled before.
  func hold(_ call: Call, _ continuation: CheckedContinuation<Call.Ending, Never>) {
    let reception = state.withLock { state -> Reception in
      guard case .made = call.progress else { return .cancelledBefore }
      call.progress = .waiting(continuation)
      if let release = state.release { return .released(release) }
      state.lastNumber += 1
      call.number = state.lastNumber
      state.pending[call.number] = call
      setAlarm(&state, for: call.deadline)
      guard !state.waiters.isEmpty else { return .held }
      state.lastGiven = call.number
      return .given(to: state.waiters.removeFirst())
    }
    switch reception {
    case .cancelledBefore:
      if let cancellation { continuation.resume(returning: .failure(cancellation)) }
    case .released(let release): endLate(call, release)
    case .held: break
    case .given(to: let waiter): waiter.continuation.resume(returning: .call(call))
    }
  }

  /// Ends a call at a line of the test; one that is over is a failure there.
  func resume(_ call: Call, _ ending: Call.Ending, at site: CallSite) {
    guard let earlier = end(call, ending, .resumed(at: site)) else { return }
    let failure = FakeFailure.resumedAfterEnd(
      function, call: call.description, end: earlier, at: site)
    reportOrStop(failure.message, at: site)
  }

  /// Ends a call, unless it is over: then it gives how that came.
  @discardableResult
  func end(_ call: Call, _ ending: Call.Ending, _ end: HeldCallEnd) -> HeldCallEnd? {
    let (earlier, continuation) = state.withLock { state in
      var continuation: CheckedContinuation<Call.Ending, Never>?
      switch call.progress {
      case .made: break
      case .waiting(let waiting): continuation = waiting
      case .ended(let earlier):
        return (earlier, nil) as (HeldCallEnd?, CheckedContinuation<Call.Ending, Never>?)
      }
      call.progress = .ended(end)
      state.pending[call.number] = nil
      if case .cancelled = end { state.cancelled.append(call.arguments) }
      return (nil, continuation)
    }
    continuation?.resume(returning: ending)
    return earlier
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

  /// Notes that `next()` gives a call, if that still waits.
  mutating func give(_ call: HeldCalls.Call) -> Bool {
    call.isGiven = pending[call.number] != nil
    if call.isGiven { givenCount += 1 }
    return call.isGiven
  }
}
