import Dispatch
import Faked

// The blocks of the main queue in which a scheduler runs its jobs.
extension Scheduler {
  /// The reason why a run can't begin.
  package enum Refusal: Error {
    /// The system doesn't let schedulers control tasks.
    case unsupported
    /// A deterministic test begins inside another one, or in an exploration.
    case nested
  }

  /// Runs a scenario to its end.
  ///
  /// - Parameters:
  ///   - settings: The settings of the run.
  ///   - body: The scenario. It becomes a task of the scheduler.
  /// - Returns: The facts about the run.
  /// - Throws: `CancellationError` if the task is canceled before the run begins, and `Refusal.unsupported`.
  static func run(
    _ settings: Settings, _ body: @escaping @Sendable () async -> Void
  ) async throws -> ScenarioRun {
    guard await RuntimeProbe.succeeds else { throw Refusal.unsupported }
    let priority = try await ActiveSchedulers.priorities.take()
    defer { ActiveSchedulers.priorities.giveBack(priority) }
    let scheduler = Scheduler(settings, priority: priority)
    ActiveSchedulers.add(scheduler)
    Watchdog.start
    // The task begins here, so that it inherits the task-local values of the caller.
    let scenario = $ofTask.withValue(scheduler) {
      scheduler.start {
        // Other tasks can run before the body counts as done, because this `await` switches executors.
        await $ofTask.withValue(scheduler) { await body() }
        scheduler.state.withLock { $0.isBodyDone = true }
      }
    }
    await withTaskCancellationHandler {
      // The run may end before the task waits. The thread sanitizer takes an unsafe continuation for a data race then.
      await withCheckedContinuation { continuation in
        scheduler.state.withLock { ($0.scenario, $0.runner) = (scenario, continuation) }
        DispatchQueue.main.async { scheduler.drive() }
      }
    } onCancel: {
      scenario.cancel()
    }
    // Tasks that the scenario left behind may keep the scheduler forever.
    let state = scheduler.state.replace(by: .ended(settings))
    state.tasks.release()
    return state.run.described
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
        let runsNewTask = state.withLock { state in
          state.end(job)
          return state.runsNewTask
        }
        // The new task waited for a lock of this job.
        if runsNewTask { ActiveSchedulers.firstQueue.sync {} }
        // The jobs of the main actor that are older than the next job run before it.
        if !settings.isGuided { return DispatchQueue.main.async { self.drive() } }
      case .perform(let body): body()
      case .yieldToMain: return DispatchQueue.main.async { self.drive() }
      case .wait(let time, let number):
        return DispatchQueue.main.asyncAfter(deadline: .now() + time / .seconds(1)) {
          if self.state.withLock({ $0.timeOut(number) }) { self.drive() }
        }
      case .end: return end()
      }
    }
  }

  /// Lets the task continue that began the run.
  private func end() {
    ActiveSchedulers.remove(self)
    ActiveSchedulers.setTurn(nil)
    state.withLock { $0.runner.take() }?.resume()
  }
}

/// The facts about one run of a scenario on a scheduler.
package struct ScenarioRun: Sendable {
  /// The choices, and what guides them.
  var log: ChoiceLog
  /// The events, if the run keeps them.
  var story: Story
  package internal(set) var ending = RunEnding.completed
  /// The addresses at which tasks came back from outside.
  package internal(set) var arrivals: Set<[CodeAddress]> = []
  /// The tasks that had not ended when the scenario was over.
  package internal(set) var leftoverTasks: [WaitingTask] = []
  /// The number of steps.
  package internal(set) var stepCount = 0
  /// The numbers of events.
  var counts = EventCounts()
  /// The number of waits that ended because the scenario was canceled.
  var canceledWaitCount = 0

  init(_ settings: Scheduler.Settings) {
    log = ChoiceLog(settings.guide ?? .prefix(.empty))
    story = Story(isKept: settings.keepsStory)
  }

  /// The choices, in order.
  package var choices: [Choice] { log.choices }
  /// The index of the first choice of the prefix that did not fit or was not made. `nil` if all were made.
  package var divergence: Int? { log.divergence }

  /// A Boolean value that indicates whether other orders would probably take just as long.
  var isEndless: Bool {
    ending == .tooManySteps || ending == .leftoversNeverWait
      || ending == .stuck && !arrivals.isEmpty
  }

  /// The facts with descriptions of events and waits, which may run code of the user.
  var described: Self {
    var run = self
    run.story.describe()
    run.leftoverTasks = leftoverTasks.map(\.described)
    return run
  }

  /// Runs a scenario once.
  ///
  /// - Throws: `CancellationError` if the task is canceled before the run begins, and `Scheduler.Refusal`.
  package static func guided(
    by guide: Guide, _ settings: Scheduler.Settings = Scheduler.Settings(),
    _ body: @escaping @Sendable () async -> Void
  ) async throws -> Self {
    var settings = settings
    settings.guide = guide
    return try await Scheduler.run(settings, body)
  }
}

/// The way in which a run ended.
package enum RunEnding: Sendable, Equatable {
  /// The scenario came to its end.
  case completed
  /// No task could run, and nothing came from elsewhere.
  case stuck
  /// The run took more steps than it may.
  case tooManySteps
  /// The scenario came to its end, but a task that it left never waits, and was stopped.
  case leftoversNeverWait

  /// A Boolean value that indicates whether the scenario itself was canceled, because it did not come to its end.
  package var stopsScenario: Bool { self == .stuck || self == .tooManySteps }
}

/// The numbers of events of a run, by kind.
package struct EventCounts: Sendable, Equatable {
  var calls = 0
  var steps = 0
  var hops = 0
  var sleeps = 0
}

/// A deterministic test that has ended or was stopped: its tasks always run in the same order.
package struct DeterministicRun<Value: Sendable>: Sendable {
  /// The result. `nil` if the test was stuck and did not react to cancellation.
  package let result: Result<Value, any Error>?
  private let run: ScenarioRun
  /// The way in which the test ended.
  package var ending: RunEnding { run.ending }
  /// Describes an ending other than `completed`.
  package var endingText: String { run.endingText(of: "test", after: Self.maxSteps) }
  /// The number of steps without a pause after which the test, or a task that it leaves, is stopped.
  private static var maxSteps: Int { 100_000 }

  /// Runs a test.
  ///
  /// - Parameters:
  ///   - owner: The test, for the message about a job that never ends.
  ///   - patience: The time to wait for work outside of the scheduler, after some has come from there.
  ///   - reporter: Records a failure of the test.
  ///   - body: The test.
  /// - Throws: `Scheduler.Refusal`, and `CancellationError` if the task is canceled before the test begins.
  package init(
    of owner: String, patience: Duration, reporter: @escaping Scheduler.Reporter,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws {
    if Scheduler.current != nil { throw Scheduler.Refusal.nested }
    var settings = Scheduler.Settings()
    settings.owner = owner
    settings.steps = Self.maxSteps
    settings.patience = patience
    settings.reporter = reporter
    let result = Locked<Result<Value, any Error>?>(nil)
    run = try await Scheduler.run(settings) {
      do {
        let value = try await body()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }
    self.result = result.withLock { $0 }
  }
}
