import Faked

// The choices of a run of an exploration.
extension Scheduler.State {
  /// Something that a run can do next.
  private enum Option {
    case job(Int)
    case event(Int, PendingEvent.End)
    /// The earliest sleep ends.
    case pass(Duration)
  }

  /// Chooses the next step.
  mutating func nextByChoice(isOnMain: Bool) -> Scheduler.Action {
    if let scenario = scenarioToCancel() { return .cancelScenario(scenario) }
    let ready = jobs.ready
    var options: [Option] = []
    func add(_ isOption: (ReadyJob) -> Bool) {
      for place in ready.indices where isOption(ready[place]) { options.append(.job(place)) }
    }
    // The running task continues by itself. Everything else interrupts it.
    let running = jobs.running
    add { !$0.isYield && $0.owner == running }
    let ownCount = options.count
    add { !$0.isYield && $0.owner != running }
    options += eventOptions { !$0.event.isLastResort || $0.isCanceled }
    // A task that yields lets everything else go first, also tasks that have yielded less often. Otherwise, a
    // task that polls would starve all others.
    var freeCount = ownCount > 0 ? ownCount : options.count
    let fewestYields = ready.lazy.filter(\.isYield).map(yieldCount).min()
    add { $0.isYield && yieldCount(of: $0) == fewestYields }
    if freeCount == 0 { freeCount = options.count }
    add { $0.isYield && yieldCount(of: $0) != fewestYields }
    if ready.isEmpty {
      if options.isEmpty, !waiters.isEmpty { return nextWhenIdle() }
      if !events.letTimePass, let rest = clocks.compactMap(\.restOfEarliestSleep).min() {
        if outside.isExpectedBeforeSleepsEnd { return .pause(.timeWouldPass) }
        freeCount = options.isEmpty || events.canBePostponed ? options.count + 1 : options.count
        options.append(.pass(rest))
      } else {
        if options.isEmpty { options = eventOptions { _ in true } }
        freeCount = options.count
      }
    }
    if options.isEmpty { return .pause(.idle) }
    var chosen = 0
    if options.count > 1 {
      // A turn elsewhere cannot run a job of the main actor, and must not ask twice.
      if !isOnMain, ready.contains(where: { $0.kind == .main }) { return .pause(.needsMain) }
      story.addChoice()
      chosen = choices.choose(among: options.map(named), freeCount: freeCount)
    }
    switch options[chosen] {
    case .job(let place): return take(place, isOnMain: isOnMain)
    case .event(let place, let end): return endEvent(at: place, as: end)
    case .pass(let duration): return passTime(duration)
    }
  }

  private func yieldCount(of job: ReadyJob) -> Int { job.owner.map { tasks[$0].yieldCount } ?? 0 }

  private func eventOptions(_ isOption: (PendingEvent) -> Bool) -> [Option] {
    let events = events.events
    return events.indices.filter { isOption(events[$0]) }.flatMap { place in
      events[place].ends(cancellation.policy).map { .event(place, $0) }
    }
  }

  private func named(_ option: Option) -> ChoiceLog.Option {
    switch option {
    case .job(let place):
      let job = jobs.ready[place]
      return ChoiceLog.Option(
        name: job.name, owner: job.owner.map { tasks[$0].name } ?? StableName(),
        isYield: job.isYield)
    case .event(let place, let end):
      let event = events.events[place]
      var name = event.stableName
      if end == .canceled { name.combine("canceled") }
      return ChoiceLog.Option(name: name, owner: tasks[event.task].name)
    case .pass:
      var name = StableName()
      name.combine("sleep")
      return ChoiceLog.Option(name: name, owner: name, isTime: true)
    }
  }

  /// Returns the scenario if a task has begun to wait since the last step and the plan cancels the scenario there.
  private mutating func scenarioToCancel() -> Task<Void, Never>? {
    guard jobs.isEmpty || hasBegunToWait,
      let scenario = cancellation.addWait(afterStep: steps.count)
    else { return nil }
    story.add("the scenario is canceled")
    return scenario
  }

  /// A Boolean value that indicates whether the task that ran last waits for something that is no event: for an
  /// element of a stream, a continuation, or another task.
  private var hasBegunToWait: Bool {
    guard steps.isAtJob, let running = jobs.running, tasks[running].task != nil else {
      return false
    }
    return !jobs.ready.contains { $0.owner == running } && events.event(of: running) == nil
  }
}
