import Faked

/// One run of a scenario on a scheduler, for explorations.
package struct ScenarioRun: Sendable {
  /// The decisions, in order.
  package let choices: [Choice]
  /// The decisions that are not the default, in order.
  let changes: [OrderChange]
  package let ending: RunEnding
  /// The index of the first choice of the prefix that did not fit or was not made. `nil` if all were made.
  package let divergence: Int?
  /// The functions that handed work to a queue, a timer, or a thread, with their callers.
  package let departures: [[CodeAddress]]
  /// The functions that continued on a thread that the scheduler does not control.
  package let arrivals: [[CodeAddress]]
  /// The tasks that had not ended when the scenario was over.
  package let leftoverTasks: [LeftoverTask]
  /// The tasks that a run left behind although it ended. Those of another run are a part of its failure.
  var reportedLeftovers: [LeftoverTask] { ending == .completed ? leftoverTasks : [] }
  /// The number of steps.
  package let stepCount: Int
  /// The number of tasks.
  package let taskCount: Int
  /// A Boolean value that indicates whether a task slept on a clock of the run.
  let hasClocks: Bool
  /// A Boolean value that indicates whether a task reached an `await` more often than it can be preempted there.
  let reachesAwaitsTooOften: Bool
  /// The number of points at which the scenario waited and could be canceled.
  package let waitCount: Int
  /// The number of waits that ended because their tasks were canceled.
  package let cancelledWaitCount: Int
  /// The number of canceled events that may still have had their effect.
  package let cancelledEffectCount: Int
  /// The events, if the run kept them.
  package internal(set) var story: [StoryEvent]
  /// The number of events, if the run had too many to keep all of them. `nil` if the story is complete.
  let eventCountIfCut: Int?
  /// The indices in the story of the steps that the decisions led to, if the run kept the events.
  package let choiceSteps: [Int]

  /// A Boolean value that indicates whether the run waited for work outside of the scheduler until the patience of the
  /// test ran out.
  var hasWaitedForWorkOutside: Bool {
    ending == .stuck && !(departures.isEmpty && arrivals.isEmpty)
  }
  /// A Boolean value that indicates whether other orders would probably take just as long.
  var isEndless: Bool { ending.isEndless || hasWaitedForWorkOutside }

  /// Runs a scenario once.
  ///
  /// - Parameters:
  ///   - prefix: The part of the order to follow.
  ///   - keepsStory: Pass `true` to keep the events for a report.
  package static func along(
    _ prefix: OrderPrefix, limits: Scheduler.Limits = Scheduler.Limits(), keepsStory: Bool = false,
    _ body: @escaping @Sendable () async -> Void
  ) async -> Self {
    await guided(by: .prefix(prefix), limits: limits, keepsStory: keepsStory, body)
  }

  /// Runs a scenario once.
  ///
  /// - Parameters:
  ///   - guide: Chooses what runs next.
  ///   - awaits: The points at which a task can be preempted although it does not suspend.
  ///   - cancellation: The point at which the scenario is canceled. `nil` never cancels it.
  ///   - keepsStory: Pass `true` to keep the events for a report.
  static func guided(
    by guide: OrderGuide, preemptedAt awaits: AwaitPoints? = nil,
    cancelledBy cancellation: CancellationPlan? = nil, limits: Scheduler.Limits,
    keepsStory: Bool = false, _ body: @escaping @Sendable () async -> Void
  ) async -> Self {
    let scheduler = Scheduler(
      guide: guide, limits: limits, awaits: awaits, keepsStory: keepsStory,
      cancellation: cancellation)
    await scheduler.run(body)
    // Other threads may still refer to the scheduler for a moment, but not to the objects of the scenario.
    let (steps, unfinished) = scheduler.state.withLock {
      ($0.story.takeSteps(), $0.end.takeLeftoverTasks())
    }
    // Descriptions may run code of the user, so they are made under no lock.
    let (story, leftoverTasks) = (steps.map(StoryEvent.init), unfinished.map(LeftoverTask.init))
    return scheduler.state.withLock { state in
      defer { state.forget() }
      return ScenarioRun(
        choices: state.choices.choices, changes: state.choices.changes, ending: state.end.ending,
        divergence: state.choices.divergence
          ?? guide.missingChoice(after: state.choices.choices.count),
        departures: state.outside.departures.map(\.callers),
        arrivals: state.outside.arrivals.map(\.callers),
        leftoverTasks: leftoverTasks, stepCount: state.steps.count,
        taskCount: state.tasks.entries.count, hasClocks: !state.clocks.isEmpty,
        reachesAwaitsTooOften: state.tasks.entries.contains(where: \.reachesAwaitsTooOften),
        waitCount: state.cancellation.waitCount,
        cancelledWaitCount: state.cancellation.endedWaitCount,
        cancelledEffectCount: state.cancellation.effectCount, story: story,
        eventCountIfCut: state.story.countIfCut, choiceSteps: state.story.choiceSteps)
    }
  }
}
