import Faked

/// Lets runs that use a global actor or the main actor follow each other.
///
/// Such an actor is the same object in all explorations. If two runs used it at the same time, each run would
/// find jobs of the other one in the actor's queue.
final class GlobalActorLock: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [UnsafeContinuation<Void, Never>] = []
  }

  /// The runs that are not within another one.
  static let outermost = GlobalActorLock()

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

  /// Lets the next run begin. Runs begin in the order in which they asked.
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

/// The state of one run among the runs that use a global actor or the main actor.
struct Exclusivity {
  /// A Boolean value that indicates whether no other run uses global actors at the same time.
  private(set) var isExclusive = false
  /// The number of runs within this one that have not ended.
  private var innerRunCount = 0
  /// The runs within this one that wait until it is exclusive.
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  /// A Boolean value that indicates whether a run within this one waits until it is exclusive.
  var isRequested: Bool { !waiters.isEmpty }
  var hasInnerRuns: Bool { innerRunCount > 0 }

  mutating func addInnerRuns(_ count: Int) { innerRunCount += count }

  /// Adds a run within this one that waits. Returns `false` if this run is exclusive already.
  mutating func add(_ waiter: UnsafeContinuation<Void, Never>) -> Bool {
    if !isExclusive { waiters.append(waiter) }
    return !isExclusive
  }

  /// Makes the run exclusive. Returns the runs that waited for that.
  mutating func begin() -> [UnsafeContinuation<Void, Never>] {
    isExclusive = true
    defer { waiters = [] }
    return waiters
  }
}

extension Scheduler {
  /// The runs that wait for each other: those within the same run.
  private var siblings: GlobalActorLock { outer?.innerRuns ?? .outermost }

  /// Suspends until no other run uses global actors at the same time.
  ///
  /// A nested run uses the tasks of its outer run, so the outer run becomes exclusive first and remains exclusive. Its
  /// run loop waits for the other runs: a task that waited for them could not continue by itself.
  func beginExclusiveRun() async {
    limits.sharedActorUse.expectGlobalActors()
    await outer?.waitUntilExclusive()
    await siblings.begin()
    let waiters = state.withLock { $0.exclusivity.begin() }
    onThisThread { for waiter in waiters { waiter.resume() } }
  }

  /// Changes the number of runs within this one that have not ended. This run ends after all of them.
  func addInnerRuns(_ count: Int) {
    state.withLock { state in
      state.exclusivity.addInnerRuns(count)
      state.restartSteps()
      return state.waiters.takeRunLoop()
    }?.resume()
  }

  /// Lets the next run use global actors.
  func endExclusiveRun() {
    if state.withLock({ $0.exclusivity.isExclusive }) { siblings.end() }
  }

  private func waitUntilExclusive() async {
    await withUnsafeContinuation { continuation in
      addWaiter(continuation) { $0.exclusivity.add($1) }
    }
  }
}
