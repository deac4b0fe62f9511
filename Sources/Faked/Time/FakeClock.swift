/// A clock whose time passes only when a test advances it.
///
/// Give it to production code that takes `any Clock<Duration>`:
///
/// ```swift
/// let clock = FakeClock()
/// let poller = Poller(clock: clock)
/// await poller.start()
/// await clock.advance(by: .seconds(3))
/// #expect(await poller.ticks == 3)
/// ```
///
/// In a deterministic test, `advance` never races with a sleep that is about to begin. Elsewhere, it waits
/// for a sleep. In an exploration, sleeps end by themselves: when no task can run, the earliest sleep ends
/// or a call that waits for its response continues.
///
/// See <doc:DeterministicTests>.
public final class FakeClock: Clock, Sendable {
  /// A point in time of a fake clock. `clock.now` is one, and `advanced(by:)` returns others.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    package let offset: Duration

    /// Returns a later instant, or an earlier one for a negative duration.
    ///
    /// - Parameter duration: The time between the two instants.
    /// - Returns: The other instant.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    /// Returns the time from this instant to another one, which is negative for an earlier instant.
    ///
    /// - Parameter other: The other instant of the same clock.
    /// - Returns: The time between the two instants.
    public func duration(to other: Self) -> Duration { other.offset - offset }

    /// Returns a Boolean value that indicates whether one instant is earlier than another.
    ///
    /// - Parameters:
    ///   - left: An instant.
    ///   - right: An instant of the same clock.
    /// - Returns: `true` if `left` is earlier.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  /// A sleep of a task on a fake clock.
  public struct Sleep: Sendable, Equatable {
    /// The number of the sleep on its clock, from 1.
    let id: Int
    /// The time at which the sleep ends.
    public let deadline: Instant
    fileprivate let callers: [CodeAddress]

    /// The line that began the sleep, or `nil` if the system can't capture it.
    package var callSite: CallSite? { CallSite(firstOf: callers) }
  }

  struct Sleeper {
    let sleep: Sleep
    let continuation: CheckedContinuation<Void, any Error>
    /// A Boolean value that indicates whether `nextSleep` has returned the sleep.
    var isSeen = false
  }

  struct State {
    var now = Instant(offset: .zero)
    /// The times to which tasks advance the clock now.
    var targets: [Instant] = []
    /// The number of sleeps that an exploration ended.
    var endedCount = 0
    /// The tasks that sleep, by deadline, then in the order in which the sleeps began.
    var sleepers: [Sleeper] = []
    /// The number of sleeps so far.
    var count = 0
    /// The sleeps that ended, but whose tasks have not continued yet.
    var waking: Set<Int> = []
    /// A Boolean value that indicates whether a run of the clock ended all sleeps, and none has begun since.
    var hasEndedSleeps = false
    /// A Boolean value that indicates whether a task may still sleep at the end of the test.
    var isLenient = false
    /// Resumed when a sleep begins.
    var waiters: [CallSignal] = []
  }

  let state = Locked(State())
  /// The run of an exploration that made the clock.
  private let run = TestScope.ofTask?.interceptor

  /// Creates a clock whose time is zero.
  ///
  /// If a task still sleeps on the clock at the end of the scope in which it was created, the test gets a warning.
  /// In a strict scope, that is a failure.
  public init() {
    TestScope.ofTask?.add(self)
    CurrentScheduler.exploration?.add(self)
  }

  /// Turns off the warning about tasks that still sleep at the end of the test, and returns the same clock.
  ///
  /// Use it for work that sleeps until the process ends: `let clock = FakeClock().lenient`.
  public var lenient: FakeClock {
    state.withLock { $0.isLenient = true }
    return self
  }

  /// The current time, which only the test changes.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step of the clock. Any duration is possible.
  public var minimumResolution: Duration { .zero }

  /// The sleeps that have not ended, earliest deadline first.
  public var sleeps: [Sleep] { state.withLock { $0.sleepers.map(\.sleep) } }

  /// Suspends the task until the clock reaches a time.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the sleep ends. A time that is not in the future ends it immediately.
  ///   - tolerance: Ignored, because the clock is exact. Defaults to `nil`.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let scheduler = CurrentScheduler.current
    // Otherwise, a loop that ignores its cancellation would block the thread.
    if scheduler == nil, Task.isCancelled { await Task.yield() }
    try Task.checkCancellation()
    join(CurrentScheduler.exploration)
    let callers =
      CallSiteTable.isSupported ? RawBacktrace(of: .currentAsynchronous()).addresses : []
    let sleep = state.withLock { state in
      state.count += 1
      state.hasEndedSleeps = false
      return Sleep(id: state.count, deadline: deadline, callers: callers)
    }
    scheduler?.setWait(
      TaskWait(
        "sleeps until \(deadline.offset)",
        fix: "Cancel the task, or end the scenario with `await clock.run()`."
      ) { sleep.callSite })
    defer {
      scheduler?.setWait(nil)
      _ = state.withLock { $0.waking.remove(sleep.id) }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(sleep, $0) }
    } onCancel: {
      cancel(sleep)
    }
  }

  /// Lets an exploration pass the time of the clock, even if the scenario didn't create it.
  func join(_ exploration: (any TestScheduler)?) {
    exploration?.add(self)
    if let current = TestScope.ofTask?.interceptor, current !== run { current.addOutsideClock() }
  }

  private func begin(_ sleep: Sleep, _ continuation: CheckedContinuation<Void, any Error>) {
    let (isSleeping, waiters) = state.withLock { state -> (Bool, [CallSignal]) in
      // The task may have been canceled before the sleep began.
      guard !Task.isCancelled, sleep.deadline > state.now else { return (false, []) }
      let index = state.sleepers.firstIndex { $0.sleep.deadline > sleep.deadline }
      state.sleepers.insert(
        Sleeper(sleep: sleep, continuation: continuation), at: index ?? state.sleepers.count)
      return (true, state.waiters)
    }
    for waiter in waiters { waiter.send() }
    if isSleeping { return }
    continuation.resume(with: Result { try Task.checkCancellation() })
  }

  private func cancel(_ sleep: Sleep) {
    let sleeper = state.withLock { state -> Sleeper? in
      let index = state.sleepers.firstIndex { $0.sleep == sleep }
      return index.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}

// The clock in an exploration.
extension FakeClock {
  /// The time until the earliest sleep or advance ends. `nil` if there is none.
  package var restOfEarliestSleep: Duration? {
    state.withLock { state in
      let ends =
        state.sleepers.prefix(1).map(\.sleep.deadline) + state.targets.filter { $0 > state.now }
      return ends.min().map { max(.zero, state.now.duration(to: $0)) }
    }
  }

  /// Returns the number of sleeps that will have ended after a duration.
  package func sleepCount(endingWithin duration: Duration) -> Int {
    state.withLock { state in
      let end = state.now.advanced(by: duration)
      return state.sleepers.prefix { $0.sleep.deadline <= end }.count
    }
  }

  /// Lets time pass, and ends the sleeps that are due, in the order of their ends.
  ///
  /// - Parameters:
  ///   - duration: The time that passes.
  ///   - only: The index, among the sleeps that are due, of the only one that ends. `nil` ends all of them.
  package func pass(_ duration: Duration, ending only: Int?) {
    let due = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let count = state.sleepers.prefix { $0.sleep.deadline <= state.now }.count
      var range = 0..<count
      if let only { range = range.contains(only) ? only..<only + 1 : 0..<0 }
      state.endedCount += range.count
      defer { state.sleepers.removeSubrange(range) }
      return Array(state.sleepers[range])
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

extension FakeClock.Sleep: CustomStringConvertible {
  /// The end of the sleep and the line that began it: `until 5.0 seconds (Poller.swift:12 in Poller.start())`.
  ///
  /// The first description for each line can take up to 30 ms. Where the system can't capture the line, the
  /// description lacks it.
  public var description: String {
    "until \(deadline.offset)" + (callSite.map { " (\($0))" } ?? "")
  }
}
