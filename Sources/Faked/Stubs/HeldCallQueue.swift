/// The end of a held call, or of all calls of a hold.
enum HeldCallEnd: Sendable, Equatable {
  case resumed(at: SourceLine)
  /// The task of the call was canceled.
  case cancelled
  /// The test did not resume the call in time.
  case expired(after: Duration)
  case tornDown
  case stubsReset
  case scopeEnded
}

/// The calls of one function that wait for the test. It isn't generic, which keeps the code of each fake small.
@usableFromInline
final class HeldCallQueue: Sendable {
  typealias Outcome = Result<AnyBox, any Error>

  /// One held call.
  ///
  /// Unchecked, because the lock of the queue guards the variables.
  final class Call: @unchecked Sendable {
    let arguments: AnyBox
    let site: CapturedSite?
    fileprivate var continuation: CheckedContinuation<Outcome, Never>?
    fileprivate var end: HeldCallEnd?
    fileprivate var wasReturned = false

    init(_ arguments: AnyBox, calledAt site: CapturedSite?) {
      (self.arguments, self.site) = (arguments, site)
    }
  }

  private struct State {
    /// The calls that wait for the test, in the order in which they began to wait.
    var waiting: [Call] = []
    /// The number of calls that `next()` has returned.
    var returnedCount = 0
    /// The tests that wait in `next()`.
    var waiters: [CallSignal] = []
    /// The reason why calls are no longer held.
    var end: HeldCallEnd?
    /// The calls that were not resumed in time, for messages.
    var expired: [String] = []
    weak var instance: FakeInstance?

    /// Ends a call, and returns the continuation that waits for its outcome.
    mutating func take(_ call: Call, _ end: HeldCallEnd) -> CheckedContinuation<Outcome, Never>? {
      defer { (call.end, call.continuation) = (end, nil) }
      waiting.removeAll { $0 === call }
      return call.continuation
    }
  }

  let function: FunctionLabel
  /// The line of `hold`.
  let site: SourceLine
  /// The scope of the fake. Reports may occur after the fake was deallocated.
  private let scope: TestScope?
  private let limit: Duration
  private let canThrow: @Sendable (any Error) -> Bool
  private let naturalResult: @Sendable () -> AnyBox?
  /// The condition of the hold, for messages.
  private let condition: UncheckedSendable<(() -> String)?>
  /// A Boolean value that indicates whether the cancellation of its task ends a call.
  private let endsCancelled: Bool
  private let state: Locked<State>

  init<Arguments, Output>(
    of function: FunctionState<Arguments, Output>, _ instance: FakeInstance,
    _ condition: Condition<Arguments>?, _ cancellation: HeldCallCancellation,
    atMost limit: Duration, at site: SourceLine
  ) {
    let label = function.label
    (self.function, self.site, self.limit) = (label, site, limit)
    scope = instance.state.scope
    canThrow = function.canThrow
    naturalResult = { naturalDefault(of: Output.self).map(Box.init) }
    let texts = condition?.forTexts
    self.condition = UncheckedSendable(texts.map { texts in { texts.phrase(label) } })
    endsCancelled = cancellation == .thrown && function.canThrow(CancellationError())
    state = Locked(State(instance: instance))
  }

  /// The calls that wait at this moment, oldest first.
  var waiting: [Call] { state.withLock { $0.waiting } }

  /// The waiting calls and the expired calls, each with the line of its hold.
  var texts: [String] {
    (state.withLock { $0.expired } + waiting.map(text)).map {
      "\(function.owner).\($0), held at \(site)"
    }
  }

  /// The call with the line that made it.
  private func text(of call: Call) -> String {
    shortText(of: call) + (call.site?.site.map { " (called \($0.phrase))" } ?? "")
  }

  /// The call as it is written: `find("swift")`.
  func shortText(of call: Call) -> String {
    function.shortCall(argumentList(call.arguments.any))
  }
}

// The wait of a call.
extension HeldCallQueue {
  /// Suspends the caller until the call ends.
  ///
  /// The function stays on the actor of the caller, so that `next()` returns calls in the order in which they were
  /// made, and never a call whose task was canceled.
  func wait(_ call: Call, isolation: isolated (any Actor)?) async throws -> AnyBox {
    let scheduler = CurrentScheduler.current
    scheduler?.setWait(
      TaskWait(
        "waits for the test to resume \(shortText(of: call))", fix: "Resume the call."
      ) { call.site?.site })
    var alarm: Task<Void, Never>?
    defer {
      CurrentScheduler.outside { alarm?.cancel() }
      scheduler?.setWait(nil)
    }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { continuation in
        if hold(call, continuation) { alarm = startAlarm(for: call) }
      }
    } onCancel: {
      if endsCancelled { end(call, .failure(CancellationError()), .cancelled) }
    }.get()
  }

  /// Begins to hold a call. Returns `false` if the call or its hold has already ended.
  private func hold(
    _ call: Call, _ continuation: CheckedContinuation<Outcome, Never>
  ) -> Bool {
    let (earlyEnd, waiter) = state.withLock { state -> (HeldCallEnd?, CallSignal?) in
      if let end = call.end { return (end, nil) }
      call.continuation = continuation
      if let end = state.end { return (end, nil) }
      state.waiting.append(call)
      return (nil, state.waiters.first)
    }
    waiter?.send()
    guard let earlyEnd else { return true }
    if earlyEnd == .cancelled {
      continuation.resume(returning: .failure(CancellationError()))
    } else if let outcome = usualOutcome {
      // The call was made after the hold ended. Without an outcome, it waits until the end of the process.
      end(call, outcome, earlyEnd)
    }
    return false
  }

  /// Starts a task that ends a call if the test doesn't resume it in time.
  private func startAlarm(for call: Call) -> Task<Void, Never> {
    let limit = CurrentScheduler.limit(limit)
    // The alarm keeps no state of the test.
    return CurrentScheduler.startOutside { [weak self, weak call] in
      guard (try? await ProcessClock.sleep(for: limit)) != nil, let call else { return }
      self?.release(because: .expired(after: limit), only: call)
    }
  }

  /// Ends a call. Returns its earlier end if it has already ended.
  @discardableResult
  private func end(_ call: Call, _ outcome: Outcome, _ end: HeldCallEnd) -> HeldCallEnd? {
    let (earlier, continuation) = state.withLock { state in
      (call.end, call.end == nil ? state.take(call, end) : nil)
    }
    continuation?.resume(returning: outcome)
    return earlier
  }

  /// Ends a call at a line of the test. A call that has already ended is a failure there.
  func finish(_ call: Call, _ outcome: Outcome, at site: SourceLine) {
    guard let earlier = end(call, outcome, .resumed(at: site)) else { return }
    let failure = FakeFailure.resumedAfterEnd(
      function, call: text(of: call), end: earlier, at: site)
    TestScope.report(failure.message, at: site, to: scope)
  }
}

// Waiting for the next call.
extension HeldCallQueue: CallSource {
  /// Takes the oldest call that `next()` has not returned. Waits until there is one.
  func next(
    within limit: Duration?, at asked: SourceLine, isolation: isolated (any Actor)?
  ) async throws -> Call {
    let limit = limit ?? scope?.patience ?? TestScope.usualPatience
    let found = try await CallSignal.find(within: limit, isolation: isolation) { signal in
      signal.listen(to: self)
      return state.withLock { state -> (call: Call?, end: HeldCallEnd?)? in
        // Of several waits, the one that began first gets the next call.
        if state.waiters.first === signal,
          let call = state.waiting.first(where: { !$0.wasReturned })
        {
          call.wasReturned = true
          state.returnedCount += 1
          return (call, nil)
        }
        return state.end.map { (nil, $0) }
      }
    }
    if let call = found?.call { return call }
    if let end = found?.end {
      throw FakeFailure.holdEnded(function, hold: site, end, asked: asked).error
    }
    throw FakeFailure.missingCall(
      MissingCall(
        wait: .heldCall(with: condition.value?()), function: function, limit: limit, asked: asked,
        instance: state.withLock { $0.instance })
    ).error
  }

  package func changeWaiters(_ change: (inout [CallSignal]) -> Void) {
    let next = state.withLock { state -> CallSignal? in
      let count = state.waiters.count
      change(&state.waiters)
      // If a wait has ended, the next one may take a call.
      return state.waiters.count < count ? state.waiters.first : nil
    }
    next?.send()
  }
}

// Releasing calls.
extension HeldCallQueue {
  func release(because end: HeldCallEnd) {
    let waiters = state.withLock { state in
      state.end = state.end ?? end
      return state.waiters
    }
    release(because: end, only: nil)
    for waiter in waiters { waiter.send() }
  }

  /// Ends and reports calls that the test did not resume.
  ///
  /// The calls are removed first, so that a call that another thread resumes is not reported.
  private func release(because end: HeldCallEnd, only call: Call?) {
    if waiting.isEmpty { return }
    // Runs user code.
    let usual = usualOutcome
    // The end of a scope never stops the process. Instead, the call waits until the end of the process.
    let isEndless = usual == nil && end == .scopeEnded && scope != nil
    let (released, returnedCount) = state.withLock { state in
      let released = state.waiting.filter { call == nil || $0 === call }
      state.waiting.removeAll { call == nil || $0 === call }
      return (
        released.map { (call: $0, continuation: isEndless ? nil : state.take($0, end)) },
        state.returnedCount
      )
    }
    if released.isEmpty { return }
    let texts = released.map { text(of: $0.call) }
    let failure = FakeFailure.stillHeld(
      function, texts, end, returnedCount: returnedCount,
      unreturnedCount: released.filter { !$0.call.wasReturned }.count)
    scope?.report(.init(failure.message, at: site))
    if isEndless { return }
    var outcome = usual
    if case .expired = end {
      state.withLock { $0.expired += texts }
      if canThrow(failure.error) {
        outcome = .failure(failure.error)
      } else if scope == nil, case .success = usual {
        // A natural default would hide the problem.
        outcome = nil
      }
    }
    guard let outcome else { fatalError(failure.message) }
    for (_, continuation) in released { continuation?.resume(returning: outcome) }
  }

  /// The outcome of a call that is never resumed: `CancellationError`, or a natural default.
  private var usualOutcome: Outcome? {
    if canThrow(CancellationError()) { return .failure(CancellationError()) }
    return naturalResult().map { .success($0) }
  }
}

extension FakeInstance {
  private var holds: [HeldCallQueue] { state.contents.withLock { $0.holds } }

  /// A Boolean value that indicates whether a call waits for the test.
  var holdsCalls: Bool { holds.contains { !$0.waiting.isEmpty } }

  /// The texts of the calls that were not resumed, of this fake and of all other fakes of its scope.
  ///
  /// They include expired calls, because a call may expire just before a wait does.
  package var heldCalls: [String] {
    let scope = state.scope ?? TestScope.ofTask
    let others = scope?.fakes.filter { $0 != self } ?? []
    return ([self] + others).flatMap(\.holds).flatMap(\.texts)
  }

  /// Releases the held calls of all functions, or of those with a name.
  func releaseHeldCalls(named name: String? = nil, because end: HeldCallEnd) {
    func isMeant(_ hold: HeldCallQueue) -> Bool { name == nil || hold.function.name == name }
    let ended = state.contents.withLock { state in
      defer { state.holds.removeAll(where: isMeant) }
      return state.holds.filter(isMeant)
    }
    for hold in ended { hold.release(because: end) }
  }
}
