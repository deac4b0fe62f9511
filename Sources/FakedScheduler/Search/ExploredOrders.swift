import Faked

/// The results of an exploration of orders.
package struct ExploredOrders: Sendable {
  /// A random sample of the orders that were too many.
  package struct Sample: Sendable, Equatable {
    package let seed: UInt64
    /// The number of ordered events on which a bug may depend.
    package let depth: Int
    package internal(set) var runCount = 0
    var taskCount = 0
    var choiceCount = 0

    /// A lower bound for the probability that the sample finds a bug that depends on the order of `depth` events.
    package var probability: Double {
      TaskPriorities.probability(
        runs: runCount, tasks: taskCount, steps: choiceCount, depth: depth)
    }
  }

  /// The orders that failed in one way.
  package struct Failure: Sendable {
    /// The checks that failed.
    let kinds: Set<RunFailure.Kind>
    package internal(set) var count = 1
    /// The order with the fewest preemptions, then the fewest choices.
    package internal(set) var simplest: OrderExplorer.Outcome
  }

  /// The point at which an order could not be repeated, because the scenario did something else.
  package struct Divergence: Sendable {
    /// The latest event that was the same in both runs. `nil` if there was none, or if a third run could repeat the
    /// order.
    package let latestEvent: StoryEvent?

    /// Finds the point at which another run of the order differs.
    ///
    /// - Parameter run: A run that kept its story.
    init(of run: ScenarioRun) {
      latestEvent = run.divergence.flatMap { choice in
        let isKnown = run.choiceSteps.indices.contains(choice)
        return run.story.prefix(isKnown ? run.choiceSteps[choice] : run.story.count).last
      }
    }
  }

  /// The number of orders that were run.
  package private(set) var orderCount = 0
  /// The number of orders that failed.
  package private(set) var failureCount = 0
  /// The number of preemptions up to which all orders were run. -1 if not all orders without preemptions were.
  package internal(set) var completePreemptions = -1
  /// The number of orders that are known and were not run.
  package internal(set) var pendingCount = 0
  package internal(set) var sample: Sample?
  /// The point at which an order could not be repeated. `nil` if every order could.
  package internal(set) var divergence: Divergence?
  /// A Boolean value that indicates whether an order took too long, which ended the exploration.
  package private(set) var hasEndlessOrder = false
  /// The ways in which orders failed.
  var failures: [Failure] = []
  /// A Boolean value that indicates whether there are orders with more preemptions than the search allows.
  package internal(set) var hasSkippedOrders = false
  /// The number of orders when the first one preempted a task where it awaits without suspending. `nil` before.
  private var orderCountBeforeAwaits: Int?
  /// The number of orders that preempted a task where it awaits without suspending.
  package var awaitCount: Int { orderCount - (orderCountBeforeAwaits ?? orderCount) }
  /// A Boolean value that indicates whether more orders preempt a task there than the limit allows.
  package internal(set) var hasSkippedAwaits = false
  /// A Boolean value that indicates whether a task awaited there more often than it can be preempted.
  private(set) var reachesAwaitsTooOften = false
  /// The functions that handed work to a queue, a timer, or a thread, with their callers.
  private(set) var departures: Set<[CodeAddress]> = []
  /// The functions that continued on a thread that the scheduler does not control.
  private(set) var arrivals: Set<[CodeAddress]> = []
  /// A Boolean value that indicates whether the scheduler controlled all work.
  package var controlsAllWork: Bool { departures.isEmpty && arrivals.isEmpty }
  /// The tasks that had not ended at the end of an order.
  package private(set) var leftoverTasks: [LeftoverTask] = []
  /// The choices of the first orders that passed.
  private(set) var passingOrders: [[Choice]] = []
  /// The choices of the first orders that were broken.
  private(set) var brokenOrders: [[Choice]] = []
  /// The largest number of choices in an order.
  package private(set) var largestChoiceCount = 0
  /// The largest number of tasks in an order.
  package private(set) var largestTaskCount = 0
  /// A Boolean value that indicates whether time passed in an order. In a sample, time has a priority of its own.
  private(set) var hasClocks = false

  /// The number of passing orders to keep, which is enough to find one near a failure.
  private static let maxPassingOrders = 1_000
  /// The number of broken orders to keep, for a picture.
  private static let maxBrokenOrders = 1_000
  /// The number of orders that failed in ways that are not kept.
  package var otherFailureCount: Int { failureCount - failures.reduce(0) { $0 + $1.count } }

  /// The number of failures to keep. A report shows each with its story.
  private static let maxFailures = 5

  /// A Boolean value that indicates whether all orders were run, and all of them failed.
  var everyOrderBreaks: Bool {
    passingOrders.isEmpty && sample == nil && pendingCount == 0 && divergence == nil
  }

  init() {}

  mutating func add(_ outcome: OrderExplorer.Outcome) {
    let run = outcome.run
    orderCount += 1
    largestChoiceCount = max(largestChoiceCount, run.choices.count)
    largestTaskCount = max(largestTaskCount, run.taskCount)
    if run.hasClocks { hasClocks = true }
    if run.reachesAwaitsTooOften { reachesAwaitsTooOften = true }
    departures.formUnion(run.departures)
    arrivals.formUnion(run.arrivals)
    for task in run.reportedLeftovers {
      if let index = leftoverTasks.firstIndex(where: { $0.title == task.title }) {
        // Prefer the line at which a task waits to the line that created it.
        if !leftoverTasks[index].hasStarted, task.hasStarted { leftoverTasks[index] = task }
      } else {
        leftoverTasks.append(task)
      }
    }
    guard outcome.isFailure else { return addPassing(outcome) }
    failureCount += 1
    if run.isEndless { hasEndlessOrder = true }
    if brokenOrders.count < Self.maxBrokenOrders { brokenOrders.append(run.choices) }
    if let index = failures.firstIndex(where: { $0.kinds == outcome.failures.kinds }) {
      failures[index].count += 1
      if outcome.isSimpler(than: failures[index].simplest) { failures[index].simplest = outcome }
    } else if failures.count < Self.maxFailures {
      failures.append(Failure(kinds: outcome.failures.kinds, simplest: outcome))
    }
  }

  /// Keeps the choices of an order that passed.
  mutating func addPassing(_ outcome: OrderExplorer.Outcome) {
    if passingOrders.count < Self.maxPassingOrders { passingOrders.append(outcome.run.choices) }
  }

  /// Begins to add orders that preempt a task where it awaits without suspending.
  mutating func beginPreemptingAwaits() {
    orderCountBeforeAwaits = orderCount
    // The orders that follow make different choices.
    passingOrders = []
  }

  /// A Boolean value that indicates whether all orders up to the bound were run and passed.
  var allPassed: Bool {
    failureCount == 0 && pendingCount == 0 && sample == nil && divergence == nil
  }

  /// The ways in which orders failed, simplest first.
  package var sortedFailures: [Failure] {
    failures.sorted { $0.simplest.isSimpler(than: $1.simplest) }
  }
}
