import Faked

/// Runs a scenario without a fault to learn its fallible calls, then once with each of them failing.
package struct FaultExploration: Sendable {
  let runner: ScenarioRunner
  /// What calls fail with that the scenario names no error for.
  let error: (any Error)?
  /// Whether each run with a fault is followed by those with a second one.
  let pairs: Bool
  /// When calls fail: before their work, after it, or both in turn.
  let kinds: Set<FaultKind>
  let limit: Int
  let site: SourceLine

  package init(
    _ runner: ScenarioRunner, failingWith error: (any Error)?, pairs: Bool,
    kinds: Set<FaultKind> = [.beforeEffect], limit: Int, at site: SourceLine
  ) {
    self.runner = runner
    self.error = error
    self.pairs = pairs
    self.kinds = kinds
    self.limit = limit
    self.site = site
  }

  /// A call to fail, by its place in the run.
  private struct Fault {
    let place: Int
    let call: FaultyCall
  }

  /// Faults to try, and the calls that the run makes before the last of them.
  private struct Plan {
    let faults: [Fault]
    let calls: [FallibleCall]
  }

  private struct Run {
    let calls: [FallibleCall]
    let outcome: RunOutcome
    var faulty: FaultyRun
    let sawCalls: Bool

    /// The run with the names of the calls that failed in it, which may be others than were to fail.
    func failing(by faults: [Fault]) -> Run {
      var run = self
      run.faulty.faults = faults.map { fault in
        guard calls.indices.contains(fault.place) else { return fault.call }
        return FaultyCall(
          number: fault.call.number, call: calls[fault.place].text, error: fault.call.error,
          kind: fault.call.kind)
      }
      return run
    }
  }

  /// Throws `FakedError.invalidParameter` for a scenario that cannot be explored, and
  /// `CancellationError` when its task is cancelled.
  package func explore() async throws -> FaultReport {
    let alarm = Task { await runner.alarm.watch() }
    defer { alarm.cancel() }
    try check()
    let first = try await run([], learns: true)
    guard first.faulty.failures.isEmpty else { return report([first.faulty], first.calls, runs: 1) }
    guard first.sawCalls else { throw ExploreMessage.noFakes("exploreFaults", at: site) }
    guard !first.calls.isEmpty else { return report([], [], runs: 1) }
    let second = try await run(Plan(faults: [], calls: first.calls), learns: false)
    guard second.faulty.failures.isEmpty else {
      return report([second.faulty], first.calls, runs: 2)
    }

    var plans = try self.plans(after: [], first.calls)[...]
    var faultyRuns: [FaultyRun] = []
    var wasLeftBehind = false
    while faultyRuns.count + 2 < limit, let plan = plans.popFirst() {
      let learns = pairs && plan.faults.count == 1
      let run = try await run(plan, learns: learns, sparing: first.calls)
      faultyRuns.append(run.faulty)
      wasLeftBehind = run.outcome.ending == .leftBehind
      if wasLeftBehind { break }
      guard run.outcome.ending == .byItself else { continue }
      if learns { plans += try self.plans(after: plan.faults, run.calls) }
    }
    return report(
      faultyRuns, first.calls, runs: faultyRuns.count + 2, untried: plans.count,
      wasLeftBehind: wasLeftBehind)
  }

  private func report(
    _ faultyRuns: [FaultyRun], _ calls: [FallibleCall], runs: Int, untried: Int = 0,
    wasLeftBehind: Bool = false
  ) -> FaultReport {
    FaultReport(
      calls: calls.map(\.text), runs: runs, faultyRuns: faultyRuns, untried: untried,
      vacuity: calls.isEmpty && faultyRuns.isEmpty ? "no call of its fakes can fail" : nil,
      wasLeftBehind: wasLeftBehind)
  }

  /// Runs the scenario with faults, and again where another call of the function came at the place of one,
  /// as it may when calls are made at the same time.
  private func run(
    _ plan: Plan, learns: Bool, sparing expected: [FallibleCall] = []
  ) async throws -> Run {
    try await ScenarioRunner.untilInOrder {
      let run = try await run(plan.faults, learns: learns, sparing: expected)
      guard run.outcome.ending == .byItself, let difference = difference(run.calls, from: plan)
      else { return .made(run) }
      guard difference.isOrder else { throw difference.error }
      // What broke by the fault of another call is told of all the same.
      return run.faulty.failures.isEmpty
        ? .otherOrder(difference.error) : .made(run.failing(by: plan.faults))
    }
  }

  /// Runs the scenario once; `expected` are the calls of the run without a fault.
  private func run(
    _ faults: [Fault], learns: Bool, sparing expected: [FallibleCall] = []
  ) async throws -> Run {
    let injector = FaultInjector(
      Dictionary(faults.map { ($0.place, $0.call) }, uniquingKeysWith: { $1 }), learns: learns)
    let outcome = await runner.run(injector)
    injector.end()
    try Task.checkCancellation()
    let calls = injector.calls
    var failures = outcome.flaws(deadline: runner.deadline, expected: injector.expects)
    if injector.isOverfull {
      failures.append("It made more than \(FaultInjector.mostCalls) fallible calls.")
    }
    return Run(
      calls: calls, outcome: outcome,
      faulty: FaultyRun(
        faults: faults.map(\.call), failures: failures, unreached: unreached(expected, in: calls)),
      sawCalls: injector.sawCalls)
  }

  /// The expected calls that were not made, in order.
  private func unreached(_ expected: [FallibleCall], in calls: [FallibleCall]) -> [String] {
    var made = Dictionary(grouping: calls, by: \.function).mapValues(\.count)
    return expected.filter { call in
      guard let count = made[call.function], count > 0 else { return true }
      made[call.function] = count - 1
      return false
    }.map(\.text)
  }

  /// The ways to let one more call fail, after those that fail already.
  private func plans(after faults: [Fault], _ calls: [FallibleCall]) throws -> [Plan] {
    let start = faults.last.map { $0.place + 1 } ?? 0
    return try calls.indices.dropFirst(start).flatMap { place in
      try errors(of: calls[place], number: place + 1).flatMap { error in
        FaultKind.allCases.filter(kinds.contains).map { kind in
          let call = FaultyCall(
            number: place + 1, call: calls[place].text, error: error, kind: kind)
          return Plan(faults: faults + [Fault(place: place, call: call)], calls: calls)
        }
      }
    }
  }

  /// What a call is to fail with; throws where there is no error that it can throw.
  private func errors(of call: FallibleCall, number: Int) throws -> [any Error] {
    guard let details = call.details else { return [] }
    if !details.declared.isEmpty { return details.declared }
    let error = error ?? InjectedFault(number: number, call: call.text)
    guard details.canThrow(error) else {
      throw ExploreMessage.unfitError(
        call, number: number, error: self.error, failure: details.failure, at: site)
    }
    return [error]
  }

  /// What to say of a run that made other calls than those of its plan, up to the last that fails, and
  /// whether the first of them has only changed its place.
  private func difference(
    _ calls: [FallibleCall], from plan: Plan
  ) -> (error: FakedError, isOrder: Bool)? {
    let expected = plan.calls
    let end = plan.faults.last.map { $0.place + 1 } ?? .max
    let same = zip(expected, calls).prefix { $0.isSame(as: $1, among: expected) }.count
    guard same < min(end, max(expected.count, calls.count)) else { return nil }
    let (first, again) = (expected.dropFirst(same).first, calls.dropFirst(same).first)
    let error = ExploreMessage.unrepeatable(
      number: same + 1, first: first?.text, again: again?.text, with: plan.faults.map(\.call),
      at: site)
    return (error, first?.function == again?.function)
  }

  private func check() throws {
    if TestScope.current?.exploration != nil {
      throw ExploreMessage.nested("exploreFaults", at: site)
    }
    if kinds.isEmpty { throw ExploreMessage.noKinds(at: site) }
    if limit < 3 { throw ExploreMessage.fewRuns("exploreFaults", limit: limit, least: 3, at: site) }
    if runner.deadline <= .zero {
      throw ExploreMessage.noTime("exploreFaults", runner.deadline, at: site)
    }
  }
}
