/// The point of a run at which its scenario is canceled.
struct CancellationPlan: Sendable {
  /// The ways in which a call that is canceled before its effect can end.
  enum Policy {
    /// It has its effect or not. Both are orders.
    case both
    case hasNoEffect
    case takesEffect
  }

  /// The number of points at which the scenario waits before it is canceled.
  let wait: Int
  let policy: Policy
}

/// The points at which a scenario can be canceled, and the effects of a cancellation.
struct ScenarioCancellation {
  /// The point at which the scenario is canceled. `nil` if it is not.
  private let plan: CancellationPlan?
  /// The task of the scenario's own code, until it ends or is canceled.
  private var scenario: Task<Void, Never>?
  /// The number of points so far at which the scenario waited and could be canceled.
  private(set) var waitCount = 0
  /// The step before the latest of these points.
  private var latestWaitStep = -1
  /// The number of waits that ended because their tasks were canceled.
  private(set) var endedWaitCount = 0
  /// The number of canceled events that may still have had their effect.
  private(set) var effectCount = 0

  init(_ plan: CancellationPlan?) { self.plan = plan }

  /// The ways in which a call that is canceled before its effect can end.
  var policy: CancellationPlan.Policy { plan?.policy ?? .both }

  mutating func begin(_ scenario: Task<Void, Never>) { self.scenario = scenario }
  mutating func end() { scenario = nil }

  /// Counts a point at which the scenario waits. Returns the scenario if the plan cancels it there.
  mutating func addWait(afterStep step: Int) -> Task<Void, Never>? {
    guard latestWaitStep < step, let scenario else { return nil }
    latestWaitStep = step
    waitCount += 1
    guard waitCount - 1 == plan?.wait else { return nil }
    self.scenario = nil
    return scenario
  }

  /// Counts a wait that ended because its task was canceled.
  mutating func addEndedWait() { endedWaitCount += 1 }

  /// Counts an event whose task was canceled.
  mutating func add(_ event: ScheduledEvent) {
    endedWaitCount += 1
    if event.cancellation == .mayLoseEffect { effectCount += 1 }
  }
}
