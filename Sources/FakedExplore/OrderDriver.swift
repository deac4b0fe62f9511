import Faked

/// What goes on in one run of a scenario, and when.
struct OrderPlan: Sendable {
  /// What to let go first, one after the other; what comes after that is open.
  var texts: [String] = []
  /// The place in the order at which the scenario's task is cancelled instead of what would go there.
  var cancellation: Int?
  /// What chooses in a sample; else what came first goes first.
  var priorities: Priorities?
}

/// Lets one run go on call by call: waits until nothing else can happen, and lets one go.
struct OrderDriver: Sendable {
  /// What could be let go, and what was.
  struct Decision: Sendable {
    let options: [String]
    let chosen: String
    /// The call that another run let go here, if it did not come in this one.
    var missing: String?
  }

  /// How the report names the moment at which the scenario is cancelled.
  static let cancellation = "(the scenario is cancelled)"

  let gate: OrderGate
  let queue: ScenarioQueue
  /// How long nothing may happen, where only time tells whether more calls come.
  let quiet: Duration
  /// Whether a run before had what cannot be foreseen, so that this one waits for it from the start.
  let expectsStrays: Bool
  let decisions = Locked<[Decision]>([])
  /// How many chains of calls there were, where priorities chose.
  let chainCount = Locked(0)

  /// How many looks without anything new say that nothing can go on: the main actor may hand on work.
  private static let looks = 3
  /// How often a call that is expected is waited for.
  private static let mostWaits = 50

  /// Decides until the run is over; the task that does it may be left behind then.
  func drive(_ plan: OrderPlan, _ scenario: Task<Void, Never>) async {
    var priorities = plan.priorities
    while true {
      await gate.waitForCall()
      let place = decisions.withLock { $0.count }
      if gate.isOpen { return }
      if place == plan.cancellation {
        let options = await settle(until: nil)
        if gate.isOpen { return }
        guard !options.isEmpty else { continue }
        note(Decision(options: options, chosen: Self.cancellation))
        queue.perform { scenario.cancel() }
        continue
      }
      let expected = place < plan.texts.count ? plan.texts[place] : nil
      let options = await settle(until: expected)
      if gate.isOpen { return }
      guard !options.isEmpty else { continue }
      let picked = priorities?.pick(from: options) ?? options[0]
      if let count = priorities?.chainCount { chainCount.withLock { $0 = count } }
      let planned = options.first { $0 == expected }
      let chosen = planned ?? picked
      note(
        Decision(
          options: options, chosen: chosen, missing: planned == nil ? expected : nil))
      queue.perform { [gate] in gate.letGo(chosen) }
    }
  }

  /// Lets what the scenario has started and not awaited make its first call, so that the report can name it.
  @Sendable func finish() async {
    if decisions.withLock({ $0.isEmpty }) { await queue.waitForStarted() }
  }

  private func note(_ decision: Decision) { decisions.withLock { $0.append(decision) } }

  /// What waits when nothing else can happen; waits longer for what is expected.
  private func settle(until expected: String?) async -> [String] {
    for _ in 0..<Self.mostWaits {
      await settle()
      let options = options
      let isThere = expected == nil || options.contains { $0 == expected }
      if gate.isOpen || isThere { return options }
      try? await Task.sleep(for: max(quiet, .milliseconds(10)))
    }
    return options
  }

  /// What waits, as it came; jobs that leave the main actor come as the system likes, so what they bring is
  /// sorted to be the same in every run.
  private var options: [String] {
    queue.watchesMain ? gate.waiting.sorted() : gate.waiting
  }

  /// Suspends until all tasks of the scenario wait, as far as that can be seen.
  ///
  /// The queue of the scenario says when it is idle. What waits for the main actor stands in line before
  /// what is put there now. For what comes from elsewhere nothing tells but time.
  private func settle() async {
    var looks = 0
    while looks < Self.looks, !gate.isOpen {
      let before = queue.activity
      await queue.waitUntilIdle()
      await MainActor.run {}
      await queue.waitForExits()
      if expectsStrays || queue.hasStrays { try? await Task.sleep(for: quiet / Self.looks) }
      await queue.waitUntilIdle()
      looks = queue.activity == before ? looks + 1 : 0
    }
  }
}
