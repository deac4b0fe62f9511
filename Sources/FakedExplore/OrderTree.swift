/// The orders of a scenario as a tree: at each fork one of the calls that wait continues.
///
/// Holds the path to the next order, and what is left to try beside it.
struct OrderTree {
  private struct Fork {
    private(set) var options: [String]
    /// The position of the option on the path.
    var current = 0

    init(_ decision: OrderDriver.Decision) { options = decision.options }

    mutating func add(_ waiting: [String]) {
      options += waiting.filter { !options.contains($0) }
    }

    var choice: String { options[current] }
  }

  private var forks: [Fork] = []

  /// The calls to continue, one after the other. What comes after them is open.
  var plan: OrderPlan { OrderPlan(texts: forks.map(\.choice)) }

  /// Records a run along the plan, and what it did after it.
  mutating func add(_ decisions: [OrderDriver.Decision]) {
    guard follow(decisions.prefix(forks.count)) else { return }
    forks += decisions.dropFirst(forks.count).map(Fork.init)
    forks.removeSubrange(min(decisions.count, forks.count)...)
  }

  /// Records the planned part of a run. Returns `false` if the run left the plan.
  private mutating func follow(_ decisions: ArraySlice<OrderDriver.Decision>) -> Bool {
    for (position, decision) in decisions.enumerated() {
      if decision.missing != nil {
        forks.removeSubrange((position + 1)...)
        return false
      }
      // A call that came later than in the run before may continue first, too.
      forks[position].add(decision.options)
    }
    return true
  }

  /// Moves to the next order. Returns `false` if there is none.
  mutating func advance() -> Bool {
    while let fork = forks.last {
      if fork.current + 1 < fork.options.count {
        forks[forks.count - 1].current += 1
        return true
      }
      forks.removeLast()
    }
    return false
  }
}
