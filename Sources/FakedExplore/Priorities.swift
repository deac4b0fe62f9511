import Faked

/// Chooses what goes on in one run of a sample, by priorities: probabilistic concurrency testing
/// (Burckhardt and others, 2010).
///
/// What becomes possible when a call goes on is a chain with it. Each chain has a priority by chance, and
/// the highest goes on, except for one place in the order, at which it falls behind all others. A bug that
/// needs two calls of n chains and k places in one order is found with a chance of at least 1/(nk) a run.
struct Priorities: Sendable {
  private struct Member {
    let text: String
    let chain: Int
  }

  private var numbers: SeededNumbers
  private let change: Int
  private var priorities: [UInt64] = []
  private var members: [Member] = []
  private var last: Int?
  private var place = 0
  /// How many chains there were so far.
  var chainCount: Int { priorities.count }

  /// `length` is the most places that an order had so far.
  init(seed: UInt64, length: Int) {
    numbers = SeededNumbers(seed: seed)
    change = Int(numbers.next() % UInt64(max(1, length)))
  }

  mutating func pick(from options: [String]) -> String {
    members.removeAll { !options.contains($0.text) }
    for text in options where !members.contains(where: { $0.text == text }) {
      members.append(Member(text: text, chain: last ?? newChain()))
      last = nil
    }
    if place == change, let highest { priorities[highest.chain] = 0 }
    let first = highest
    place += 1
    last = first?.chain
    return first?.text ?? options[0]
  }

  private var highest: Member? {
    members.max { priorities[$0.chain] < priorities[$1.chain] }
  }

  private mutating func newChain() -> Int {
    priorities.append(max(1, numbers.next()))
    return priorities.count - 1
  }

  /// The chance that so many runs find a bug of two calls.
  static func chance(runs: Int, chains: Int, places: Int) -> Double {
    var missed = 1.0
    for _ in 0..<runs { missed *= 1 - 1 / Double(max(1, chains * places)) }
    return 1 - missed
  }
}
