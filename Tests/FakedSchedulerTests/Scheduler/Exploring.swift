import Faked
import FakedScheduler
import TestSupport

/// The orders of a scenario that returns a text, by that text.
struct Explored: Equatable, Sendable {
  /// The number of orders by result.
  private(set) var results: [String: Int] = [:]
  /// The number of the first order that had each result, from 1.
  private(set) var firstOrders: [String: Int] = [:]
  /// A Boolean value that indicates whether all orders were run.
  fileprivate(set) var isComplete = false
  /// The number of orders whose choices did not fit the plan.
  private(set) var divergences = 0
  /// The number of orders in which something came from elsewhere.
  private(set) var outsideOrders = 0
  private(set) var runs: [ScenarioRun.Summary] = []

  var orders: Int { runs.count }

  fileprivate mutating func add(_ run: ScenarioRun, _ result: String) {
    let result = run.ending == .completed ? result : "\(run.ending)"
    runs.append(run.summary)
    results[result, default: 0] += 1
    if firstOrders[result] == nil { firstOrders[result] = orders }
    if run.divergence != nil { divergences += 1 }
    if !run.arrivals.isEmpty { outsideOrders += 1 }
  }
}

extension ScenarioRun {
  /// The parts of a run that must be the same whenever it is repeated.
  struct Summary: Equatable {
    let choices: [Choice]
    let ending: RunEnding
    let stepCount: Int
    let leftoverTasks: [String]
  }

  var summary: Summary {
    Summary(
      choices: choices, ending: ending, stepCount: stepCount,
      leftoverTasks: leftoverTasks.map(\.title))
  }
}

/// Runs a scenario in all orders with at most a number of changes.
func explore(
  changes: Int = 2, limit: Int = 20_000, settings: Scheduler.Settings = Scheduler.Settings(),
  _ body: @escaping @Sendable () async -> String
) async throws -> Explored {
  var explored = Explored()
  var version = -1
  // A run may show that the scenario uses the main queue, which adds choices.
  while version != settings.version {
    version = settings.version
    explored = Explored()
    var search = Search(within: Budget(changes: changes))
    while explored.orders < limit, version == settings.version {
      guard let prefix = search.next() else {
        explored.isComplete = true
        break
      }
      let result = Locked("")
      let run = try await ScenarioRun.guided(by: .prefix(prefix), settings) {
        let text = await body()
        result.withLock { $0 = text }
      }
      search.add(run.choices, after: prefix)
      explored.add(run, result.withLock { $0 })
    }
  }
  return explored
}

extension Scheduler {
  /// Suspends the current task until the scheduler chooses an event with a name.
  func event(
    named name: String, isLastResort: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async {
    await wait(
      for: ScheduledEvent(.step, name: name, isLastResort: isLastResort), isolation: isolation)
  }
}

/// A text that many tasks write.
final class SharedText: Sendable {
  private let value = Locked("")
  func add(_ text: String) { value.withLock { $0 += text } }
  var text: String { value.withLock { $0 } }
}

/// Runs three tasks, and returns the names of their events in order: "a", "b", and "c", one or more times each.
func eventsOfThreeTasks(each count: Int = 1) async -> String {
  let log = SharedText()
  @Sendable func work(_ name: String) async {
    for _ in 0..<count {
      await Scheduler.current?.event(named: name)
      log.add(name)
    }
  }
  async let first: Void = work("a")
  async let second: Void = work("b")
  async let third: Void = work("c")
  _ = await (first, second, third)
  return log.text
}

/// The conditions under which the exact numbers of orders apply.
enum ExactOrders {
  /// A Boolean value that indicates whether the numbers in the tests apply.
  ///
  /// The optimizer removes moves between executors, and code coverage keeps some that the compiler otherwise removes, so
  /// there are other orders.
  static let areKnown = !Toolchain.isOptimized && !Toolchain.measuresCoverage
}

/// Returns the result of an operation, or another one if the operation takes more than five seconds.
func withTimeout<Result: Sendable>(
  on clock: any Clock<Duration>, orElse other: Result,
  _ operation: @escaping @Sendable () async -> Result
) async -> Result {
  await withTaskGroup(of: Result.self) { race in
    race.addTask { await operation() }
    race.addTask {
      try? await clock.sleep(for: .seconds(5))
      return other
    }
    defer { race.cancelAll() }
    return await race.next() ?? other
  }
}
