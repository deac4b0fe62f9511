import Faked

/// The code that waits for a scheduler.
struct Waiters {
  /// A task that waits until no other task can run.
  private struct IdleWaiter {
    let continuation: UnsafeContinuation<Void, Never>
    /// Returns what a task waits for that lets time pass. `nil` for a task that doesn't.
    let time: (@Sendable () -> PassingTime)?
  }

  private var idle: [IdleWaiter] = []
  /// The waits that fail when no task can run and nothing is expected from elsewhere.
  private var stuckHandlers: [(number: Int, call: @Sendable () -> Void)] = []
  private var stuckHandlerCount = 0
  /// Resumed when a job arrives while nothing can run.
  private var runLoop: UnsafeContinuation<Void, Never>?

  var isEmpty: Bool { idle.isEmpty }

  mutating func add(
    _ continuation: UnsafeContinuation<Void, Never>, time: (@Sendable () -> PassingTime)?
  ) {
    idle.append(IdleWaiter(continuation: continuation, time: time))
  }

  /// Removes the task that has waited longest.
  mutating func takeFirst() -> UnsafeContinuation<Void, Never>? {
    idle.isEmpty ? nil : idle.removeFirst().continuation
  }

  /// Removes the task that has waited longest of those that can continue when no task can run.
  ///
  /// - Parameter isIdle: A Boolean value that indicates whether nothing else can happen, either.
  mutating func takeFirst(whenIdle isIdle: Bool) -> UnsafeContinuation<Void, Never>? {
    let index = idle.firstIndex { waiter in
      switch waiter.time?() {
      case nil, .hasPassed: isIdle
      case .hasPassedWithoutEffect: true
      case .mustPass: false
      }
    }
    return index.map { idle.remove(at: $0).continuation }
  }

  /// A Boolean value that indicates whether enough time has passed for a task that has not continued yet.
  var stopTime: Bool { idle.contains { $0.time?() == .hasPassed } }

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
