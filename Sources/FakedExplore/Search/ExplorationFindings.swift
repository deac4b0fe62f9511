/// The results of an exploration of orders.
package struct ExplorationFindings: Sendable {
  /// A random sample of the orders that were too many.
  package struct Sample: Sendable, Equatable {
    package let seed: UInt64
    /// The number of ordered events on which a bug may depend.
    package let depth: Int
    package internal(set) var runCount = 0
    var taskCount = 0
    var choiceCount = 0

    init(seed: UInt64, depth: Int) {
      self.seed = seed
      self.depth = depth
    }

    /// The probability that the sample finds a bug that depends on the order of `depth` events, at least.
    package var probability: Double {
      TaskPriorities.probability(
        runs: runCount, tasks: taskCount, steps: choiceCount, depth: depth)
    }
  }

  /// The number of orders that were run.
  package private(set) var orderCount = 0
  /// The number of orders that failed.
  package private(set) var failureCount = 0
  /// The number of preemptions up to which all orders were run. -1 if not even those without any were.
  package internal(set) var completePreemptions = -1
  /// The number of orders that are known and were not run.
  package internal(set) var pendingCount = 0
  package internal(set) var sample: Sample?
  /// The place of the first choice that did not fit when it was repeated. `nil` if all did.
  package internal(set) var divergence: Int?
  /// The failure with the fewest preemptions, then the fewest choices.
  package internal(set) var simplestFailure: OrderExplorer.Outcome?
  /// The number of orders in which a task handed work to a queue or a timer, or continued elsewhere.
  package private(set) var uncontrolledCount = 0
  /// The tasks that had not ended at the end of an order.
  package private(set) var leftBehind: [LeftTask] = []
  /// The choices of the first orders that passed.
  private(set) var passingOrders: [[Choice]] = []
  /// The choices of the first orders that were broken.
  private(set) var brokenOrders: [[Choice]] = []
  package private(set) var mostChoices = 0
  package private(set) var mostTasks = 0

  /// The number of passing orders to keep, which is enough to find one near a failure.
  private static let mostPassingOrders = 1_000
  /// The number of broken orders to keep, for a picture.
  private static let mostBrokenOrders = 1_000

  init() {}

  mutating func add(_ outcome: OrderExplorer.Outcome) {
    let run = outcome.run
    orderCount += 1
    mostChoices = max(mostChoices, run.choices.count)
    mostTasks = max(mostTasks, run.taskCount)
    if run.departureCount + run.arrivalCount > 0 { uncontrolledCount += 1 }
    for task in run.leftBehind where !leftBehind.contains(where: { $0.title == task.title }) {
      leftBehind.append(task)
    }
    guard outcome.isFailure else {
      if passingOrders.count < Self.mostPassingOrders { passingOrders.append(run.choices) }
      return
    }
    failureCount += 1
    if brokenOrders.count < Self.mostBrokenOrders { brokenOrders.append(run.choices) }
    if simplestFailure.map(outcome.isSimpler) ?? true { simplestFailure = outcome }
  }

  /// A Boolean value that indicates whether every order was run, and everything was under control.
  package var isComplete: Bool {
    pendingCount == 0 && sample == nil && divergence == nil && uncontrolledCount == 0
      && leftBehind.isEmpty && TaskControl.isComplete
  }
}
