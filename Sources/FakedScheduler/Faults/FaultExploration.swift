import Faked

/// Runs a scenario without a fault to learn its fallible calls, then once with each of them failing.
package struct FaultExploration: Sendable {
  /// The bounds of an exploration.
  package struct Options: Sendable {
    /// The error of calls for which the scenario names none. `nil` is an `InjectedFault`.
    package var error: (any Error)?
    /// The moments at which calls fail.
    package var kinds: Set<FaultKind> = [.beforeEffect]
    /// The maximum number of calls that fail in one run.
    package var depth = 1
    /// The maximum number of runs.
    package var limit = 10_000

    package init() {}
  }

  /// The maximum number of elements after which a stream is made to fail.
  private static let maxElements = 4

  private let scenario: Scenario
  private let options: Options

  /// Creates an exploration.
  package init(_ scenario: Scenario, _ options: Options) {
    self.scenario = scenario.named("exploreFaults")
    self.options = options
  }

  /// A call to fail, by its index in the run.
  fileprivate struct Fault {
    let index: Int
    let call: FaultyCall
  }

  /// Faults to try, and the calls that the run makes before the last of them.
  private struct Plan {
    let faults: [Fault]
    let calls: [FallibleCall]
  }

  private struct Run {
    let faults: [Fault]
    /// The fallible calls. Those of a run that passes are forgotten, because there may be thousands of runs.
    var calls: [FallibleCall]
    let outcome: ScenarioRun
    let result: AttemptResult
    let failures: [RunFailure]
    let sawCalls: Bool
  }

  /// Runs the scenario once for each fault, and for each combination of faults up to the depth.
  ///
  /// - Throws: `FakedError.invalidParameter` for a wrong argument and for a scenario that makes other calls from
  ///   run to run, and `CancellationError` if the task is canceled.
  package func explore() async throws -> ExplorationReport {
    try scenario.check(
      limit: options.limit, least: 2, isNested: TestScope.current?.exploration != nil)
    try scenario.refuse(.noKinds, if: options.kinds.isEmpty)
    try scenario.refuse(.depth(options.depth), if: options.depth < 1)
    let fakes = OutsideFakes(scenario)
    let first = try await run(Plan(faults: [], calls: []), learns: true)
    guard first.failures.isEmpty else {
      var report = report([first], first.calls, [])
      report.isComplete = false
      return report
    }
    guard first.sawCalls else { throw scenario.error(.noCalls) }
    var plans = try plans(after: first)[...]
    var runs = [first]
    let texts = Set(first.calls.map(\.text))
    /// The texts of the calls that do not differ from run to run.
    var repeated: Set<String> = []
    var progress = scenario.progressLine()
    defer { progress?.end() }
    while runs.count < options.limit, let plan = plans.popFirst() {
      let isLast = plan.faults.count == options.depth
      var run = try await run(plan, learns: !isLast)
      repeated.formUnion(texts.intersection(run.calls.map(\.text)))
      // More faults would only break the same scenario again.
      let next = isLast || !run.failures.isEmpty ? [] : try self.plans(after: run)
      if run.failures.isEmpty { run.calls = [] }
      runs.append(run)
      progress?.update(
        runs.count, of: runs.count + plans.count,
        brokenCount: runs.count { !$0.failures.isEmpty })
      // Other runs would take just as long.
      if run.outcome.ending.isEndless { break }
      plans += next
    }
    var report = report(runs, first.calls, repeated)
    if !plans.isEmpty {
      if runs.count < options.limit {
        report.isComplete = false
      } else {
        report.warn(ofLimit: options.limit, leavingOut: plural(plans.count, "run") + " with faults")
      }
    }
    fakes.warn(&report)
    return report
  }

  private func report(
    _ runs: [Run], _ calls: [FallibleCall], _ repeated: Set<String>
  ) -> ExplorationReport {
    var report = ExplorationReport(runs: runs.count)
    report.calls = calls.map(\.text)
    for run in runs where !run.failures.isEmpty {
      report.brokenCount += 1
      var broken = ExplorationReport.BrokenRun(run.failures)
      broken.faultyCalls = run.faults.map(\.call)
      // Looking up a site takes time, and the report doesn't show the other runs.
      let looksUpSites = report.broken.count < ExplorationReport.maxShown
      broken.title =
        run.faults.title(looksUpSites ? \.descriptionWithSite : \.description) ?? "without a fault"
      let unreached = unreached(calls, in: run.calls, repeated)
      if !unreached.isEmpty {
        broken.notes = ["never reached: " + unreached.joined(separator: ", ")]
      }
      report.broken.append(broken)
    }
    let faulty = runs.filter { !$0.faults.isEmpty }
    report.head =
      "\(plural(runs.count, "run")): \(plural(calls.count, "fallible call")), "
      + "\(plural(faulty.count, "run")) with faults\(scenario.noteOfThrown(faulty.map(\.result))), "
      + "\(report.brokenCount) broken."
    for run in runs { report.warn(of: run.outcome) }
    if report.brokenCount > 0 { return report }
    if calls.isEmpty {
      report.warn("no call of its fakes can fail.")
    } else if faulty.allSatisfy(\.result.hasThrown), !faulty.isEmpty,
      !scenario.checksDespiteErrors()
    {
      report.warn(
        "every run with a fault ended by throwing, so no run reached the expectations after the call. Catch the "
          + "error, or write the expectations in `defer { … }`.")
    }
    return report
  }

  /// Runs the scenario with faults.
  private func run(_ plan: Plan, learns: Bool) async throws -> Run {
    try Task.checkCancellation()
    let injector = FaultInjector(
      Dictionary(plan.faults.map { ($0.index, $0.call) }, uniquingKeysWith: { $1 }),
      learns: learns)
    let (outcome, result) = await scenario.run(injector, title: plan.faults.title(\.description))
    var failures = result.failures
    if injector.isOverfull {
      failures.append(
        RunFailure("The scenario made more than \(grouped(FaultInjector.maxCalls)) fallible calls.")
      )
    }
    let run = Run(
      faults: plan.faults, calls: injector.calls, outcome: outcome, result: result,
      failures: failures,
      sawCalls: injector.sawCalls)
    try checkRepeats(run, plan)
    return run
  }

  /// The calls of the first run that another run did not make, in order.
  ///
  /// - Parameter repeated: The texts of the calls that do not differ from run to run. Others are compared by function.
  private func unreached(
    _ expected: [FallibleCall], in calls: [FallibleCall], _ repeated: Set<String>
  ) -> [String] {
    func name(_ call: FallibleCall) -> String {
      repeated.contains(call.text) ? call.text : call.function
    }
    var made = Dictionary(grouping: calls, by: name).mapValues(\.count)
    return expected.filter { call in
      guard let count = made[name(call)], count > 0 else { return true }
      made[name(call)] = count - 1
      return false
    }.map(\.text)
  }

  /// The ways to let one more call fail, after those that fail already.
  private func plans(after run: Run) throws -> [Plan] {
    let start = run.faults.last.map { $0.index + 1 } ?? 0
    var plans: [Plan] = []
    for index in run.calls.indices.dropFirst(start) {
      let call = run.calls[index]
      for error in try errors(of: call, number: index + 1) {
        func add(_ kind: FaultKind, elements: Int? = nil) {
          let fault = FaultyCall(
            number: index + 1, call: call.text, error: error, kind: kind, elements: elements,
            site: call.details?.site)
          plans.append(
            Plan(faults: run.faults + [Fault(index: index, call: fault)], calls: run.calls))
        }
        if call.details?.failure != Never.self {
          for kind in FaultKind.allCases where options.kinds.contains(kind) { add(kind) }
        }
        guard let elements = call.elements else { continue }
        for count in 0...min(elements, Self.maxElements) { add(.afterEffect, elements: count) }
      }
    }
    return plans
  }

  /// Returns the errors with which a call fails, one run for each.
  private func errors(of call: FallibleCall, number: Int) throws -> [any Error] {
    guard let details = call.details else { return [] }
    if !details.declared.isEmpty { return details.declared }
    let error = options.error ?? InjectedFault(number: number, call: call.text)
    // A function that can't throw fails only through its stream.
    if details.failure == Never.self { return [error] }
    guard details.canThrow(error) else {
      throw scenario.error(.unfitError(call, number: number, error: options.error))
    }
    return [error]
  }

  /// Throws if a run made other calls than those of its plan, up to the last one that fails.
  private func checkRepeats(_ run: Run, _ plan: Plan) throws {
    let expected = plan.calls
    guard let last = plan.faults.last, !run.outcome.ending.stopsScenario else { return }
    let indices = Set(plan.faults.map(\.index))
    // The arguments of other calls may differ from run to run.
    let same = zip(expected, run.calls).enumerated().prefix { index, calls in
      indices.contains(index)
        ? calls.0.isSame(as: calls.1, among: expected) : calls.0.function == calls.1.function
    }.count
    guard same <= last.index else { return }
    throw scenario.error(
      .differs(
        number: same + 1, first: expected.dropFirst(same).first?.text,
        again: run.calls.dropFirst(same).first?.text, with: plan.faults.map(\.call)))
  }
}

extension [FaultExploration.Fault] {
  /// A phrase such as `with call 2, FakeMail.send("a"), failing with Offline()`. `nil` without a fault.
  ///
  /// - Parameter text: Returns the text of a call.
  fileprivate func title(_ text: (FaultyCall) -> String) -> String? {
    isEmpty ? nil : "with " + map { text($0.call) }.joined(separator: ", and ")
  }
}
