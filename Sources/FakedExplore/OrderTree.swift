/// The orders of a scenario as a tree: at each fork one of the calls that wait is let go.
///
/// Holds the way to the order that comes next, and what is left to try beside it.
struct OrderTree {
  private struct Fork {
    var options: [String]
    /// Which of the options is on the way.
    var current: Int
    var choice: String { options[current] }
  }

  private var forks: [Fork] = []

  /// The calls to let go, one after the other; what comes after them is open.
  var plan: [String] { forks.map(\.choice) }

  /// Notes what a run along the plan came to, beyond it too.
  mutating func note(_ decisions: [OrderDriver.Decision]) {
    for (place, decision) in decisions.enumerated() {
      if place < forks.count, decision.missing == nil {
        // Calls that came later than in the run before may be let go first too.
        let late = decision.options.filter { !forks[place].options.contains($0) }
        forks[place].options += late
      } else if place < forks.count {
        forks.removeSubrange((place + 1)...)
        return
      } else {
        let chosen = decision.options.firstIndex(of: decision.chosen) ?? 0
        var options = decision.options
        options.swapAt(0, chosen)
        forks.append(Fork(options: options, current: 0))
      }
    }
    forks.removeSubrange(min(decisions.count, forks.count)...)
  }

  /// Goes on to the next order; false when there is none.
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
