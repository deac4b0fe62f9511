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
  /// A Boolean value that indicates whether the orders interrupt tasks where they await without suspending.
  let interruptsAwaits: Bool
  /// The prefixes that have not been run, by their numbers of preemptions.
  private var prefixes: [[OrderPrefix]]

  /// A Boolean value that indicates whether an order with more preemptions was left out.
  package private(set) var hasSkippedOrders = false

  /// Creates a search through the orders with at most a number of preemptions.
  package init(preemptions: Int, shard: Shard? = nil) {
    self.init(preemptions, shard, interruptsAwaits: false)
  }

  /// Creates a search through the orders whose only preemption is at an `await` that does not suspend.
  static func ofAwaits(shard: Shard?) -> Self { Self(1, shard, interruptsAwaits: true) }

  private init(_ preemptions: Int, _ shard: Shard?, interruptsAwaits: Bool) {
    maxPreemptions = preemptions
    self.shard = shard
    self.interruptsAwaits = interruptsAwaits
    prefixes = Array(repeating: [], count: preemptions + 1)
    prefixes[0] = [OrderPrefix(of: [], interruptsAwaits: interruptsAwaits)]
  }

  /// Returns a Boolean value that indicates whether an order interrupts no task, although the search looks only for those
  /// that do. It only leads to them.
  func repeatsOrder(_ prefix: OrderPrefix) -> Bool { interruptsAwaits && prefix.preemptions == 0 }

  /// The number of orders that are known and have not been run.
  package var pendingCount: Int { prefixes.reduce(0) { $0 + $1.count } }

  /// The fewest preemptions of an order that has not been run. `nil` if all orders were run.
  package var nextPreemptions: Int? { prefixes.firstIndex { !$0.isEmpty } }

  /// Returns the next prefix to run.
  package mutating func next() -> OrderPrefix? {
    guard let preemptions = nextPreemptions else { return nil }
    return prefixes[preemptions].popLast()
  }

  /// Adds the orders that branch off from a run.
  package mutating func add(_ choices: [Choice], after prefix: OrderPrefix) {
    guard prefix.count < choices.count else { return }
    for place in prefix.count..<choices.count {
      for option in 0..<choices[place].count where option != choices[place].chosen {
        if interruptsAwaits, !choices[place].isAtAwait, choices[place].cost(of: option) > 0 {
          continue
        }
        let branch = OrderPrefix(of: choices, changing: place, to: option, after: prefix)
        guard branch.preemptions <= maxPreemptions else {
          hasSkippedOrders = true
          continue
        }
        guard shard?.runs(branch) != false else { continue }
        prefixes[branch.preemptions].append(branch)
      }
    }
  }
}
