import Faked

/// The code that waits for a scheduler.
struct Waiters {
  /// The tasks that wait until no other task can run, and perhaps until time has passed.
  private var idle: [(task: UnsafeContinuation<Void, Never>, time: @Sendable () -> PassingTime)] =
    []
  /// The waits that fail when no task can run and nothing is expected from elsewhere.
  private var stuckHandlers: [(number: Int, call: @Sendable () -> Void)] = []
  private var stuckHandlerCount = 0
  /// Resumed when a job arrives while nothing can run.
  private var runLoop: UnsafeContinuation<Void, Never>?

  var isEmpty: Bool { idle.isEmpty }

  mutating func add(
    _ task: UnsafeContinuation<Void, Never>, while time: @escaping @Sendable () -> PassingTime
  ) {
    idle.append((task, time))
  }

  /// Removes the task that has waited longest.
  mutating func takeFirst() -> UnsafeContinuation<Void, Never>? {
    idle.isEmpty ? nil : idle.removeFirst().task
  }

  /// Removes the task that has waited longest of those that can continue when no task can run.
  ///
  /// - Parameter isIdle: A Boolean value that indicates whether nothing else can happen, either.
  mutating func takeFirst(whenIdle isIdle: Bool) -> UnsafeContinuation<Void, Never>? {
    let index = idle.firstIndex { waiter in
      switch waiter.time() {
      case .mustPass: false
      case .mayPass: isIdle
      case .hasPassed: true
      }
    }
    return index.map { idle.remove(at: $0).task }
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
