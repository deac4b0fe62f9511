import Faked

/// Lets one run go on call by call: waits until nothing else can happen, and lets one call go.
struct OrderDriver: Sendable {
  /// What could be let go, and what was.
  struct Decision: Sendable {
    let options: [String]
    let chosen: String
    /// The call that another run let go here, if it did not come in this one.
    let missing: String?
  }

  let gate: OrderGate
  let queue: (any ScenarioQueue)?
  /// How long nothing may happen, where only time tells whether more calls come.
  let quiet: Duration
  let decisions = Locked<[Decision]>([])

  /// How many looks without anything new say that nothing can go on.
  private static let looks = 4
  /// How often a call that is expected is waited for.
  private static let mostWaits = 50

  /// Decides until the run is over; the task that does it may be left behind then.
  ///
  /// `plan` are the calls to let go first; `pick` chooses the next from so many.
  func drive(_ plan: [String], pick: @Sendable (Int) -> Int) async {
    while true {
      await gate.waitForCall()
      let place = decisions.withLock { $0.count }
      let expected = place < plan.count ? plan[place] : nil
      let options = await settle(until: expected)
      if gate.isOpen { return }
      guard !options.isEmpty else { continue }
      let isThere = expected.map(options.contains) ?? true
      let chosen =
        if let expected, isThere { expected } else { options[pick(options.count)] }
      let decision = Decision(
        options: options, chosen: chosen, missing: isThere ? nil : expected)
      decisions.withLock { $0.append(decision) }
      gate.letGo(chosen)
    }
  }

  /// The calls that wait when nothing else can happen; waits longer for one that is expected.
  private func settle(until expected: String?) async -> [String] {
    for _ in 0..<Self.mostWaits {
      await settle()
      let options = gate.waiting
      if gate.isOpen || expected.map(options.contains) ?? true { return options }
      try? await Task.sleep(for: max(quiet, .milliseconds(10)))
    }
    return gate.waiting
  }

  /// Suspends until all tasks of the scenario wait, as far as that can be seen.
  ///
  /// The queue of the scenario says when it is idle. What waits for the main actor or for another thread
  /// stands in line before what is put there now. For other tasks nothing tells but time.
  private func settle() async {
    var looks = 0
    while looks < Self.looks, !gate.isOpen {
      let before = activity
      await queue?.waitUntilIdle()
      await Task.detached {}.value
      await MainActor.run {}
      if gate.hasOutsiders { try? await Task.sleep(for: quiet / Self.looks) }
      await queue?.waitUntilIdle()
      looks = activity == before ? looks + 1 : 0
    }
  }

  private var activity: Int { gate.meetings + (queue?.jobCount ?? 0) }
}
