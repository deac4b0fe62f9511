import Faked

/// One run of a scenario on a scheduler, for explorations.
package struct ScenarioRun: Sendable {
  /// The decisions, in order.
  package let choices: [Choice]
  package let ending: RunEnding
  /// The place of the first choice that did not fit the prefix. `nil` if all did.
  package let divergence: Int?
  /// The number of places at which a task handed work to a queue or a timer.
  package let departureCount: Int
  /// The number of places at which a task continued on a thread that the scheduler does not control.
  package let arrivalCount: Int
  /// The tasks that had not ended when the scenario was over.
  package let leftBehind: [LeftTask]
  /// The number of steps.
  package let stepCount: Int
  /// The number of tasks.
  package let taskCount: Int
  /// The events, if the run kept them.
  package let story: [StoryEvent]
  /// The place in the story of the step that each decision led to, if the run kept the events.
  package let choiceSteps: [Int]

  /// Runs a scenario once.
  ///
  /// - Parameters:
  ///   - prefix: The part of the order to follow.
  ///   - keepsStory: Pass `true` to keep the events for a report.
  package static func along(
    _ prefix: OrderPrefix, limits: Scheduler.Limits = Scheduler.Limits(), keepsStory: Bool = false,
    _ body: @escaping @Sendable () async -> Void
  ) async -> Self {
    await perform(.prefix(prefix), limits, keepsStory, body)
  }

  /// Runs a scenario once, in an order that random priorities choose.
  ///
  /// - Parameters:
  ///   - seed: The number that determines the priorities.
  ///   - length: The number of choices that a run makes, as far as is known.
  ///   - depth: The number of ordered events on which a bug may depend.
  package static func sampled(
    seed: UInt64, length: Int, depth: Int, limits: Scheduler.Limits = Scheduler.Limits(),
    _ body: @escaping @Sendable () async -> Void
  ) async -> Self {
    await perform(
      .priorities(TaskPriorities(seed: seed, length: length, depth: depth)), limits, false, body)
  }

  private static func perform(
    _ guide: OrderGuide, _ limits: Scheduler.Limits, _ keepsStory: Bool,
    _ body: @escaping @Sendable () async -> Void
  ) async -> Self {
    let scheduler = Scheduler(guide: guide, limits: limits, keepsStory: keepsStory)
    await scheduler.run(body)
    return scheduler.state.withLock { state in
      ScenarioRun(
        choices: state.choices, ending: state.ending, divergence: state.divergence,
        departureCount: state.departures.count, arrivalCount: state.arrivals.count,
        leftBehind: state.leftBehind,
        stepCount: state.stepCount, taskCount: state.tasks.entries.count,
        story: state.story ?? [], choiceSteps: state.choiceSteps)
    }
  }
}
