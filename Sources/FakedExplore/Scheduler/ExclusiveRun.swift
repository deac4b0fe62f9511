import Faked

/// Lets runs that use a global actor or the main actor follow each other.
///
/// Such an actor is the same object in all explorations. If two runs used it at the same time, each would
/// find jobs of the other in its queue.
final class ExclusiveRun: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  /// The runs that are not within another one.
  static let outermost = ExclusiveRun()

  private let state = Locked(State())

  /// Suspends until no other run is exclusive.
  func begin() async {
    await withUnsafeContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next run begin, in the order in which they asked.
  func end() {
    let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

extension Scheduler {
  /// The runs that wait for each other: those within the same run.
  private var siblings: ExclusiveRun { outer?.innerRuns ?? .outermost }

  /// Suspends until no other run uses global actors at the same time.
  ///
  /// A run within another one uses the tasks of that one. So the outer run becomes exclusive first, and stays
  /// so. Its driver waits for the other runs: a task that waited for them could not continue by itself.
  func beginExclusiveRun() async {
    await outer?.waitUntilExclusive()
    await siblings.begin()
    state.withLock { $0.isExclusive = true }
    let waiters = state.withLock { state in
      defer { state.exclusiveWaiters = [] }
      return state.exclusiveWaiters
    }
    onThisThread { for waiter in waiters { waiter.resume() } }
  }

  /// Changes the number of runs within this one that have not ended. This run ends after all of them.
  func addInnerRuns(_ count: Int) {
    state.withLock { state in
      state.innerRunCount += count
      return state.takeWaitingDriver()
    }?.resume()
  }

  /// Lets the next run use global actors.
  func endExclusiveRun() {
    if state.withLock({ $0.isExclusive }) { siblings.end() }
  }

  private func waitUntilExclusive() async {
    await withUnsafeContinuation { continuation in
      let (isAdded, driver) = state.withLock { state in
        if state.isExclusive { return (false, UnsafeContinuation<Void, Never>?.none) }
        state.exclusiveWaiters.append(continuation)
        return (true, state.takeWaitingDriver())
      }
      driver?.resume()
      if !isAdded { continuation.resume() }
    }
  }
}
