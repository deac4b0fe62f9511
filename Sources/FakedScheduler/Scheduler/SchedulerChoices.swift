import Faked

// The choices of a run of an exploration.
extension Scheduler.State {
  /// Something that a run can do next.
  private enum Option {
    case job(Int)
    case event(Int, PendingEvent.End)
    /// The earliest sleeps or advances end. If `endsAll` is `false`, only one sleep ends, and the others end when its task
    /// has continued, unless it cancels them.
    case pass(Duration, endsAll: Bool)
  }

  /// Chooses the next step.
  mutating func nextByChoice(isOnMain: Bool) -> Scheduler.Action {
    if let scenario = scenarioToCancel() { return .cancelScenario(scenario) }
    let ready = jobs.ready
    if ready.count == 1, events.isEmpty { return take(0, isOnMain: isOnMain) }
    var (options, freeCount) = currentOptions(isOnMain: isOnMain)
    if ready.isEmpty {
      if let waiter = waiters.takeFirst(whenIdle: options.isEmpty) { return resume(waiter) }
      if let rest = restOfEarliestSleep {
        if outside.isExpectedBeforeSleepsEnd { return .pause(.timeWouldPass) }
        let eventCount = options.count
        options.append(.pass(rest, endsAll: true))
        if endsSeveralSleeps(within: rest) { options.append(.pass(rest, endsAll: false)) }
        freeCount = eventCount == 0 || events.canBePostponed ? options.count : eventCount
      } else {
        if options.isEmpty { addEvents(withLastResorts: true, to: &options) }
        freeCount = options.count
      }
    }
    if options.isEmpty { return .pause(.idle) }
    var chosen = 0
    if options.count > 1 {
      // Only the main queue can run a job of the main actor. Return first, so that the choice isn't made twice.
      if !isOnMain, jobs.interrupted == nil, ready.contains(where: { $0.kind == .main }) {
        return .pause(.needsMain)
      }
      story.addChoice()
      chosen = choices.choose(
        among: names(of: options), freeCount: freeCount, isAtAwait: isAtAwait(options[0]))
    }
    switch options[chosen] {
    case .job(let index): return take(index, isOnMain: isOnMain)
    case .event(let index, let end): return endEvent(at: index, as: end)
    case .pass(let duration, let endsAll): return passTime(duration, endsAll: endsAll)
    }
  }

  /// The jobs and events that can be next, and the number of them, from the first, that interrupt no task.
  private func currentOptions(isOnMain: Bool) -> (options: [Option], freeCount: Int) {
    // The running task continues by itself. Everything else interrupts it.
    let ready = jobs.ready
    var (options, others, interrupted, yielding) = ([Option](), [Option](), [Option](), [Int]())
    var isMainActorFree = canUseMainActor(isOnMain: isOnMain)
    for index in ready.indices {
      let job = ready[index]
      if job.kind == .main {
        // The main queue runs its jobs in order.
        if !isMainActorFree { continue }
        isMainActorFree = false
      }
      if job.isYield {
        yielding.append(index)
      } else if job.owner == jobs.running {
        options.append(.job(index))
      } else if job.kind == .await {
        interrupted.append(.job(index))
      } else {
        others.append(.job(index))
      }
    }
    var freeCount = options.count
    options += others
    addEvents(withLastResorts: false, to: &options)
    // A task that was interrupted at an `await` continues last. Each earlier moment is one change of that order. A task
    // that yields may continue before it.
    let othersCanRun = !options.isEmpty
    options += interrupted
    if freeCount == 0, othersCanRun || yielding.isEmpty { freeCount = options.count }
    if !yielding.isEmpty {
      // A task that yields runs after everything else, including tasks that have yielded fewer times. Otherwise, a
      // task that polls would starve all others.
      let fewestYields = yielding.map { yieldCount(of: ready[$0]) }.min()
      func isNext(_ index: Int) -> Bool { yieldCount(of: ready[index]) == fewestYields }
      options += yielding.filter(isNext).map { .job($0) }
      if freeCount == 0 { freeCount = options.count }
      options += yielding.filter { !isNext($0) }.map { .job($0) }
    }
    return (options, freeCount)
  }

  /// Returns a Boolean value that indicates whether an option continues the running task after an `await` that does
  /// not suspend.
  private func isAtAwait(_ option: Option) -> Bool {
    guard case .job(let index) = option else { return false }
    return jobs.continuesRunningTask(at: index)
  }

  /// The time until the earliest sleep or advance of all clocks ends. `nil` if there is none.
  private var restOfEarliestSleep: Duration? {
    clocks.isEmpty ? nil : clocks.compactMap(\.restOfEarliestSleep).min()
  }

  private func endsSeveralSleeps(within rest: Duration) -> Bool {
    clocks.reduce(0) { $0 + $1.sleepCount(endingWithin: rest) } > 1
  }

  private func yieldCount(of job: ReadyJob) -> Int { job.owner.map { tasks[$0].yieldCount } ?? 0 }

  private func addEvents(withLastResorts: Bool, to options: inout [Option]) {
    for index in events.events.indices {
      let event = events.events[index]
      if event.event.isLastResort, !withLastResorts, !event.isCancelled { continue }
      for end in event.ends(cancellation.policy) { options.append(.event(index, end)) }
    }
  }

  private func names(of options: [Option]) -> [ChoiceLog.Option] {
    var names: [ChoiceLog.Option] = []
    for option in options { names.append(name(of: option)) }
    return names
  }

  private func name(of option: Option) -> ChoiceLog.Option {
    switch option {
    case .job(let index):
      let job = jobs.ready[index]
      let owner = job.owner.map { tasks[$0] }
      return ChoiceLog.Option(
        step: .init(name: job.name, number: owner?.stepCount ?? 0),
        owner: owner?.name ?? StableName(), isYield: job.isYield)
    case .event(let index, let end):
      let event = events.events[index]
      var name = event.stableName
      if end == .canceled { name.combine("canceled") }
      let owner = tasks[event.task]
      return ChoiceLog.Option(
        step: .init(name: name, number: owner.stepCount), owner: owner.name,
        isDelivery: event.event.isDelivery)
    case .pass(_, let endsAll):
      var name = StableName()
      name.combine(endsAll ? "sleep" : "one sleep")
      return ChoiceLog.Option(step: .init(name: name, number: 0), owner: name, isTime: true)
    }
  }

  /// Returns the scenario if a task has begun to wait since the last step and the plan cancels the scenario there.
  private mutating func scenarioToCancel() -> Task<Void, Never>? {
    if !jobs.isEmpty, !hasBegunToWait { return nil }
    let scenario = cancellation.addWait(afterStep: steps.count)
    if scenario != nil { story.add("the scenario is canceled") }
    return scenario
  }

  /// A Boolean value that indicates whether the task that ran last waits for something other than an event: for an
  /// element of a stream, a continuation, or another task.
  private var hasBegunToWait: Bool {
    guard steps.isAtJob, let running = jobs.running, tasks[running].task != nil,
      events.event(of: running) == nil
    else { return false }
    return !jobs.hasJob(of: running)
  }
}
