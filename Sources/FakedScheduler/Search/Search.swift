import Faked

/// Finds every order of a scenario within a budget, by increasing costs.
///
/// Each run follows a prefix and then takes the usual option of every choice. Every other option of those choices begins a
/// new prefix. In this way, every order is run exactly once.
package struct Search: Sendable {
  private let budget: Budget
  /// The prefixes that have not been run, by their total costs. The last one is next.
  private var prefixes: [[Prefix]] = [[.empty]]

  package init(within budget: Budget) { self.budget = budget }

  /// The number of orders that are known and have not been run.
  package var pendingCount: Int { prefixes.reduce(0) { $0 + $1.count } }

  /// The total costs of the next order. `nil` if all orders were run.
  package var nextCosts: Int? { prefixes.firstIndex { !$0.isEmpty } }

  /// Returns the next prefix to run.
  package mutating func next() -> Prefix? { nextCosts.flatMap { prefixes[$0].popLast() } }

  /// Adds the orders that branch off from a run.
  ///
  /// - Parameters:
  ///   - choices: The choices of the run.
  ///   - prefix: The prefix that the run followed.
  ///   - addsFaults: A Boolean value that indicates whether other calls can fail. Defaults to `true`.
  package mutating func add(_ choices: [Choice], after prefix: Prefix, addsFaults: Bool = true) {
    var costs = choices.prefix(prefix.count).costs
    var new: [[Prefix]] = []
    for index in prefix.count..<max(prefix.count, choices.count) {
      let choice = choices[index]
      var others = costs
      others.add(choice.kind, choice.cost)
      costs.add(choice.kind, choice.cost(of: choice.chosen))
      guard budget.allows(others), addsFaults || choice.kind != .fault else { continue }
      while new.count <= others.total { new.append([]) }
      for option in 0..<choice.count where option != choice.chosen {
        new[others.total].append(Prefix(of: choices, changing: index, to: option, costs: others))
      }
    }
    while prefixes.count < new.count { prefixes.append([]) }
    // The earliest difference is tried first.
    for costs in new.indices { prefixes[costs] += new[costs].reversed() }
  }
}

/// Chooses the order of one run by priorities: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, and
/// Nagarakatte, 2010).
///
/// Each task gets a random priority, and the task with the highest one runs. At `depth - 1` random steps, the task that
/// would run falls behind all others.
struct TaskPriorities: Sendable {
  /// The number of events on whose order a bug may depend, for a sample to find it.
  static let depth = 3

  private var numbers: SeededNumbers
  private var priorities: [StableName: UInt64] = [:]
  private var drops: [Int] = []
  private var step = 0
  /// The lowest priority so far. New tasks get priorities in the upper half of all numbers.
  private var lowest: UInt64 = 1 << 63

  /// Creates the priorities of one run.
  ///
  /// - Parameters:
  ///   - seed: The number that determines every choice.
  ///   - length: The estimated number of choices that a run makes.
  init(seed: UInt64, length: Int) {
    numbers = SeededNumbers(seed: seed)
    for _ in 1..<Self.depth { drops.append(Int(numbers.next() % UInt64(max(1, length)))) }
  }

  mutating func choose(among options: [Option]) -> Int {
    defer { step += 1 }
    var best = highest(among: options)
    for _ in drops.filter({ $0 == step }) {
      lower(options[best].owner)
      best = highest(among: options)
    }
    // A canceled call can end in several ways.
    let same = options.indices.filter { options[$0].owner == options[best].owner }
    let chosen = same.count == 1 ? best : same[Int(numbers.next() % UInt64(same.count))]
    // A task that polls must not starve the others.
    if options[chosen].goesLast { lower(options[chosen].owner) }
    return chosen
  }

  /// Puts a task behind all others.
  private mutating func lower(_ owner: StableName) {
    lowest -= 1
    priorities[owner] = lowest
  }

  private mutating func highest(among options: [Option]) -> Int {
    var best = 0
    for index in options.indices
    where priority(of: options[index].owner) > priority(of: options[best].owner) {
      best = index
    }
    return best
  }

  private mutating func priority(of owner: StableName) -> UInt64 {
    if let priority = priorities[owner] { return priority }
    let priority = numbers.next() | 1 << 63
    priorities[owner] = priority
    return priority
  }
}
