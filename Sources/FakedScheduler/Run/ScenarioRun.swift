import Faked

/// One run of a scenario on a scheduler, for explorations.
package struct ScenarioRun: Sendable {
  /// The choices, in order.
  package let choices: [Choice]
  /// The choices that are not the usual ones, in order.
  let changes: [Change]
  package let ending: RunEnding
  /// The index of the first choice of the prefix that did not fit or was not made. `nil` if all were made.
  package let divergence: Int?
  /// The addresses at which tasks came back from outside.
  package let arrivals: Set<[UInt]>
  /// The tasks that had not ended when the scenario was over.
  package let leftoverTasks: [WaitingTask]
  /// The number of steps.
  package let stepCount: Int
  /// The number of tasks.
  package let taskCount: Int
  /// The numbers of events.
  package let counts: EventCounts
  /// The number of waits that ended because the scenario was canceled.
  let canceledWaitCount: Int
  /// The events, if the run kept them.
  package internal(set) var story: [StoryEvent]
  /// The number of events, if the run had too many to keep all of them. `nil` if the story is whole.
  let eventCountIfCut: Int?
  /// The indices in the story of the steps that the choices led to, if the run kept the events.
  let choiceSteps: [Int]

  /// A Boolean value that indicates whether other orders would probably take just as long.
  var isEndless: Bool {
    ending == .tooManySteps || ending == .leftoversNeverWait
      || ending == .stuck && !arrivals.isEmpty
  }

  /// Runs a scenario once.
  ///
  /// - Throws: `CancellationError` if the task is canceled before the run begins, and `Scheduler.Unsupported`.
  static func guided(
    by guide: Guide, _ settings: Scheduler.Settings, keepsStory: Bool = false,
    _ body: @escaping @Sendable () async -> Void
  ) async throws -> Self {
    var settings = settings
    settings.guide = guide
    settings.keepsStory = keepsStory
    let scheduler = try await Scheduler.run {
      Scheduler(settings, priority: $0)
    } _: { _ in
      await body()
    }
    // Descriptions may run code of the user, so they are made under no lock.
    let leftoverTasks = scheduler.leftoverTasks
    let steps = scheduler.state.withLock { $0.story.takeSteps() }
    let story = steps.map(StoryEvent.init)
    defer { scheduler.forget() }
    return scheduler.state.withLock { state in
      ScenarioRun(
        choices: state.log?.choices ?? [], changes: state.log?.changes ?? [],
        ending: state.ending, divergence: state.log?.divergence, arrivals: state.arrivals,
        leftoverTasks: leftoverTasks, stepCount: state.stepCount,
        taskCount: state.tasks.entries.count, counts: state.counts,
        canceledWaitCount: state.cancellation.endedWaitCount, story: story,
        eventCountIfCut: state.story.countIfCut, choiceSteps: state.story.choiceSteps)
    }
  }

  /// Runs a scenario once along a prefix, in a test of the scheduler.
  package static func along(
    _ prefix: Prefix, _ settings: Scheduler.Settings = Scheduler.Settings(),
    keepsStory: Bool = false, _ body: @escaping @Sendable () async -> Void
  ) async throws -> Self {
    try await guided(by: .prefix(prefix), settings, keepsStory: keepsStory, body)
  }
}

/// Runs a test so that its tasks always run in the same order.
package final class DeterministicRun: Sendable {
  /// A deterministic test begins inside another one.
  package struct Nested: Error {}

  private let settings: Scheduler.Settings
  private let reporter: Scheduler.Reporter
  private let stuckHandler: @Sendable ([WaitingTask]) -> Void
  private let end = Locked<(ending: RunEnding, tasks: [WaitingTask])>((.completed, []))

  /// The way in which the test ended.
  package var ending: RunEnding { end.withLock { $0.ending } }
  /// The tasks that had not ended when the test ended or was stopped.
  package var leftoverTasks: [WaitingTask] { end.withLock { $0.tasks } }
  /// The number of steps without a pause after which the test, or a task that it leaves, is stopped.
  package var maxSteps: Int { settings.steps }

  /// Creates the run of one test.
  ///
  /// - Parameters:
  ///   - owner: The test, for the message about a job that never ends.
  ///   - patience: The time to wait for work outside of the scheduler, after some has come from there.
  ///   - reporter: Records a failure of the test.
  ///   - stuckHandler: Called when no task can run and nothing comes from elsewhere.
  /// - Throws: `Nested` if the current task belongs to a scheduler.
  package init(
    of owner: String, patience: Duration, reporter: @escaping Scheduler.Reporter,
    stuckHandler: @escaping @Sendable ([WaitingTask]) -> Void
  ) throws {
    guard Scheduler.current == nil else { throw Nested() }
    var settings = Scheduler.Settings()
    settings.owner = owner
    settings.steps = 100_000
    settings.patience = patience
    self.settings = settings
    self.reporter = reporter
    self.stuckHandler = stuckHandler
  }

  /// Runs the test.
  ///
  /// - Parameter body: The test.
  /// - Returns: The result. `nil` if the test was stuck and did not react to cancellation.
  /// - Throws: `CancellationError` if the task is canceled before the test begins, and `Scheduler.Unsupported`.
  package func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Result<Value, any Error>? {
    let result = Locked<Result<Value, any Error>?>(nil)
    let scheduler = try await Scheduler.run { priority in
      Scheduler(settings, priority: priority, reporter: reporter, stuckHandler: stuckHandler)
    } _: { _ in
      do {
        let value = try await body()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
    }
    let leftoverTasks = scheduler.leftoverTasks
    let ending = scheduler.state.withLock { $0.ending }
    end.withLock { $0 = (ending, leftoverTasks) }
    scheduler.forget()
    return result.withLock { $0 }
  }
}
