import Faked

// A run, from its first job to its end.
extension Scheduler {
  /// Runs a scenario to its end.
  ///
  /// - Parameter body: The scenario. It becomes a task of the scheduler.
  func run(_ body: @escaping @Sendable () async -> Void) async {
    outer?.addInnerRuns(1)
    defer { outer?.addInnerRuns(-1) }
    Self.active.withLock { $0.append(self) }
    TableOrder.beginRun()
    Watchdog.start()
    let scenario = runner.start(in: self) {
      await Self.$ofTask.withValue(self) { await body() }
      self.state.withLock { state in
        state.end.endBody()
        state.cancellation.end()
      }
    }
    state.withLock { $0.cancellation.begin(scenario) }
    await withTaskCancellationHandler {
      await runTurns()
    } onCancel: {
      scenario.cancel()
    }
    TableOrder.endRun()
    Self.active.withLock { $0.removeAll { $0 === self } }
    endExclusiveRun()
    let allTasksEnded = state.withLock { state in
      TaskEnds.areWatched && state.tasks.unfinished.isEmpty
    }
    let hasSleeps = sleeps.release()
    // An executor without a scheduler lets the system run its jobs.
    if allTasksEnded || !state.withLock({ $0.abandonsTasks }) {
      runner.end(allTasksEnded: allTasksEnded && !hasSleeps)
    }
  }

  /// The tasks that had not ended when the scenario's own code was over.
  var leftoverTasks: [LeftoverTask] {
    state.withLock { $0.end.leftoverTasks }.map(LeftoverTask.init)
  }

  /// Runs one turn after another, and waits between them for what the next one needs.
  private func runTurns() async {
    // Where the main actor's jobs cannot be taken, they run on the main queue between the turns. One job a
    // turn there keeps them in order.
    var isOnMain = !MainQueueHook.isInstalled
    let mainSlice = MainQueueHook.isInstalled ? Self.mainSlice : 1
    if awaits != nil, limits.sharedActorUse.isExpected {
      await beginExclusiveRun()
      isOnMain = isOnMain || limits.sharedActorUse.includesMainActor
    }
    while true {
      let pause =
        isOnMain
        ? await MainActor.run { turn(isOnMain: true, maxSteps: mainSlice) }
        : turn(isOnMain: false, maxSteps: Self.slice)
      switch pause {
      case .ended: return
      case .slice: if !isOnMain { await Task.yield() }
      case .needsMainQueue: break
      case .needsMain:
        limits.sharedActorUse.expectMainActor()
        isOnMain = true
      case .needsExclusiveRun: await beginExclusiveRun()
      case .innerRuns: await waitForInnerRuns { $0.hasJob || !$0.waiters.isEmpty }
      // A run within this one may wait for work outside, or find that it is stuck.
      case .timeWouldPass where hasInnerRuns: await waitForInnerRuns(or: \.hasJob)
      case .idle where hasInnerRuns: await waitForInnerRuns(or: \.canContinue)
      case .timeWouldPass:
        // An event that could happen doesn't end the wait.
        if await !waitForArrival(.timeWouldPass, until: \.hasJob) {
          state.withLock { $0.outside.stopExpecting() }
        }
      case .idle:
        if !expectsArrivals, endSleep() { break }
        let reason: ShortWaits.Reason? =
          expectsArrivals || !Departures.areCounted ? nil : .nothingHappens
        if await waitForArrival(reason) || endSleep() || endWaits() { break }
        state.withLock { $0.finish(.stuck) }
        stuckHandler?(leftoverTasks)
      }
    }
  }

  /// Ends the earliest sleep. Returns `false` if no task sleeps.
  private func endSleep() -> Bool {
    guard let rest = sleeps.restOfEarliestSleep else { return false }
    // Real time has already passed during a part of the sleep.
    let left = sleeps.realEnd.map { max(.zero, ProcessClock.now.duration(to: $0)) } ?? rest
    onThisThread {
      passedTime.add(min(rest, left))
      sleeps.pass(rest)
    }
    return true
  }

  /// Ends the waits for something that can no longer happen. Returns `false` if there are none.
  private func endWaits() -> Bool {
    let handlers = state.withLock { $0.waiters.takeHandlers() }
    onThisThread { for handler in handlers { handler() } }
    return !handlers.isEmpty
  }

  /// The number of steps after which other work of the main queue gets its turn.
  private static let mainSlice = 256
  /// The number of steps after which other tests get their turn.
  private static let slice = 1_024

  /// A Boolean value that indicates whether a job of the run has handed work to a queue, a timer, or a thread.
  private var expectsArrivals: Bool { state.withLock { !$0.outside.isEmpty } }

  private var hasInnerRuns: Bool { state.withLock { $0.exclusivity.hasInnerRuns } }

  /// Waits until a run within this one has ended, or this one can continue.
  private func waitForInnerRuns(or canContinue: @Sendable (State) -> Bool) async {
    await waitForJob { !$0.exclusivity.hasInnerRuns || canContinue($0) }
  }

  /// Waits for a job from elsewhere.
  ///
  /// - Parameters:
  ///   - reason: The reason of a short wait. `nil` waits for as long as the test has patience.
  ///   - isReady: Returns a Boolean value that indicates whether the wait is over.
  /// - Returns: `false` if none came in time.
  private func waitForArrival(
    _ reason: ShortWaits.Reason?, until isReady: @Sendable (State) -> Bool = \.canContinue
  ) async -> Bool {
    let patience = reason.map(limits.shortWaits.patience) ?? limits.patience
    if patience == .zero { return state.withLock { isReady($0) } }
    if await waitForArrival(within: patience, until: isReady) { return true }
    if let reason { limits.shortWaits.addUseless(reason) }
    return false
  }

  private func waitForArrival(
    within patience: Duration, until isReady: @Sendable (State) -> Bool
  ) async -> Bool {
    let end = ProcessClock.now.advanced(by: patience)
    // While the run waits for work that takes real time, sleeps take real time, too. Otherwise, a time limit of that
    // work would end too early.
    let deadline = sleeps.realEnd.map { min($0, end) } ?? end
    // The run loop of a run within another one belongs to that run, whose tasks must not depend on the timer's thread.
    let timer = CurrentScheduler.startOutside {
      if (try? await ProcessClock.sleep(until: deadline)) == nil { return }
      let runLoop = self.state.withLock { $0.waiters.takeRunLoop() }
      if let outer = self.outer {
        outer.onThisThread { runLoop?.resume() }
      } else {
        runLoop?.resume()
      }
    }
    defer { CurrentScheduler.outside { timer.cancel() } }
    while true {
      await waitForJob(isReady)
      if state.withLock({ isReady($0) }) { return true }
      // An earlier timer may have ended the wait.
      if ProcessClock.now >= deadline { return false }
    }
  }

  /// Suspends until a job, an event, or a run within this one lets the run loop continue.
  private func waitForJob(_ isReady: @Sendable (State) -> Bool) async {
    await withUnsafeContinuation { continuation in
      let isReady = state.withLock { state in
        if isReady(state) { return true }
        state.waiters.setRunLoop(continuation)
        return false
      }
      if isReady { continuation.resume() }
    }
  }
}
