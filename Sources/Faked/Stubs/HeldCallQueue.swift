/// The held calls of one function, without its types.
protocol AnyHeldCalls: AnyObject, Sendable {
  var function: FunctionLabel { get }
  /// A Boolean value that indicates whether no call waits for the test.
  var isEmpty: Bool { get }
  /// The waiting calls and the expired calls, each with the line of its hold.
  var texts: [String] { get }
  func release(because reason: ReleaseReason)
}

/// A reference to a hold that doesn't keep it alive. Its stub, its calls, and the test do.
struct WeakHold {
  weak var calls: (any AnyHeldCalls)?
}

/// The reason for ending calls that the test did not resume.
enum ReleaseReason: Sendable, Equatable {
  /// The test called `release()`.
  case requested
  /// Nothing resumed the calls in time.
  case expired(after: Duration)
  case tornDown
  case stubsReset
  case scopeEnded
}

/// The end of a held call.
enum HeldCallEnd {
  case resumed(at: SourceLine)
  /// The task of the call was canceled.
  case cancelled
  case released(ReleaseReason)
}

/// The calls of one function that wait for the test, and the ends of the others.
@usableFromInline
final class HeldCallQueue<Arguments, Output>: Sendable {
  @usableFromInline typealias Outcome = Result<UncheckedSendable<Output>, any Error>

  /// One call, from its beginning.
  private struct Entry {
    /// The arguments. Released when the call ends, unless its task was canceled.
    var arguments: UncheckedSendable<Arguments>?
    let site: CapturedSite?
    var continuation: CheckedContinuation<Outcome, Never>?
    /// The task that ends the call if the test doesn't resume it in time.
    var alarm: Task<Void, Never>?
    /// A Boolean value that indicates whether the call waits for the test. A call that can't end continues to wait after
    /// its release.
    var isHeld = false
    var wasReturned = false
    var end: HeldCallEnd?

    func stopAlarm() {
      if let alarm { CurrentScheduler.outside { alarm.cancel() } }
    }
  }

  private struct State {
    /// All calls, in the order in which they began to wait.
    var entries: [Entry] = []
    /// The position of the oldest call that `next()` may return.
    var nextPosition = 0
    /// The calls whose tasks were canceled, in the order of their cancellation.
    var cancelled: [Int] = []
    /// The tests that wait in `next()`.
    var waiters: [CallSignal] = []
    /// The reason why calls are no longer held.
    var releaseReason: ReleaseReason?
    /// The calls that were not resumed in time, for messages.
    var expired: [HeldCallText] = []
    weak var instance: FakeInstance?
    weak var stub: StoredStub<Arguments, Output>?
    /// The scope of the fake. Reports may occur after the fake was deallocated.
    var scope: TestScope?

    /// Returns a call if it waits for the test.
    func held(_ id: Int) -> HeldArguments? {
      entries[id].isHeld ? entries[id].arguments.map { (id, $0) } : nil
    }

    /// Stops holding a call, and returns it as it was before. Without an end, it continues to wait.
    mutating func take(_ id: Int, _ end: HeldCallEnd?) -> Entry {
      let entry = entries[id]
      (entries[id].isHeld, entries[id].alarm) = (false, nil)
      guard let end else { return entry }
      (entries[id].end, entries[id].continuation) = (end, nil)
      if case .cancelled = end { cancelled.append(id) } else { entries[id].arguments = nil }
      return entry
    }
  }

  let function: FunctionLabel
  /// The line of `hold`.
  let site: SourceLine
  private let canThrow: @Sendable (any Error) -> Bool
  /// The condition of the hold, for messages.
  private let condition: UncheckedSendable<Condition<Arguments>?>
  private let limit: Duration
  /// A Boolean value that indicates whether the cancellation of its task ends a call.
  private let endsCancelled: Bool
  private let state = Locked(State())

  init(
    of function: FunctionState<Arguments, Output>, _ condition: Condition<Arguments>?,
    _ cancellation: HeldCallCancellation, atMost limit: Duration, at site: SourceLine
  ) {
    self.function = function.label
    self.site = site
    self.limit = limit
    canThrow = function.canThrow
    self.condition = UncheckedSendable(condition?.forTexts)
    endsCancelled = cancellation == .thrown && function.canThrow(CancellationError())
  }

  /// Begins to hold the calls of a stub.
  func begin(_ stub: StoredStub<Arguments, Output>, of instance: FakeInstance) {
    let scope = instance.state.scope
    state.withLock { state in
      (state.instance, state.stub, state.scope) = (instance, stub, scope)
    }
    instance.add(self)
  }

  private var scope: TestScope? { state.withLock { $0.scope } }

  func setLenient() {
    let (instance, stub) = state.withLock { ($0.instance, $0.stub) }
    instance?.state.contents.withLock { _ in stub?.isLenient = true }
  }

  @usableFromInline typealias HeldArguments = (id: Int, arguments: UncheckedSendable<Arguments>)

  /// The calls that wait at this moment, oldest first.
  var pending: [HeldArguments] {
    state.withLock { state in state.entries.indices.compactMap { state.held($0) } }
  }

  /// The calls whose tasks were canceled, in the order of their cancellation.
  var cancelled: [HeldArguments] {
    state.withLock { state in
      state.cancelled.compactMap { id in state.entries[id].arguments.map { (id, $0) } }
    }
  }

  private func text(_ arguments: UncheckedSendable<Arguments>, of id: Int) -> HeldCallText {
    let site = state.withLock { $0.entries[id].site }
    return HeldCallText(
      call: function.shortCall(argumentList(arguments.value)), site: site?.site)
  }
}

// The wait of a call.
extension HeldCallQueue {
  /// Suspends the caller until the call ends.
  ///
  /// The function stays on the actor of the caller, so that `next()` returns calls in the order in which they were
  /// made, and never a call whose task was canceled.
  @usableFromInline
  func wait(
    for arguments: UncheckedSendable<Arguments>, calledAt site: CapturedSite?,
    isolation: isolated (any Actor)?
  ) async throws -> UncheckedSendable<Output> {
    let id = state.withLock { state in
      state.entries.append(Entry(arguments: arguments, site: site))
      return state.entries.count - 1
    }
    let scheduler = CurrentScheduler.current
    scheduler?.setWait(
      TaskWait(
        "waits for the test to resume \(function.shortCall(argumentList(arguments.value)))",
        fix: "Resume the call."
      ) { site?.site })
    defer { scheduler?.setWait(nil) }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: isolation) { hold(id, arguments, $0) }
    } onCancel: {
      if endsCancelled { end(id, .failure(CancellationError()), .cancelled) }
    }.get()
  }

  /// Begins to hold a call, unless it has already ended.
  private func hold(
    _ id: Int, _ arguments: UncheckedSendable<Arguments>,
    _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    let (isCancelled, reason, waiter) = state.withLock { state in
      let isCancelled = state.entries[id].end != nil
      if !isCancelled { state.entries[id].continuation = continuation }
      state.entries[id].isHeld = !isCancelled && state.releaseReason == nil
      return (
        isCancelled, state.releaseReason, state.entries[id].isHeld ? state.waiters.first : nil
      )
    }
    if isCancelled { return continuation.resume(returning: .failure(CancellationError())) }
    if let reason { return endLate(id, arguments, reason) }
    setAlarm(for: id)
    waiter?.send()
  }

  /// Ends a call if the test doesn't resume it in time.
  private func setAlarm(for id: Int) {
    let limit = CurrentScheduler.limit(limit)
    // The task keeps no state of the test.
    let alarm = CurrentScheduler.startOutside { [weak self] in
      guard (try? await ProcessClock.sleep(for: limit)) != nil else { return }
      self?.release(because: .expired(after: limit)) { $0 == id }
    }
    let isHeld = state.withLock { state in
      if state.entries[id].isHeld { state.entries[id].alarm = alarm }
      return state.entries[id].isHeld
    }
    if !isHeld { CurrentScheduler.outside { alarm.cancel() } }
  }

  /// Ends a call that was made after the hold ended.
  ///
  /// A call that can't end keeps waiting. If the test requested the release, such a call stops the process.
  private func endLate(
    _ id: Int, _ arguments: UncheckedSendable<Arguments>, _ reason: ReleaseReason
  ) {
    if let outcome = usualOutcome {
      end(id, outcome, .released(reason))
    } else if reason == .requested {
      fatalError(
        FakeFailure.calledAfterRelease(function, hold: site, call: text(arguments, of: id)).message)
    }
  }

  /// Ends a call. Returns its earlier end if it has already ended.
  @discardableResult
  private func end(_ id: Int, _ outcome: Outcome, _ end: HeldCallEnd) -> HeldCallEnd? {
    let (earlier, entry) = state.withLock { state -> (HeldCallEnd?, Entry?) in
      if let earlier = state.entries[id].end { return (earlier, nil) }
      return (nil, state.take(id, end))
    }
    entry?.continuation?.resume(returning: outcome)
    entry?.stopAlarm()
    return earlier
  }

  /// Ends a call at a line of the test. A call that has already ended is a failure there.
  func finish(_ call: HeldArguments, _ outcome: Outcome, at site: SourceLine) {
    guard let earlier = end(call.id, outcome, .resumed(at: site)) else { return }
    let failure = FakeFailure.resumedAfterEnd(
      function, call: text(call.arguments, of: call.id), end: earlier, at: site)
    TestScope.report(failure.message, at: site, to: scope)
  }

  func finishAll(_ outcome: Outcome, at site: SourceLine) {
    // Another thread may end some of the calls first, which is not a failure here.
    for call in pending { end(call.id, outcome, .resumed(at: site)) }
  }
}

// Waiting for the next call.
extension HeldCallQueue: CallSource {
  /// Takes the oldest call that `next()` has not returned. Waits until there is one.
  func next(
    within limit: Duration?, at asked: SourceLine, isolation: isolated (any Actor)?
  ) async throws -> HeldArguments {
    let limit = limit ?? scope?.patience ?? TestScope.usualPatience
    if limit < .zero { throw FakeFailure.negativeLimit(limit, asked: asked).error }
    let found = try await CallSignal.find(within: limit, isolation: isolation) { signal in
      signal.listen(to: self)
      return takeNext(for: signal)
    }
    switch found {
    case .call(let call): return call
    case .ended(let reason):
      throw FakeFailure.holdEnded(function, hold: site, reason, asked: asked).error
    case nil:
      throw FakeFailure.missingCall(
        MissingCall(
          wait: .heldCall(with: condition.value?.phrase(function)), function: function,
          limit: limit, asked: asked, instance: state.withLock { $0.instance })
      ).error
    }
  }

  private enum Next {
    case call(HeldArguments)
    case ended(ReleaseReason)
  }

  /// Takes the oldest call. `nil` if there is none yet, or another wait comes first.
  private func takeNext(for waiter: CallSignal) -> Next? {
    state.withLock { state in
      while state.waiters.first === waiter, state.nextPosition < state.entries.count {
        let id = state.nextPosition
        // A call that has begun but doesn't wait yet comes next, unless it ends first.
        guard state.entries[id].isHeld || state.entries[id].end != nil else { break }
        state.nextPosition += 1
        guard let call = state.held(id) else { continue }
        state.entries[id].wasReturned = true
        return .call(call)
      }
      return state.releaseReason.map { .ended($0) }
    }
  }

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

// Releasing calls.
extension HeldCallQueue: AnyHeldCalls {
  var isEmpty: Bool { pending.isEmpty }

  var texts: [String] {
    let expired = state.withLock { $0.expired }
    return (expired + pending.map { text($0.arguments, of: $0.id) }).map { call in
      "\(function.owner).\(call.call) (\(site))" + calledAt(call.site)
    }
  }

  func release(because reason: ReleaseReason) {
    let waiters = state.withLock { state in
      state.releaseReason = state.releaseReason ?? reason
      return state.waiters
    }
    release(because: reason) { _ in true }
    for waiter in waiters { waiter.send() }
  }

  /// Ends calls that the test did not resume, and reports them unless the test requested the release.
  ///
  /// The calls are removed first, so that a call that another thread resumes is not reported.
  private func release(because reason: ReleaseReason, _ isMeant: (Int) -> Bool) {
    if isEmpty { return }
    // Runs user code.
    let usual = usualOutcome
    let (released, scope, all) = state.withLock { state in
      // Without an outcome, a call waits until the end of the process: the end of a scope never stops the process.
      let keepsWaiting = usual == nil && reason == .scopeEnded && state.scope != nil
      let ids = state.entries.indices.filter { isMeant($0) && state.entries[$0].isHeld }
      let released = ids.map { id in
        (id: id, entry: state.take(id, keepsWaiting ? nil : .released(reason)))
      }
      return (released, state.scope, state.entries)
    }
    guard !released.isEmpty else { return }
    for call in released { call.entry.stopAlarm() }
    // If the test requested the release and the calls can end, no text is needed.
    lazy var texts = released.compactMap { id, entry in
      entry.arguments.map { text($0, of: id) }
    }
    lazy var failure = FakeFailure.stillHeld(
      StillHeldCalls(
        function: function, calls: texts, reason: reason, heldCount: all.count,
        returnedCount: all.filter(\.wasReturned).count,
        unreturnedCount: released.filter { !$0.entry.wasReturned }.count))
    if case .expired = reason {
      let texts = texts
      state.withLock { $0.expired += texts }
    }
    if reason != .requested { scope?.report(.init(failure.message, at: site)) }
    for (position, (_, entry)) in released.enumerated() {
      if case .expired(let limit) = reason {
        // Without a scope that reports the failure, the error must contain the whole explanation.
        let expired: FakeFailure =
          scope == nil
          ? failure : .expired(function, hold: site, call: texts[position], after: limit)
        let error = expired.error
        if canThrow(error) {
          entry.continuation?.resume(returning: .failure(error))
          continue
        }
        // A natural default would hide the problem.
        if scope == nil, !canThrow(CancellationError()) { fatalError(failure.message) }
      }
      if let usual {
        entry.continuation?.resume(returning: usual)
      } else if reason != .scopeEnded || scope == nil {
        fatalError(failure.message)
      }
    }
  }

  /// The outcome of a call that is never resumed: `CancellationError`, or a natural default.
  private var usualOutcome: Outcome? {
    if canThrow(CancellationError()) { return .failure(CancellationError()) }
    return naturalDefault(of: Output.self).map { .success(UncheckedSendable($0)) }
  }
}

extension FakeInstance {
  /// Adds a hold, and removes the holds that no longer exist.
  func add(_ hold: any AnyHeldCalls) {
    // A read of a weak reference may create the last strong reference, so release the holds outside the lock.
    _ = state.contents.withLock { state in
      let living = state.holds.compactMap(\.calls)
      state.holds = (living + [hold]).map(WeakHold.init)
      return living
    }
  }

  private var holds: [any AnyHeldCalls] { state.contents.withLock { $0.holds.compactMap(\.calls) } }

  /// A Boolean value that indicates whether a call waits for the test.
  var holdsCalls: Bool { holds.contains { !$0.isEmpty } }

  /// The texts of the calls that were not resumed, of this fake and of all other fakes of its scope.
  ///
  /// They include expired calls, because a call may expire just before a wait does.
  package var heldCalls: [String] {
    let scope = state.scope ?? TestScope.ofTask
    let others = scope?.fakes.filter { $0 != self } ?? []
    return ([self] + others).flatMap(\.holds).flatMap(\.texts)
  }

  /// Releases the held calls of all functions, or of those with a name.
  func releaseHeldCalls(named name: String? = nil, because reason: ReleaseReason) {
    func isMeant(_ hold: any AnyHeldCalls) -> Bool { name == nil || hold.function.name == name }
    let holds = state.contents.withLock { state in
      let holds = state.holds.compactMap(\.calls)
      state.holds = holds.filter { !isMeant($0) }.map(WeakHold.init)
      return holds
    }
    for hold in holds where isMeant(hold) { hold.release(because: reason) }
  }
}
