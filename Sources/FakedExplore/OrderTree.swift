import Faked

/// The orders of a scenario as a tree: at each fork one of the calls that wait is let go.
///
/// Holds the way to the order that comes next, and what is left to try beside it. Orders that differ only in
/// how independent calls follow one another are tried once, with sleep sets (Godefroid, 1996): what was tried
/// at a fork sleeps in the orders that begin with an independent call instead, until something goes on that
/// is not independent of it.
struct OrderTree {
  private struct Fork {
    private(set) var options: [OrderOption] = []
    /// Which of the options is on the way.
    var current = 0
    /// What only repeats other orders if it goes on here.
    let sleeping: Set<String>
    /// All that waited here in some run, the options and what was left out.
    private var known: Set<String> = []
    /// Whether something waited here that is not independent: what goes on before it matters, also where it
    /// never goes on itself.
    private(set) var hasDependent = false

    init(_ decision: OrderDriver.Decision, sleeping: Set<String>) {
      self.sleeping = sleeping
      add(decision.options)
    }

    /// Adds what was not known yet.
    mutating func add(_ waiting: [OrderOption]) {
      hasDependent = hasDependent || waiting.contains { !$0.isIndependent }
      options += waiting.filter { known.insert($0.text).inserted && !sleeping.contains($0.text) }
    }

    var choice: OrderOption {
      get { options[current] }
      set { options[current] = newValue }
    }

    /// What only repeats other orders after the choice.
    var sleepingAfter: Set<String> {
      guard choice.isIndependent else { return [] }
      return sleeping.union(options[..<current].filter(\.isIndependent).map(\.text))
    }

    /// Leaves out what is independent among the options that come after the choice.
    mutating func leaveOutIndependent() {
      let left = options[(current + 1)...].filter { !$0.isIndependent }
      options = options[...current] + left
    }
  }

  private var forks: [Fork] = []

  /// The calls to let go, one after the other; what comes after them is open.
  var plan: OrderPlan {
    OrderPlan(texts: forks.map(\.choice.text), sleeping: forks.last?.sleepingAfter ?? [])
  }

  /// Notes what a run along the plan came to, beyond it too.
  ///
  /// `isCut` says whether calls or steps still waited when it was over: then its last call is independent of none,
  /// since it has kept them from going on.
  mutating func note(_ decisions: [OrderDriver.Decision], isCut: Bool) {
    let start = max(forks.count - 1, 0)
    let known = decisions.prefix { !$0.isRepeat }
    guard follow(known.prefix(forks.count)) else { return }
    extend(known.dropFirst(forks.count))
    forks.removeSubrange(min(decisions.count, forks.count)...)
    if isCut, decisions.count == forks.count, !forks.isEmpty {
      forks[forks.count - 1].choice.isIndependent = false
    }
    leaveOutTail(from: start)
  }

  /// Notes a run where it was planned; false where it left the plan, which is of no use from there on.
  private mutating func follow(_ decisions: ArraySlice<OrderDriver.Decision>) -> Bool {
    for (place, decision) in decisions.enumerated() {
      if decision.missing != nil {
        forks.removeSubrange((place + 1)...)
        return false
      }
      // Calls that came later than in the run before may be let go first too.
      forks[place].add(decision.options)
    }
    return true
  }

  private mutating func extend(_ decisions: ArraySlice<OrderDriver.Decision>) {
    for decision in decisions {
      forks.append(Fork(decision, sleeping: forks.last?.sleepingAfter ?? []))
    }
  }

  /// Leaves out the other orders of the end where only independent calls waited: they come to nothing else.
  private mutating func leaveOutTail(from start: Int) {
    let tail =
      forks.lastIndex { !$0.choice.isIndependent || $0.hasDependent }.map { $0 + 1 } ?? 0
    for place in forks.indices.dropFirst(max(start, tail)) { forks[place].leaveOutIndependent() }
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
