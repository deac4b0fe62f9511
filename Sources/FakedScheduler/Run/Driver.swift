import Dispatch
import Faked

// The blocks of the main queue in which a scheduler runs its jobs.
extension Scheduler {
  /// The system doesn't let schedulers control tasks.
  package struct Unsupported: Error {}

  /// Runs a scenario to its end.
  ///
  /// - Parameters:
  ///   - settings: The settings of the run.
  ///   - makeScheduler: Creates the scheduler with the priority of the run.
  ///   - body: The scenario. It becomes a task of the scheduler.
  /// - Returns: The scheduler.
  /// - Throws: `CancellationError` if the task is canceled before the run begins, and `Unsupported`.
  static func run(
    _ makeScheduler: (_ priority: UInt8) -> Scheduler,
    _ body: @escaping @Sendable (Scheduler) async -> Void
  ) async throws -> Scheduler {
    let priority = try await ActiveSchedulers.priorities.take()
    defer { ActiveSchedulers.priorities.giveBack(priority) }
    let scheduler = makeScheduler(priority)
    try await scheduler.run { await body(scheduler) }
    return scheduler
  }

  private func run(_ body: @escaping @Sendable () async -> Void) async throws {
    let isSupported = await RuntimeProbe.succeeds
    if !isSupported { throw Unsupported() }
    token.scheduler = self
    ActiveSchedulers.add(self)
    Watchdog.start()
    state.withLock { $0.tokenCountOfNone.before = tokenCount }
    // The task begins here, so that it inherits the task-local values of the caller.
    let scenario = start {
      await RunToken.$current.withValue(self.token) {
        self.state.withLock { $0.tokenCountOfNone.inScenario = self.tokenCount }
        await body()
      }
      self.state.withLock { $0.isBodyDone = true }
    }
    state.withLock { $0.scenario = scenario }
    await withTaskCancellationHandler {
      while await driveToPause() == .stuck { stuckHandler?(leftoverTasks) }
    } onCancel: {
      scenario.cancel()
    }
  }

  /// The reason why the task that began the run continues.
  enum Pause { case stuck, ended }

  private func driveToPause() async -> Pause {
    await withUnsafeContinuation { continuation in
      state.withLock { $0.runner = continuation }
      DispatchQueue.main.async { self.drive() }
    }
  }

  private func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let priority = TaskPriority(rawValue: priority)
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return Task(priority: priority, operation: body)
    }
    return Task(
      executorPreference: SchedulerExecutor.preferred, priority: priority, operation: body)
  }

  /// Takes steps until the main queue must run its own jobs, or the run waits or has ended.
  func drive() {
    ActiveSchedulers.setTurn(self)
    defer { ActiveSchedulers.setTurn(nil) }
    while true {
      switch state.withLock({ $0.next() }) {
      case .run(let job):
        run(job)
        state.withLock { $0.end(job, tokenCount: tokenCount) }
        if let first = state.withLock({ $0.takePendingFirst() }) { first.wait() }
        // The jobs of the main actor that are older than the next job run before it.
        if settings.guide == nil { return DispatchQueue.main.async { self.drive() } }
      case .endEvent(let event, let ending): event.continuation.resume(returning: ending)
      case .resume(let waiter): waiter.resume()
      case .cancelScenario(let scenario):
        scenario.cancel()
        state.withLock { $0.cancellation.isHappening = false }
      case .cancel(let tasks): for task in tasks { TaskRuntime.cancel(task) }
      case .pass(let duration, let clocks, let only): pass(duration, clocks, only: only)
      case .callStuckHandlers(let handlers): for handler in handlers { handler() }
      case .yieldToMain: return DispatchQueue.main.async { self.drive() }
      case .wait(let time, let number):
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        return DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
          if self.state.withLock({ $0.timeOut(number) }) { self.drive() }
        }
      case .pause(let pause): return end(with: pause)
      }
    }
  }

  private func pass(_ duration: Duration, _ clocks: [any VirtualClock], only: Int?) {
    var first = 0
    for clock in clocks {
      let count = clock.sleepCount(endingWithin: duration)
      clock.pass(duration, ending: only.map { $0 - first })
      first += count
    }
  }

  /// Lets the task continue that began the run.
  private func end(with pause: Pause) {
    if pause == .ended {
      ActiveSchedulers.remove(self)
      token.scheduler = nil
    }
    ActiveSchedulers.setTurn(nil)
    let runner = state.withLock { state in
      defer { state.runner = nil }
      return state.runner
    }
    runner?.resume(returning: pause)
  }

  /// Forgets the objects of the scenario. Tasks that it left behind may keep the scheduler forever.
  func forget() {
    let (kept, removed) = state.withLock { $0.removeAll() }
    for task in kept { TaskRuntime.release(task) }
    withExtendedLifetime(removed) {}
  }
}
