import Faked

/// Finds every order of a scenario, by increasing numbers of preemptions (iterative preemption bounding,
/// Musuvathi and Qadeer, 2007).
///
/// Each run follows a prefix and then takes the default of every choice. Every other option of those
/// choices begins a new prefix. In this way, every order is run exactly once.
package struct OrderSearch: Sendable {
  /// The maximum number of preemptions in a prefix.
  private let maxPreemptions: Int
  private let shard: Shard?
  /// A Boolean value that indicates whether the search looks for orders that preempt a task where it awaits without
  /// suspending.
  let preemptsAwaits: Bool
  /// The prefixes that have not been run, by their numbers of preemptions.
  private var prefixes: [[OrderPrefix]] = []

  /// A Boolean value that indicates whether an order with more preemptions was left out.
  package private(set) var hasSkippedOrders = false

  /// Creates a search through the orders with at most a number of preemptions.
  package init(preemptions: Int, shard: Shard? = nil) {
    self.init(preemptions, shard, preemptsAwaits: false)
  }

  /// Creates a search through the orders whose only preemption is at an `await` that does not suspend.
  ///
  /// There are many such places, so an order differs from the first one by at most one more choice (delay bounding, Emmi,
  /// Qadeer, and Rakamarić, 2011).
  static func ofAwaits(shard: Shard?) -> Self { Self(1, shard, preemptsAwaits: true) }

  private init(_ preemptions: Int, _ shard: Shard?, preemptsAwaits: Bool) {
    maxPreemptions = preemptions
    self.shard = shard
    self.preemptsAwaits = preemptsAwaits
    append(OrderPrefix(of: [], preemptsAwaits: preemptsAwaits))
  }

  /// Returns a Boolean value that indicates whether the search runs an order only because it leads to others: it preempts no
  /// task.
  func repeatsOrder(_ prefix: OrderPrefix) -> Bool { preemptsAwaits && prefix.preemptions == 0 }

  /// The number of orders that are known and have not been run.
  package var pendingCount: Int { prefixes.reduce(0) { $0 + $1.count } }

  /// The fewest preemptions of an order that has not been run. `nil` if all orders were run.
  package var nextPreemptions: Int? { prefixes.firstIndex { !$0.isEmpty } }

  /// Returns the next prefix to run.
  package mutating func next() -> OrderPrefix? {
    guard let preemptions = nextPreemptions else { return nil }
    return prefixes[preemptions].popLast()
  }

  /// Returns a Boolean value that indicates whether an order preempts a task at an `await`, or can lead to one that does.
  private func canPreemptAwait(_ branch: OrderPrefix, _ choice: Choice, _ option: Int) -> Bool {
    if choice.cost(of: option) > 0, !choice.isAtAwait { return false }
    return branch.depth <= Self.maxChanges - (branch.preemptions > 0 ? 0 : 1)
  }

  /// The maximum number of changes that lead from the first order to one that preempts a task at an `await`.
  private static let maxChanges = 2

  /// Adds the orders that branch off from a run.
  package mutating func add(_ choices: [Choice], after prefix: OrderPrefix) {
    guard prefix.count < choices.count else { return }
    for index in prefix.count..<choices.count {
      for option in 0..<choices[index].count where option != choices[index].chosen {
        let branch = OrderPrefix(of: choices, changing: index, to: option, after: prefix)
        if preemptsAwaits, !canPreemptAwait(branch, choices[index], option) { continue }
        guard branch.preemptions <= maxPreemptions else {
          hasSkippedOrders = true
          continue
        }
        guard shard?.runs(branch) != false else { continue }
        append(branch)
      }
    }
  }

  private mutating func append(_ prefix: OrderPrefix) {
    while prefixes.count <= prefix.preemptions { prefixes.append([]) }
    prefixes[prefix.preemptions].append(prefix)
  }
}
