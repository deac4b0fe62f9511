/// Chooses among the options of a run.
enum OrderGuide {
  /// Follows a prefix, then takes the default.
  case prefix(OrderPrefix)
  /// Makes changes to the default order, and skips those that are not possible.
  case changes(Set<OrderChange>, preemptsAwaits: Bool)
  /// Takes an option of the task with the highest priority.
  case priorities(TaskPriorities)

  /// A Boolean value that indicates whether a task can be preempted where it awaits without suspending.
  var preemptsAwaits: Bool {
    switch self {
    case .prefix(let prefix): prefix.preemptsAwaits
    case .changes(_, let preemptsAwaits): preemptsAwaits
    case .priorities: false
    }
  }

  /// A planned choice does not fit the options of this run.
  struct Divergence: Error {}

  /// Returns the index of the option to take.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - fingerprint: A stable name of all options.
  ///   - index: The number of choices made before.
  mutating func choose(
    among options: [ChoiceLog.Option], fingerprint: UInt64, at index: Int
  ) throws(Divergence) -> Int {
    switch self {
    case .prefix(let prefix):
      guard let planned = prefix[index] else { return 0 }
      guard planned.fits(options.count, options: fingerprint) else { throw Divergence() }
      return planned.chosen
    case .changes(let changes, _):
      let isChange = { changes.contains(OrderChange(skipped: options[0].step, chosen: $0)) }
      return options.firstIndex { isChange($0.step) } ?? 0
    case .priorities(var priorities):
      let chosen = priorities.choose(among: options.map(\.owner))
      self = .priorities(priorities)
      return chosen
    }
  }

  /// Returns the index of the first planned choice that a run did not make. `nil` if it made all of them.
  func missingChoice(after count: Int) -> Int? {
    if case .prefix(let prefix) = self, count < prefix.count { count } else { nil }
  }

  /// Records that a task lets all others go first.
  mutating func lowerPriority(of owner: StableName) {
    guard case .priorities(var priorities) = self else { return }
    priorities.lower(owner)
    self = .priorities(priorities)
  }
}
