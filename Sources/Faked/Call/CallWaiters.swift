/// Those who wait for the next call of a fake, and the exploration that all its calls belong to.
///
/// A fake that nobody watches has none, so that its calls pay for one comparison with nil.
@usableFromInline
package final class CallWaiters: Sendable {
  private struct State {
    var wakes = 0
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var observer: (any CallObserver)?
  }

  private let state = Locked(State())

  init() {}

  /// How often they were woken; taken before a look at the calls, so that no call is missed.
  package var wakes: Int { state.withLock { $0.wakes } }

  var observer: (any CallObserver)? { state.withLock { $0.observer } }

  /// Sets the exploration; gives whether there was one.
  fileprivate func replaceObserver(by observer: (any CallObserver)?) -> Bool {
    state.withLock { state in
      defer { state.observer = observer }
      return state.observer != nil
    }
  }

  /// Suspends until they are woken, unless that has happened since `wakes` was read.
  package func sleep(
    since wakes: Int, isolation: isolated (any Actor)? = #isolation
  ) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isLate = state.withLock { state in
        if state.wakes == wakes { state.sleepers.append(continuation) }
        return state.wakes != wakes
      }
      if isLate { continuation.resume() }
    }
  }

  /// Wakes all of them; each looks for itself whether it has what it waits for.
  package func wake() {
    let sleepers = state.withLock { state in
      state.wakes += 1
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }
}

extension FakeInstance {
  /// Wakes all of them for a call that was made, and lets the exploration decide how the call goes on.
  @usableFromInline @inline(never)
  func meet<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>,
    _ answer: Lesson<Arguments, Output, Failure>.Answer?, _ arguments: Arguments, canWait: Bool,
    _ waiters: CallWaiters
  ) -> (
    call: StartedCall<Arguments, Output, Failure>,
    answer: Lesson<Arguments, Output, Failure>.Answer?
  ) {
    waiters.wake()
    guard let observer = waiters.observer,
      let function = functions.withLock({ $0.function(of: call) })
    else { return (call, answer) }
    var met = MetCall(started: call, answer: answer, function: function)
    observer.meet(&met, arguments, canWait: canWait)
    return (met.started, met.answer)
  }

  /// Looks at the calls now and each time one is made, until it finds what it looks for.
  ///
  /// Gives nil when the time is up; throws `CancellationError` when its task is cancelled.
  package func find<Found>(
    until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation,
    _ look: () -> Found?
  ) async throws -> Found? {
    let waiters = startWaiting()
    defer { stopWaiting() }
    let alarm = Task.detached {
      try await Task.sleep(until: deadline, clock: .continuous)
      waiters.wake()
    }
    defer { alarm.cancel() }
    return try await withTaskCancellationHandler {
      while true {
        let wakes = waiters.wakes
        if let found = look() { return found }
        try Task.checkCancellation()
        if ContinuousClock.now >= deadline { return nil }
        await waiters.sleep(since: wakes)
      }
    } onCancel: {
      waiters.wake()
    }
  }

  /// Joins those who wait for calls of this fake; until the last of them leaves, every call wakes them.
  private func startWaiting() -> CallWaiters {
    functions.withLock { table in
      let waiters = table.waiters ?? CallWaiters()
      table.waiters = waiters
      table.waiterCount += 1
      return waiters
    }
  }

  private func stopWaiting() {
    functions.withLock { table in
      table.waiterCount -= 1
      if table.waiterCount == 0 { table.waiters = nil }
    }
  }
}

extension FunctionTable {
  /// Lets an exploration meet every call from now on, or none any more.
  mutating func observe(_ observer: (any CallObserver)?) {
    guard let waiters = waiters ?? observer.map({ _ in CallWaiters() }) else { return }
    self.waiters = waiters
    let had = waiters.replaceObserver(by: observer)
    waiterCount += (observer == nil ? 0 : 1) - (had ? 1 : 0)
    if waiterCount == 0 { self.waiters = nil }
  }
}
