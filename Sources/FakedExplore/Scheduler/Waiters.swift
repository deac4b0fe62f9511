/// The code that waits for a scheduler.
struct Waiters {
  /// The tasks that wait until no other task can run, and until enough time has passed.
  private var idle: [(task: UnsafeContinuation<Void, Never>, isReached: @Sendable () -> Bool)] = []
  /// The waits that fail when no task can run and nothing is expected from elsewhere.
  private var stuckHandlers: [(number: Int, call: @Sendable () -> Void)] = []
  private var stuckHandlerCount = 0
  /// Resumed when a job arrives while nothing can run.
  private var runLoop: UnsafeContinuation<Void, Never>?

  var isEmpty: Bool { idle.isEmpty }

  mutating func add(
    _ task: UnsafeContinuation<Void, Never>, until isReached: @escaping @Sendable () -> Bool
  ) {
    idle.append((task, isReached))
  }

  /// Removes the task that has waited longest.
  mutating func takeFirst() -> UnsafeContinuation<Void, Never>? {
    idle.isEmpty ? nil : idle.removeFirst().task
  }

  /// Removes the task that has waited longest of those for which enough time has passed.
  mutating func takeFirstReached() -> UnsafeContinuation<Void, Never>? {
    idle.firstIndex { $0.isReached() }.map { idle.remove(at: $0).task }
  }

  /// Adds a handler. Returns its number.
  mutating func add(_ handler: @escaping @Sendable () -> Void) -> Int {
    stuckHandlerCount += 1
    stuckHandlers.append((stuckHandlerCount, handler))
    return stuckHandlerCount
  }

  mutating func removeHandler(_ number: Int) { stuckHandlers.removeAll { $0.number == number } }

  mutating func takeHandlers() -> [@Sendable () -> Void] {
    defer { stuckHandlers = [] }
    return stuckHandlers.map(\.call)
  }

  mutating func setRunLoop(_ runLoop: UnsafeContinuation<Void, Never>) { self.runLoop = runLoop }

  /// Returns the run loop that waits for a job, once.
  mutating func takeRunLoop() -> UnsafeContinuation<Void, Never>? {
    defer { runLoop = nil }
    return runLoop
  }
}
