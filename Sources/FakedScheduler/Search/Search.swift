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
package struct TaskPriorities: Sendable {
  /// The number of events on whose order a bug may depend, for a sample to find it.
  static let depth = 3

  private let seed: UInt64
  private var numbers: SeededNumbers
  /// The steps at which the task that would run falls behind all others.
  private let drops: Set<Int>
  private var step = 0
  /// The priorities of the tasks that fell behind all others. The usual ones are in the upper half of all numbers.
  private var lowered: [StableName: UInt64] = [:]
  private var lowest: UInt64 = 1 << 63

  /// Creates the priorities of one run.
  ///
  /// - Parameters:
  ///   - seed: The number that determines every choice.
  ///   - length: The estimated number of choices that a run makes.
  init(seed: UInt64, length: Int) {
    var numbers = SeededNumbers(seed: seed)
    drops = Set((1..<Self.depth).map { _ in Int(numbers.next() % UInt64(max(1, length))) })
    (self.seed, self.numbers) = (seed, numbers)
  }

  mutating func choose(among options: [Option]) -> Int {
    defer { step += 1 }
    if drops.contains(step) { lower(highestOwner(of: options)) }
    let owner = highestOwner(of: options)
    // A canceled call can end in several ways.
    let same = options.indices.filter { options[$0].owner == owner }
    let chosen = same[Int(numbers.next() % UInt64(same.count))]
    // A task that polls must not starve the others.
    if options[chosen].goesLast { lower(owner) }
    return chosen
  }

  /// Puts a task behind all others.
  private mutating func lower(_ owner: StableName) {
    lowest -= 1
    lowered[owner] = lowest
  }

  private func highestOwner(of options: [Option]) -> StableName {
    options.map(\.owner).max { priority(of: $0) < priority(of: $1) } ?? StableName()
  }

  private func priority(of owner: StableName) -> UInt64 {
    lowered[owner] ?? owner.adding(seed).value | 1 << 63
  }
}

/// A number that names something the same way in every run and in every process.
///
/// `Hasher` cannot do this: its seed differs between processes.
struct StableName: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}
  init(_ text: String) { self = Self().adding(text) }

  func adding(_ number: Int) -> Self { adding(UInt64(number)) }

  func adding(_ number: UInt64) -> Self {
    var name = self
    name.value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
    name.value ^= name.value >> 29
    return name
  }

  func adding(_ text: String) -> Self {
    var name = self
    for byte in text.utf8 { name.value = (name.value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return name.adding(0)
  }
}

/// One of several things that can be next in a run: an event, a fault, a cancellation, or a result.
package struct Choice: Equatable, Sendable {
  /// The budget that pays for an unusual option.
  package enum Kind: Int, Sendable, CaseIterable {
    case change, fault, cancellation, result, ending
  }

  package let kind: Kind
  /// The index of the chosen option. The first option is the usual one.
  package var chosen: Int
  /// The number of options. 0 if it is not known.
  package let count: Int
  /// The cost of each other option.
  package let cost: Int
  /// A name of all options that is the same in every run.
  let options: UInt64

  /// The cost of an option.
  func cost(of option: Int) -> Int { option == 0 ? 0 : cost }

  /// Returns a Boolean value that indicates whether the choice can be made again among some options.
  func fits(_ count: Int, _ options: UInt64) -> Bool {
    // A choice of another process does not know its options.
    self.count == 0 ? chosen < count : self.count == count && self.options == options
  }
}

/// The largest costs of the choices of a run, for each kind.
package struct Budget: Equatable, Sendable {
  package var changes = 0
  package var faults = 0
  package var cancellations = 0
  /// The cost of the other endings of canceled calls, unless they count as changes.
  package var endings = 0

  package init(changes: Int = 0, faults: Int = 0, cancellations: Int = 0, endings: Int = 0) {
    self.changes = changes
    self.faults = faults
    self.cancellations = cancellations
    self.endings = endings
  }

  /// The costs of all kinds.
  var total: Int { changes + faults + cancellations + endings }

  /// Returns a Boolean value that indicates whether costs are within the budget.
  func allows(_ costs: Budget) -> Bool {
    costs.changes <= changes && costs.faults <= faults && costs.cancellations <= cancellations
      && costs.endings <= endings
  }

  mutating func add(_ kind: Choice.Kind, _ cost: Int) {
    switch kind {
    case .change: changes += cost
    case .fault: faults += cost
    case .cancellation: cancellations += cost
    case .ending: endings += cost
    // Every result has a run of its own.
    case .result: break
    }
  }
}

extension Sequence<Choice> {
  /// The costs of the choices.
  package var costs: Budget {
    reduce(into: Budget()) { $0.add($1.kind, $1.cost(of: $1.chosen)) }
  }
}

/// A choice other than the usual one, by names that are the same in every order.
package struct Change: Hashable, Sendable {
  let kind: Choice.Kind
  /// The name of the usual option, and of the chosen one.
  let usual: StableName
  let chosen: StableName
}

/// Something that a run can do next, by names that are the same in every run.
struct Option: Sendable {
  let name: StableName
  /// The name of its task.
  var owner = StableName()
  /// A Boolean value that indicates whether it lets all others go first in a sample.
  var goesLast = false
}

/// A part of an order that a run must follow: choices of another run, with the last one changed.
package struct Prefix: Sendable {
  /// The choices before `last`, or all of them. The prefixes of one run share their memory.
  private let choices: ArraySlice<Choice>
  /// The last choice, with an option that the run didn't take. `nil` if it repeats the run.
  private let last: Choice?
  package let costs: Budget

  /// The prefix that leaves every choice to the usual option.
  package static let empty = Prefix(of: [])

  /// Repeats all choices of a run.
  package init(of choices: [Choice]) {
    (self.choices, last, costs) = (choices[...], nil, choices.costs)
  }

  /// Repeats the choices of a run before an index, and takes another option at that index.
  init(of choices: [Choice], changing index: Int, to option: Int, costs: Budget) {
    var last = choices[index]
    last.chosen = option
    (self.choices, self.last, self.costs) = (choices[..<index], last, costs)
  }

  /// The number of choices that it determines.
  package var count: Int { choices.count + (last == nil ? 0 : 1) }

  /// All choices that it determines.
  var allChoices: [Choice] { (0..<count).compactMap { self[$0] } }

  /// The choice that it determines at an index.
  subscript(index: Int) -> Choice? {
    if index < choices.count { return choices[index] }
    return index == choices.count ? last : nil
  }
}

/// Chooses among the options of a run.
package enum Guide: Sendable {
  /// Follows a prefix, then takes the usual option.
  case prefix(Prefix)
  /// Makes changes to the usual order, and skips those that are not possible.
  case changes(Set<Change>)
  /// Takes an option of the task with the highest priority.
  case priorities(TaskPriorities)

  /// Returns the index of an option. `nil` if the planned choice does not fit the options.
  mutating func choose(
    _ kind: Choice.Kind, among options: [Option], _ fingerprint: UInt64, at index: Int
  ) -> Int? {
    switch self {
    case .prefix(let prefix):
      guard let planned = prefix[index] else { return 0 }
      return planned.fits(options.count, fingerprint) ? planned.chosen : nil
    case .changes(let changes):
      let isChange = { changes.contains(Change(kind: kind, usual: options[0].name, chosen: $0)) }
      return options.firstIndex { isChange($0.name) } ?? 0
    case .priorities(var priorities):
      let chosen = kind == .change || kind == .ending ? priorities.choose(among: options) : 0
      self = .priorities(priorities)
      return chosen
    }
  }
}

/// The choices of a run so far, and what guides them.
struct ChoiceLog: Sendable {
  private var guide: Guide
  private(set) var choices: [Choice] = []
  /// The choices that are not the usual ones.
  private(set) var changes: [Change] = []
  /// The index of the first choice that did not fit the plan.
  private(set) var divergence: Int?

  init(_ guide: Guide) { self.guide = guide }

  /// Chooses an option, and returns its index.
  mutating func choose(_ kind: Choice.Kind, among options: [Option], cost: Int) -> Int {
    let fingerprint = options.reduce(StableName()) { $0.adding($1.name.value) }
    let planned = guide.choose(kind, among: options, fingerprint.value, at: choices.count)
    if planned == nil {
      divergence = divergence ?? choices.count
      guide = .prefix(.empty)
    }
    let chosen = planned ?? 0
    choices.append(
      Choice(
        kind: kind, chosen: chosen, count: options.count, cost: cost, options: fingerprint.value))
    if chosen > 0 {
      changes.append(
        Change(kind: kind, usual: options[0].name, chosen: options[chosen].name))
    }
    return chosen
  }

  /// Records the end of the run: a plan that was not carried out is a divergence.
  mutating func end() {
    if case .prefix(let prefix) = guide, choices.count < prefix.count {
      divergence = divergence ?? choices.count
    }
  }
}
