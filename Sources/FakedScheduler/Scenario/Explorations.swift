import Faked

// The explorations of a scenario. One of them runs at a time in a process.
extension Scenario {
  private static let permits = Permits([true])

  /// Runs the scenario once for every order in which its parts can run.
  ///
  /// - Parameters:
  ///   - changes: The largest number of changes of an order.
  ///   - limit: The maximum number of orders.
  ///   - seed: The number that determines a sample.
  ///   - replay: The order to repeat. `nil` explores all orders.
  /// - Throws: `FakedError.invalidParameter` for a wrong argument, and `CancellationError` if the task is canceled.
  package func exploreOrders(
    changes: Int = 2, limit: Int = 5_000, seed: UInt64 = 0,
    replaying replay: String? = nil
  ) async throws -> ExplorationReport {
    let plan = Explorer.Plan(budget: Budget(changes: changes), limit: limit, seed: seed)
    let order = replay.flatMap { Replay($0) }
    if let replay, order == nil { throw ExplorationError.notAnOrder(replay).thrown(by: self) }
    return try await explore(plan) { explorer in
      if let order { return try await repeatOrder(order, explorer) }
      let explored = try await explorer.explore()
      var report = try await explored.report(explorer)
      if explored.end != .endless {
        report.picture = try await explorer.picture(of: explored, title: "\(name): \(report.head)")
      }
      return report
    }
  }

  /// Runs the scenario without a fault, and once for every call that can fail.
  ///
  /// - Parameters:
  ///   - options: The faults to try.
  ///   - faults: The largest number of calls that fail in a run.
  ///   - changes: The largest number of changes of an order.
  ///   - limit: The maximum number of runs.
  /// - Throws: `FakedError.invalidParameter` for a wrong argument, a scenario without a call of a fake, and an error that a
  ///   function can't throw. `CancellationError` if the task is canceled.
  package func exploreFaults(
    _ options: FaultOptions, faults: Int = 1, changes: Int = 0, limit: Int = 10_000
  ) async throws -> ExplorationReport {
    try refuse(.noKinds, if: options.kinds.isEmpty)
    try refuse(.tooSmall("faults", faults, 1), if: faults < 1)
    let budget = Budget(changes: changes, faults: faults)
    return try await explore(Explorer.Plan(budget: budget, limit: limit, faults: options)) {
      explorer in
      let explored = try await explorer.explore()
      try refuse(.noCalls, if: !explored.sawCalls && explored.failureCount == 0)
      var report = try await explored.report(explorer)
      report.calls = explored.first?.calls.texts ?? []
      return report
    }
  }

  /// Runs the scenario as it is, and once for each point at which it waits, canceled there.
  ///
  /// - Parameters:
  ///   - changes: The largest number of changes of an order.
  ///   - limit: The maximum number of runs.
  /// - Throws: `FakedError.invalidParameter` for a wrong argument, and `CancellationError` if the task is canceled.
  package func exploreCancellations(
    changes: Int = 0, limit: Int = 1_000
  ) async throws -> ExplorationReport {
    let budget = Budget(changes: changes, cancellations: 1, endings: 1)
    return try await explore(Explorer.Plan(budget: budget, limit: limit)) { explorer in
      try await explorer.explore().report(explorer)
    }
  }

  /// Runs the scenario to learn what its calls return, then once for each result with another one, until the scenario
  /// notices.
  ///
  /// - Parameter limit: The maximum number of runs.
  /// - Throws: `FakedError.invalidParameter` for a wrong argument and for a scenario without a call of a fake, and
  ///   `CancellationError` if the task is canceled.
  package func exploreResults(limit: Int = 10_000) async throws -> ExplorationReport {
    return try await explore(Explorer.Plan(limit: limit, replacesResults: true)) { explorer in
      let first = try await explorer.runReliably(along: .empty)
      try refuse(.noCalls, if: !first.calls.sawCalls && !first.isFailure)
      if first.isFailure {
        return ExplorationReport(
          of: first, head: "The scenario fails as it is, so no result was replaced.",
          title: "without a replaced result")
      }
      return try await replaceResults(of: first, explorer)
    }
  }

  /// Runs an exploration, when no other one runs in this process.
  private func explore(
    _ plan: Explorer.Plan, _ body: (Explorer) async throws -> ExplorationReport
  ) async throws -> ExplorationReport {
    let changes = plan.budget.changes
    try refuse(.tooSmall("changes", changes, 0), if: changes < 0)
    try refuse(.tooSmall("limit", plan.limit, 1), if: plan.limit < 1)
    try refuse(.patience(patience), if: patience <= .zero)
    try refuse(
      .nested(isInExploration: TestScope.current?.exploration != nil), if: Scheduler.current != nil)
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      throw ExplorationError.unsupported.thrown(by: self)
    }
    let permit = try await Self.permits.take()
    defer { Self.permits.giveBack(permit) }
    do {
      let explorer = Explorer(self, plan)
      defer { explorer.progress.end() }
      var report = try await withTaskExecutorPreference(MainQueueExecutor.shared) {
        try await body(explorer)
      }
      explorer.outside.warn(&report)
      return report
    } catch is Scheduler.Refusal {
      throw ExplorationError.unsupported.thrown(by: self)
    }
  }

  /// Throws an error if a condition holds.
  private func refuse(_ error: ExplorationError, if isWrong: Bool) throws {
    if isWrong { throw error.thrown(by: self) }
  }

  private func repeatOrder(_ replay: Replay, _ explorer: Explorer) async throws -> ExplorationReport
  {
    let outcome = try await explorer.runReliably(along: replay.prefix, keepsStory: true)
    try refuse(.otherScenario(replay: replay.description), if: !replay.matches(outcome.run))
    let head = "1 repeated order, \(outcome.isFailure ? 1 : 0) broken."
    var report = ExplorationReport(of: outcome, head: head, title: "the order")
    if outcome.isFailure {
      report.broken[0].events = outcome.run.story.lines
      report.broken[0].replay = replay.description
    } else {
      report.warn(
        "only one order was run, and it passes. Remove `replaying:` to explore all orders. If it passes although you "
          + "changed nothing, the scenario may depend on state outside of its closure, or on the order of a `Set` or "
          + "`Dictionary`, which SWIFT_DETERMINISTIC_HASHING=1 keeps.")
    }
    return report
  }

  // MARK: - Results

  /// Finds the results that no expectation checks.
  private func replaceResults(
    of first: Outcome, _ explorer: Explorer
  ) async throws -> ExplorationReport {
    var report = ExplorationReport(runs: 1)
    let choices = first.run.choices
    let indices = choices.indices.filter { choices[$0].kind == .result }
    let results = zip(indices, first.calls.results).map { (choice: $0, result: $1) }
    search: for (number, (choice, result)) in results.enumerated() {
      explorer.progress.update(
        number, of: results.count, brokenCount: report.uncheckedResults.count)
      var isUnchecked = !result.others.isEmpty
      for option in result.others.indices where isUnchecked {
        if report.runs >= explorer.plan.limit {
          report.warn(ofLimit: explorer.plan.limit)
          break search
        }
        let prefix = Prefix(of: choices, changing: choice, to: option + 1, costs: Budget())
        let outcome = try await explorer.runReliably(along: prefix)
        report.runs += 1
        let isReplaced =
          outcome.run.divergence == nil
          && outcome.run.choices.contains { $0.kind == .result && $0.chosen > 0 }
        isUnchecked = isReplaced && !outcome.isFailure
        if !outcome.isFailure {
          report.warn(ofLeftoverTasks: outcome.run.leftoverTasks, outcome.run.arrivals)
        }
        if !isReplaced {
          report.warn(
            "the calls before \(result.call) were not the same in two runs, so its result was not replaced. "
              + ExplorationReport.adviceForRepeating)
        }
      }
      if isUnchecked { report.uncheckedResults.append(result) }
      if result.lacksOtherValue {
        let known = result.others.isEmpty ? "" : "nil and "
        report.warn(
          "Faked knows no other \(result.type) than \(known)\(result.value), which \(result.call) returned. Name one "
            + "in the scenario: fake.mayReturn(\\.…, …).")
      }
    }
    report.calls = results.map(\.result.call)
    if results.isEmpty { report.warn("the scenario makes no call that returns a value.") }
    report.head =
      "\(plural(report.runs, "run")): \(plural(results.count, "result")), "
      + "\(report.uncheckedResults.count) that no expectation checks."
    report.warn(ofLeftoverTasks: first.run.leftoverTasks, first.run.arrivals)
    return report
  }
}

/// The fakes and clocks that the runs of an exploration used but did not make, and that it therefore leaves alone.
final class OutsideUse: Sendable {
  private let scope = TestScope.current
  /// The index of the latest call of a fake of the test before the exploration. Indices rise with time.
  private let latestCall: UInt64
  /// The fakes without a scope.
  let fakes = Locked<Set<String>>([])
  /// A Boolean value that indicates whether a clock was used.
  let hasClock = Locked(false)

  init() {
    latestCall = scope?.fakes.map(\.state.latestIndex).max() ?? 0
    ExplorationCount.add(1)
  }

  deinit { ExplorationCount.add(-1) }

  /// Adds a warning for each of these fakes, and for the clocks.
  func warn(_ report: inout ExplorationReport) {
    let fakes = fakes.withLock { $0 }
    let called = scope?.fakes.filter { $0.state.latestIndex > latestCall }
    for name in fakes.union(called?.compactMap(\.state.owner) ?? []).sorted() {
      report.warn(
        "\(name) was called but was created outside the scenario, so its calls are not explored. Create it in the "
          + "closure.")
    }
    if hasClock.withLock({ $0 }) {
      report.warn(
        "the scenario uses a FakeClock that was created outside of it, so its time continues from run to run. Create "
          + "the clock in the closure.")
    }
  }
}

/// A scenario that cannot be explored, or a wrong argument of an exploration.
enum ExplorationError {
  case noCalls
  case nested(isInExploration: Bool)
  case noKinds
  case tooSmall(String, Int, _ minimum: Int)
  case patience(Duration)
  case notAnOrder(String)
  case otherScenario(replay: String)
  case unfitError(FunctionLabel, String, failure: Any.Type, error: (any Error)?)
  case unsupported

  /// The error that the exploration throws.
  func thrown(by scenario: Scenario) -> FakedError {
    .invalidParameter("\(scenario.name) at \(scenario.site)\(text)")
  }

  private var text: String {
    switch self {
    case .noCalls:
      """
       found no call of a fake.
        It finds only the calls of fakes that are created or first stubbed in the scenario: create the fakes in the \
      closure.
      """
    case .nested(isInExploration: true):
      """
       is inside another exploration.
        Write one exploration. To combine orders with faults or cancellations, write exploreFaults(changes: 1) or \
      exploreCancellations(changes: 1).
      """
    case .nested(isInExploration: false):
      """
       is inside a deterministic test.
        Remove `.deterministic` or `withDeterministicTasks`: every run of an exploration is deterministic.
      """
    case .noKinds:
      " has no kind of fault to try. Write `kinds: [.beforeEffect, .afterEffect]`, or one of them."
    case .tooSmall(let name, let value, let minimum):
      ": `\(name):` is \(value). It must be at least \(minimum)."
    case .patience(let time): ": `deadline:` is \(time). It must be greater than zero."
    case .notAnOrder(let text):
      """
      : replaying: "\(text)" is not an order.
        Copy the text from the report of a failed exploration.
      """
    case .otherScenario(let replay):
      """
       can't repeat "\(replay)": the scenario has other choices.
        The text belongs to another scenario, the code has changed, or the text is from a build with other \
      settings for optimization or code coverage. Use those settings, or remove `replaying:` and copy the text \
      from the new report. If the order of a `Set` or `Dictionary` matters, set SWIFT_DETERMINISTIC_HASHING=1 in \
      both processes.
      """
    case .unfitError(let label, let call, let type, let error):
      """
      : \(call), \(error.map { "can't fail with \(readableError($0))" } ?? "has no error to fail with"), because it \
      throws only \(type).
        Write in the scenario: fake.mayFail(\\.\(label.baseName), with: …), with an error of type \(type).
      """
    case .unsupported:
      """
       needs a system on which tasks can prefer an executor: macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, or \
      Linux with Swift 6.
        No other library may use `swift_task_enqueueGlobal_hook`.
      """
    }
  }
}

/// An order in a form that fits into the source code of a test: `exploreOrders(replaying: "9:3=1,7=2 5f0c…")`.
package struct Replay: Equatable, Sendable, CustomStringConvertible {
  /// The options of the choices. What follows the latest change is not a part of the order.
  private let options: [Int]
  /// A name of all options, which shows whether a scenario is the same.
  private let fingerprint: UInt64

  /// Describes the order of a run.
  package init(of choices: [Choice]) {
    let choices = choices.prefix((choices.lastIndex { $0.chosen != 0 } ?? -1) + 1)
    options = choices.map(\.chosen)
    fingerprint = choices.reduce(StableName()) { $0.adding($1.options) }.value
  }

  /// Reads an order from its text. `nil` if the text is not an order.
  package init?(_ text: String) {
    guard let parts = text.wholeMatch(of: /\s*(\d{1,6}):(\S*)\s+(\w+)\s*/)?.output,
      let count = Int(parts.1), let fingerprint = UInt64(parts.3, radix: 16)
    else { return nil }
    var options = [Int](repeating: 0, count: count)
    for change in parts.2.split(separator: ",") {
      let numbers = change.split(separator: "=").compactMap { Int($0) }
      guard numbers.count == 2, options.indices.contains(numbers[0]), numbers[1] > 0 else {
        return nil
      }
      options[numbers[0]] = numbers[1]
    }
    (self.options, self.fingerprint) = (options, fingerprint)
  }

  package var description: String {
    let changes = options.enumerated().filter { $0.element > 0 }
      .map { "\($0.offset)=\($0.element)" }
    return "\(options.count):\(changes.joined(separator: ",")) \(String(fingerprint, radix: 16))"
  }

  /// The choices to follow. How many options they have is not known.
  package var prefix: Prefix {
    Prefix(of: options.map { Choice(kind: .change, chosen: $0, count: 0, cost: 0, options: 0) })
  }

  /// Returns a Boolean value that indicates whether a run repeated the order.
  package func matches(_ run: ScenarioRun) -> Bool {
    run.divergence == nil && Self(of: run.choices) == self
  }
}
