import Faked

/// Chooses the order of one run by priorities: probabilistic concurrency testing (Burckhardt, Kothari,
/// Musuvathi, and Nagarakatte, 2010).
///
/// Each task gets a random priority, and the task with the highest one runs. At `depth - 1` random steps,
/// the task that would run falls behind all others. So does a task that yields, because a task that polls
/// would otherwise starve the others. A bug that depends on the order of `depth` events is
/// found with a probability of at least 1/(nk^(depth - 1)) in a run of n tasks and k steps.
struct TaskPriorities: Sendable {
  private var numbers: SeededNumbers
  private var priorities: [StableName: UInt64] = [:]
  private var changes: [Int]
  private var step = 0
  /// The lowest priority so far. New tasks get priorities in the upper half of all numbers.
  private var lowest: UInt64 = 1 << 63

  /// Creates the priorities of one run.
  ///
  /// - Parameters:
  ///   - seed: The number that determines every choice.
  ///   - length: The estimated number of choices that a run makes.
  ///   - depth: The number of ordered events on which a bug may depend. At least 1.
  init(seed: UInt64, length: Int, depth: Int) {
    numbers = SeededNumbers(seed: seed)
    changes = []
    for _ in 1..<max(1, depth) {
      changes.append(Int(numbers.next() % UInt64(max(1, length))))
    }
  }

  mutating func choose(among owners: [StableName]) -> Int {
    defer { step += 1 }
    var best = highest(among: owners)
    for _ in changes.filter({ $0 == step }) {
      lower(owners[best])
      best = highest(among: owners)
    }
    // A canceled call has two ends, with and without its effect.
    let same = owners.indices.filter { owners[$0] == owners[best] }
    return same.count == 1 ? best : same[Int(numbers.next() % UInt64(same.count))]
  }

  /// Puts a task behind all others.
  mutating func lower(_ owner: StableName) {
    lowest -= 1
    priorities[owner] = lowest
  }

  private mutating func highest(among owners: [StableName]) -> Int {
    var best = 0
    for index in owners.indices where priority(of: owners[index]) > priority(of: owners[best]) {
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

  /// The probability that a number of runs finds a bug that depends on the order of `depth` events.
  static func probability(runs: Int, tasks: Int, steps: Int, depth: Int) -> Double {
    var perRun = 1 / Double(max(1, tasks))
    for _ in 1..<max(1, depth) { perRun /= Double(max(1, steps)) }
    var missed = 1.0
    for _ in 0..<runs { missed *= 1 - perRun }
    return 1 - missed
  }
}
