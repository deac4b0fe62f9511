import Faked

extension Scheduler: TestScheduler {
  /// Suspends the current task until the scheduler chooses this event.
  ///
  /// - Parameters:
  ///   - name: The name of the event in reports, such as `store.load() returns`.
  ///   - isLastResort: Pass `true` for an event that happens only if nothing else can.
  package func event(
    named name: String, isLastResort: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async {
    await withUnsafeContinuation(isolation: isolation) { continuation in
      let current = RuntimeSymbols.currentTask
      let (isAdded, driver) = state.withLock { state in
        let number = current.map(RuntimeSymbols.taskNumber) ?? 0
        guard case .running = state.phase, let task = state.tasks.index(of: number) else {
          return (false, UnsafeContinuation<Void, Never>?.none)
        }
        var stableName = state.tasks[task].name
        stableName.combine(name)
        state.events.append(
          PendingEvent(
            number: state.stepCount, name: name, task: task, isLastResort: isLastResort,
            stableName: stableName, continuation: continuation))
        return (true, state.takeWaitingDriver())
      }
      driver?.resume()
      if !isAdded { continuation.resume() }
    }
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

  package func whenStuck(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.stuckHandlerCount += 1
      state.stuckHandlers.append((state.stuckHandlerCount, handler))
      return state.stuckHandlerCount
    }
    return { [state] in state.withLock { $0.stuckHandlers.removeAll { $0.number == number } } }
  }

  package var endsSleeps: Bool { state.withLock { $0.guide != nil } }

  package func add(_ clock: any VirtualClock) {
    state.withLock { state in
      if !state.clocks.contains(where: { $0 === clock }) { state.clocks.append(clock) }
    }
  }

  package func report(_ message: String, at site: SourceLine) -> Bool {
    guard let reporter else { return false }
    reporter(message, site)
    return true
  }

  package func setWait(_ description: String?) {
    guard let task = RuntimeSymbols.currentTask else { return }
    let number = RuntimeSymbols.taskNumber(of: task)
    state.withLock { state in
      if let index = state.tasks.index(of: number) { state.tasks[index].wait = description }
    }
  }
}
