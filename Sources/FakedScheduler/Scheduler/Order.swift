/// One decision of a run: the options, and the one that was taken.
package struct Choice: Equatable, Sendable {
  /// The index of the chosen option. The first option is the default.
  package var chosen: Int
  /// The number of options.
  package let count: Int
  /// The number of options, from the first, that interrupt no task that could continue.
  package let freeCount: Int
  /// A Boolean value that indicates whether another option preempts a task at an `await` that does not suspend.
  let isAtAwait: Bool
  /// The index of the option that delivers the result of the call whose effect was chosen last. `nil` if there is none.
  let delivery: Int?
  /// A name of all options that is the same in every run.
  let options: UInt64
}

extension Choice {
  /// A choice of another process, which knows only the option.
  init(replaying option: Int) {
    self.init(chosen: option, count: 0, freeCount: 0, isAtAwait: false, delivery: nil, options: 0)
  }

  /// Returns a Boolean value that indicates whether the choice can be made again among some options.
  func fits(_ count: Int, options: UInt64) -> Bool {
    // A choice of another process does not know its options.
    self.count == 0 ? chosen < count : self.count == count && self.options == options
  }

  /// The number of preemptions that taking an option costs.
  func cost(of option: Int) -> Int { option < freeCount ? 0 : 1 }
}

/// A choice other than the default, by names that are the same in every order.
struct OrderChange: Hashable, Sendable {
  /// A step of a task.
  struct Step: Hashable, Sendable {
    let name: StableName
    /// The number of steps that the task has made before.
    let number: Int
  }

  /// The step that the default takes.
  let skipped: Step
  let chosen: Step
}

/// A part of an order that a run must follow: choices of another run, with the last one changed.
package struct OrderPrefix: Sendable {
  /// Shared by all prefixes that begin with the choices of the same run.
  private let choices: [Choice]
  /// The index of the changed choice, or the number of choices if none is changed.
  private let changed: Int
  private let alternative: Int
  package let preemptions: Int
  /// A Boolean value that indicates whether a task can be preempted where it awaits without suspending.
  let preemptsAwaits: Bool
  /// The number of changes that led from the first order to this one. A call that ends right after its effect, instead of
  /// another task, is one change.
  let depth: Int
  /// A name of the first changes that is the same in every process.
  let branch: StableName

  /// The prefix that leaves every choice to the default.
  package static let empty = OrderPrefix(of: [])

  /// Repeats all choices of a run.
  ///
  /// - Parameters:
  ///   - choices: The choices.
  ///   - preemptsAwaits: A Boolean value that indicates whether a task can be preempted where it awaits without
  ///     suspending. Defaults to whether one of the choices is at such a point.
  package init(of choices: [Choice], preemptsAwaits: Bool? = nil) {
    self.preemptsAwaits = preemptsAwaits ?? choices.preemptAwaits
    self.choices = choices
    changed = choices.count
    alternative = 0
    preemptions = choices.preemptions
    depth = 0
    branch = StableName()
  }

  /// Creates a prefix that repeats the choices of a run before an index, and takes another option at that index.
  init(of choices: [Choice], changing index: Int, to option: Int, after parent: OrderPrefix? = nil)
  {
    self.choices = choices
    preemptsAwaits = parent?.preemptsAwaits ?? choices.preemptAwaits
    changed = index
    alternative = option
    preemptions = choices[..<index].preemptions + choices[index].cost(of: option)
    let endsCall =
      preemptsAwaits && index == parent?.count && choices[index].delivery == option
    depth = (parent?.depth ?? 0) + (endsCall ? 0 : 1)
    var branch = parent?.branch ?? StableName()
    // A shard that runs an order also runs those that follow without another change.
    if depth < Shard.depth || depth == Shard.depth && !endsCall {
      branch.combine(UInt64(index))
      branch.combine(UInt64(option))
    }
    self.branch = branch
  }

  /// The number of choices that it determines.
  package var count: Int { changed == choices.count ? changed : changed + 1 }

  /// The choice that it determines at an index.
  subscript(index: Int) -> Choice? {
    guard index < count else { return nil }
    var choice = choices[index]
    if index == changed { choice.chosen = alternative }
    return choice
  }
}

extension Collection<Choice> {
  /// The number of preemptions that the choices cost.
  package var preemptions: Int { reduce(0) { $0 + $1.cost(of: $1.chosen) } }

  /// A Boolean value that indicates whether a task could be preempted where it awaited without suspending.
  var preemptAwaits: Bool { contains(where: \.isAtAwait) }

  /// A name of all options that is the same in every process.
  var fingerprint: StableName {
    reduce(into: StableName()) { $0.combine($1.options) }
  }
}
