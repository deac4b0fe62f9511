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
    try refuse(.negative("changes", changes), if: changes < 0)
    let bounds = Explorer.Bounds(budget: Budget(changes: changes), limit: limit, seed: seed)
    let order = replay.flatMap { Replay($0) }
    if let replay, order == nil { throw ExplorationError.notAnOrder(replay).thrown(by: self) }
    return try await explore(RunCalls.Plan(), bounds) { explorer, fakes in
      if let order { return try await repeatOrder(order, explorer) }
      let explored = try await explorer.explore()
      var report = try await explored.report(explorer)
      if explored.end != .endless, let picture = Picture(of: explored, explorer) {
        report.picture = try await picture.draw(title: "\(name): \(report.head)")
      }
      fakes.warn(&report)
      explored.warnOfVacuity(&report)
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
    try refuse(.tooFew("faults", faults), if: faults < 1)
    try refuse(.negative("changes", changes), if: changes < 0)
    let bounds = Explorer.Bounds(budget: Budget(changes: changes, faults: faults), limit: limit)
    return try await explore(RunCalls.Plan(faults: options), bounds) { explorer, fakes in
      let explored = try await explorer.explore()
      try refuse(.noCalls, if: !explored.sawCalls && explored.failureCount == 0)
      var report = try await explored.report(explorer)
      report.calls = explored.first?.calls.texts ?? []
      fakes.warn(&report)
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
    try refuse(.negative("changes", changes), if: changes < 0)
    let budget = Budget(changes: changes, cancellations: 1, endings: 1)
    let bounds = Explorer.Bounds(budget: budget, limit: limit)
    return try await explore(RunCalls.Plan(expectsCancellation: true), bounds) { explorer, fakes in
      var report = try await explorer.explore().report(explorer)
      fakes.warn(&report)
      return report
    }
  }

  /// Runs the scenario to learn what its calls return, then once for each result with another one, until the scenario
  /// notices.
  ///
  /// - Parameter limit: The maximum number of runs.
  /// - Throws: `FakedError.invalidParameter` for a wrong argument and for a scenario without a call of a fake, and
  ///   `CancellationError` if the task is canceled.
  package func exploreResults(limit: Int = 10_000) async throws -> ExplorationReport {
    let bounds = Explorer.Bounds(limit: limit)
    return try await explore(RunCalls.Plan(replacesResults: true), bounds) { explorer, fakes in
      let first = try await explorer.runReliably(along: .empty)
      try refuse(.noCalls, if: !first.calls.sawCalls && !first.isFailure)
      if first.isFailure { return .failingAlways(first) }
      var report = try await replaceResults(of: first, explorer)
      report.warn(of: first.run)
      fakes.warn(&report)
      return report
    }
  }

  /// Runs an exploration, when no other one runs in this process.
  private func explore(
    _ plan: RunCalls.Plan, _ bounds: Explorer.Bounds,
    _ body: (Explorer, OutsideFakes) async throws -> ExplorationReport
  ) async throws -> ExplorationReport {
    try refuse(.limit(bounds.limit), if: bounds.limit < 1)
    try refuse(.patience(settings.patience), if: settings.patience <= .zero)
    try refuse(
      .nested(isInExploration: TestScope.current?.exploration != nil), if: Scheduler.current != nil)
    let permit = try await Self.permits.take()
    defer { Self.permits.giveBack(permit) }
    do {
      return try await body(Explorer(self, plan, bounds), OutsideFakes(self))
    } catch is Scheduler.Unsupported {
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
    var report = ExplorationReport(runs: 1)
    report.head = "1 repeated order, \(outcome.isFailure ? 1 : 0) broken."
    report.isWithinBounds = false
    if outcome.isFailure {
      var run = ExplorationReport.BrokenRun(outcome.failures)
      run.title = "the order"
      run.events = OrderStory(failing: outcome.run).lines()
      run.replay = replay.description
      report.broken = [run]
      report.brokenCount = 1
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
    let results = choices.indices.compactMap { index in
      first.calls.results[index].map { (choice: index, result: $0) }
    }
    var leftOutCount = 0
    let progress = Progress(of: name)
    defer { progress.end() }
    for (number, (choice, result)) in results.enumerated() {
      progress.update(number, of: results.count, brokenCount: report.uncheckedResults.count)
      var isUnchecked = !result.others.isEmpty
      for option in result.others.indices where isUnchecked {
        if report.runs >= explorer.bounds.limit {
          leftOutCount += 1
          isUnchecked = false
          break
        }
        try Task.checkCancellation()
        let prefix = Prefix(of: choices, changing: choice, to: option + 1, costs: Budget())
        let outcome = try await explorer.runReliably(along: prefix)
        report.runs += 1
        if outcome.isFailure { isUnchecked = false } else { report.warn(of: outcome.run) }
        if outcome.run.divergence != nil || !outcome.calls.hasReplacedResult {
          isUnchecked = false
          report.warn(
            "the calls before \(result.call) were not the same in two runs, so its result was not replaced. "
              + ExplorationReport.adviceForRepeating)
        }
      }
      if isUnchecked {
        report.uncheckedResults.append(
          .init(call: result.call, value: result.value, tried: result.others, site: result.site))
      }
      if result.lacksOtherValue {
        let known = result.others.isEmpty ? "" : "nil and "
        report.warn(
          "Faked knows no other \(result.type) than \(known)\(result.value), which \(result.call) returned. Name one "
            + "in the scenario: fake.mayReturn(\\.…, …).")
      }
    }
    report.calls = results.map(\.result.call)
    if results.isEmpty { report.warn("no call of its fakes returns a value.") }
    if leftOutCount > 0 {
      report.warn(ofLimit: explorer.bounds.limit, leavingOut: plural(leftOutCount, "result"))
    }
    report.head =
      "\(plural(report.runs, "run")): \(plural(results.count, "result")), "
      + "\(report.uncheckedResults.count) that no expectation checks."
    return report
  }
}

/// The fakes and clocks that the scenario did not make, and that an exploration therefore leaves alone.
private struct OutsideFakes {
  private let scope = TestScope.current
  /// The fakes without a scope, and the clocks.
  private let outside: OutsideUse
  private let before: [ObjectIdentifier: UInt64]

  /// Records the calls that the fakes of the test have received.
  init(_ scenario: Scenario) {
    outside = scenario.outsideUse
    before = scope?.latestCalls ?? [:]
  }

  /// Adds a warning for each of these fakes that the scenario has called, and for the clocks.
  func warn(_ report: inout ExplorationReport) {
    let (facts, members) = (outside.facts, scope?.fakesCalled(since: before) ?? [])
    for name in facts.fakes.union(members).sorted() {
      report.warn(
        "\(name) was called but was created outside the scenario, so its calls are not explored. Create it in the "
          + "closure.")
    }
    if facts.hasClock {
      report.warn(
        "the scenario uses a FakeClock that was created outside of it, so its time continues from run to run. Create "
          + "the clock in the closure.")
    }
  }
}

/// The fakes without a scope and the clocks that the runs of a scenario used but did not make.
final class OutsideUse: Sendable {
  struct Facts {
    var fakes: Set<String> = []
    var hasClock = false
  }

  private let state = Locked(Facts())

  init() { ExplorationCount.add(1) }

  deinit { ExplorationCount.add(-1) }

  var facts: Facts { state.withLock { $0 } }

  func add(_ other: Facts) {
    state.withLock { facts in
      facts.fakes.formUnion(other.fakes)
      if other.hasClock { facts.hasClock = true }
    }
  }
}

/// A scenario that cannot be explored, or a wrong argument of an exploration.
enum ExplorationError {
  case noCalls
  case nested(isInExploration: Bool)
  case noKinds
  case tooFew(String, Int)
  case negative(String, Int)
  case limit(Int)
  case patience(Duration)
  case notAnOrder(String)
  case otherScenario(replay: String)
  case unfitError(
    FunctionLabel, String, number: Int, failure: Any.Type, error: (any Error)?)
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
    case .tooFew(let name, let count): ": `\(name):` is \(count). It must be at least 1."
    case .negative(let name, let count): ": `\(name):` is \(count). It must be 0 or more."
    case .limit(let limit): ": `limit:` is \(limit). It must be at least 1."
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
    case .unfitError(let label, let text, let number, let type, let error):
      Self.unfit(label, text, number, type, error)
    case .unsupported:
      """
       needs a system on which tasks can prefer an executor: macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, or \
      Linux with Swift 6.
        No other library may use `swift_task_enqueueGlobal_hook`.
      """
    }
  }

  private static func unfit(
    _ label: FunctionLabel, _ text: String, _ number: Int, _ type: Any.Type, _ error: (any Error)?
  ) -> String {
    let given =
      error.map { "can't fail with \(readableError($0))" } ?? "has no error to fail with"
    return """
      : call \(number), \(text), \(given), because it throws only \(type).
        Write in the scenario: fake.mayFail(\\.\(label.baseName), with: …), with an error of type \(type).
      """
  }
}

/// An order in a form that fits into the source code of a test: `exploreOrders(replaying: "9:3=1,7=2 5f0c…")`.
package struct Replay: Equatable, Sendable, CustomStringConvertible {
  /// The number of choices.
  private let count: Int
  /// The indices of the choices that are not the usual ones, and their options.
  private let changes: [Int: Int]
  /// A name of all options, which shows whether a scenario is the same.
  private let fingerprint: UInt64

  /// Describes the order of a run. What follows its last change is not a part of the text.
  package init(of choices: [Choice]) {
    let choices = choices.prefix((choices.lastIndex { $0.chosen != 0 } ?? -1) + 1)
    count = choices.count
    changes = Dictionary(
      uniqueKeysWithValues: choices.indices.filter { choices[$0].chosen != 0 }.map {
        ($0, choices[$0].chosen)
      })
    fingerprint = choices.fingerprint.value
  }

  /// Reads an order from its text. `nil` if the text is not an order.
  package init?(_ text: String) {
    let words = text.split(separator: " ")
    let parts =
      words.first?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) ?? []
    guard words.count == 2, let fingerprint = UInt64(words[1], radix: 16), parts.count == 2,
      let count = Int(parts[0]), (0...100_000).contains(count)
    else { return nil }
    var changes: [Int: Int] = [:]
    for pair in parts[1].split(separator: ",") {
      let numbers = pair.split(separator: "=").map { Int($0) }
      guard numbers.count == 2, let index = numbers[0], let option = numbers[1],
        (0..<count).contains(index), option > 0
      else { return nil }
      changes[index] = option
    }
    (self.count, self.changes, self.fingerprint) = (count, changes, fingerprint)
  }

  package var description: String {
    let changes = changes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(count):\(changes.joined(separator: ",")) \(String(fingerprint, radix: 16))"
  }

  /// The choices to follow. Their options are not known.
  package var prefix: Prefix {
    Prefix(
      of: (0..<count).map { index in
        Choice(kind: .change, chosen: changes[index] ?? 0, count: 0, cost: 0, options: 0)
      })
  }

  /// Returns a Boolean value that indicates whether a run repeated the order.
  package func matches(_ run: ScenarioRun) -> Bool {
    run.divergence == nil && Self(of: run.choices) == self
  }
}

extension TestScope {
  /// The index of the latest call of each fake.
  fileprivate var latestCalls: [ObjectIdentifier: UInt64] {
    Dictionary(
      fakes.map { (ObjectIdentifier($0), $0.state.latestIndex) }, uniquingKeysWith: max)
  }

  /// Returns the names of the fakes of the scope that were called since `latestCalls` was read, sorted.
  fileprivate func fakesCalled(since before: [ObjectIdentifier: UInt64]) -> [String] {
    fakes.filter { before[ObjectIdentifier($0), default: 0] < $0.state.latestIndex }
      .compactMap(\.state.owner).sorted()
  }
}
