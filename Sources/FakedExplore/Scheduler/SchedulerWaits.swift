import Faked

extension Scheduler: TestScheduler {
  package static func find() -> (any TestScheduler)? { current }

  /// Suspends the current task until the scheduler lets an event happen.
  ///
  /// - Returns: `false` if the task was canceled, and the event did not happen.
  @discardableResult
  package func wait(
    for event: ScheduledEvent, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard let current = RuntimeSymbols.currentTask else { return true }
    let number = RuntimeSymbols.taskNumber(of: current)
    guard event.reactsToCancellation else {
      return await suspend(number, until: event, isolation: isolation) == .happened
    }
    return await withTaskCancellationHandler {
      await suspend(number, until: event, isolation: isolation)
    } onCancel: {
      state.withLock { state in
        state.cancelEvent(ofTask: number)
        return state.takeWaitingDriver()
      }?.resume()
    } == .happened
  }

  private func suspend(
    _ number: UInt64, until event: ScheduledEvent, isolation: isolated (any Actor)?
  ) async -> PendingEvent.End {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let isCanceled = Task.isCancelled
      let (isAdded, driver) = state.withLock { state in
        guard case .running = state.phase, let task = state.tasks.index(of: number) else {
          return (false, UnsafeContinuation<Void, Never>?.none)
        }
        var stableName = state.tasks[task].name
        stableName.combine(event.name)
        state.events.append(
          PendingEvent(
            event: event, task: task, stableName: stableName, continuation: continuation,
            isCanceled: false))
        if isCanceled { state.cancelEvent(ofTask: number) }
        return (true, state.takeWaitingDriver())
      }
      driver?.resume()
      if !isAdded { continuation.resume(returning: .happened) }
    }
  }

  /// Records for a report that an event of the current task doesn't happen, because the task is canceled.
  func recordCancellation(of event: ScheduledEvent) {
    guard let current = RuntimeSymbols.currentTask else { return }
    let number = RuntimeSymbols.taskNumber(of: current)
    state.withLock { state in
      guard let task = state.tasks.index(of: number) else { return }
      state.recordStep(task, event: event, end: .canceled)
    }
  }

  /// Suspends the current task until the scheduler chooses an event with a name.
  package func event(
    named name: String, isLastResort: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async {
    await wait(
      for: ScheduledEvent(name: name, isLastResort: isLastResort), isolation: isolation)
  }

  package func untilIdle(isolation: isolated (any Actor)? = #isolation) async {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let (isAdded, driver) = state.withLock { state in
        guard case .running = state.phase else {
          return (false, UnsafeContinuation<Void, Never>?.none)
        }
        state.idleWaiters.append(continuation)
        return (true, state.takeWaitingDriver())
      }
      driver?.resume()
      if !isAdded { continuation.resume() }
    }
  }

  package func waitToAdvance(isolation: isolated (any Actor)?) async {
    await wait(
      for: ScheduledEvent(name: "the clock advances", letsTimePass: true), isolation: isolation)
  }

  package func whenStuck(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.stuckHandlerCount += 1
      state.stuckHandlers.append((state.stuckHandlerCount, handler))
      return state.stuckHandlerCount
    }
    return { [state] in state.withLock { $0.stuckHandlers.removeAll { $0.number == number } } }
  }

  package var endsSleeps: Bool { state.withLock { $0.guide != nil } }

  package func add(_ clock: any VirtualClock) { state.withLock { $0.add(clock) } }

  package func report(_ message: String, at site: SourceLine) -> Bool {
    guard let reporter else { return false }
    reporter(message, site)
    return true
  }

  package func setWait(_ wait: TaskWait?) {
    guard let task = RuntimeSymbols.currentTask else { return }
    let number = RuntimeSymbols.taskNumber(of: task)
    let isCanceled = Task.isCancelled
    state.withLock { state in
      if wait == nil, isCanceled { state.canceledWaitCount += 1 }
      if let index = state.tasks.index(of: number) { state.tasks[index].wait = wait }
    }
  }
}

extension Scheduler.State {
  /// Adds a clock whose sleeps the scheduler ends.
  mutating func add(_ clock: any VirtualClock) {
    if !clocks.contains(where: { $0 === clock }) { clocks.append(clock) }
  }
}
