import Faked

extension Scheduler: TestScheduler {
  package static func find() -> (any TestScheduler)? { current }

  /// The scope of the test or of the run of an exploration.
  package internal(set) var scope: TestScope? {
    get { state.withLock(\.scope) }
    set {
      // The last reference must not be released under the lock.
      _ = state.withLock { state in
        defer { state.scope = newValue }
        return state.scope
      }
    }
  }

  /// Suspends the current task until the scheduler lets an event happen.
  ///
  /// - Returns: `false` if the task was canceled, and the event did not happen.
  @discardableResult
  package func wait(
    for event: ScheduledEvent, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard let number = RuntimeSymbols.currentTaskNumber else { return true }
    guard event.reactsToCancellation else {
      _ = await suspend(number, until: event, isolation: isolation)
      return true
    }
    return await withTaskCancellationHandler {
      await suspend(number, until: event, isolation: isolation)
    } onCancel: {
      state.withLock { state in
        state.cancelEvent(ofTask: number)
        return state.waiters.takeRunLoop()
      }?.resume()
    } == .happened
  }

  private func suspend(
    _ number: UInt64, until event: ScheduledEvent, isolation: isolated (any Actor)?
  ) async -> PendingEvent.End {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let isCancelled = Task.isCancelled
      let (isAdded, runLoop) = state.withLock { state in
        guard state.end.isRunning, let task = state.tasks.index(of: number) else {
          return (false, UnsafeContinuation<Void, Never>?.none)
        }
        state.events.add(PendingEvent(event, of: task, named: state.tasks[task].name, continuation))
        if isCancelled { state.cancelEvent(ofTask: number) }
        return (true, state.waiters.takeRunLoop())
      }
      runLoop?.resume()
      if !isAdded { continuation.resume(returning: .happened) }
    }
  }

  /// Lets the state take a continuation. Resumes it if the state doesn't.
  func addWaiter(
    _ continuation: UnsafeContinuation<Void, Never>,
    _ add: (inout State, UnsafeContinuation<Void, Never>) -> Bool
  ) {
    let (isAdded, runLoop) = state.withLock { state in
      add(&state, continuation) ? (true, state.waiters.takeRunLoop()) : (false, nil)
    }
    runLoop?.resume()
    if !isAdded { continuation.resume() }
  }

  /// Records for a report that an event of the current task doesn't happen, because the task is canceled.
  func recordCancellation(of event: ScheduledEvent) {
    guard let number = RuntimeSymbols.currentTaskNumber else { return }
    state.withLock { state in
      guard let task = state.tasks.index(of: number) else { return }
      state.story.add(task, of: state.tasks, event: event, end: .canceled)
    }
  }

  package func untilIdle(isolation: isolated (any Actor)? = #isolation) async {
    await letTimePass(isolation: isolation) { .mayPass }
  }

  package func letTimePass(
    isolation: isolated (any Actor)?, while wait: @escaping @Sendable () -> PassingTime
  ) async {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      addWaiter(continuation) { state, continuation in
        if state.end.letsTasksWait { state.waiters.add(continuation, while: wait) }
        return state.end.letsTasksWait
      }
    }
  }

  package func whenStuck(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { $0.waiters.add(handler) }
    return { [state] in state.withLock { $0.waiters.removeHandler(number) } }
  }

  package var hasStopped: Bool { state.withLock { $0.end.ending.stopsScenario } }

  package var endsSleeps: Bool { state.withLock { $0.choices.isGuided } }

  package func add(_ clock: any VirtualClock) { state.withLock { $0.add(clock) } }

  package func report(_ message: String, at site: SourceLine) -> Bool {
    guard let reporter else { return false }
    reporter(message, site)
    return true
  }

  package func setWait(_ wait: TaskWait?) {
    guard let number = RuntimeSymbols.currentTaskNumber else { return }
    let isCancelled = Task.isCancelled
    state.withLock { state in
      if wait == nil, isCancelled { state.cancellation.addEndedWait() }
      if let index = state.tasks.index(of: number) { state.tasks[index].wait = wait }
    }
  }
}
