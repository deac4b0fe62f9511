/// The choices of a run so far, and what guides them.
struct ChoiceLog {
  /// Something that a run can do next, by names that are the same in every run.
  struct Option {
    let step: OrderChange.Step
    /// The name of its task.
    let owner: StableName
    /// A Boolean value that indicates whether it delivers the result of a call after its effect.
    var isDelivery = false
    /// A Boolean value that indicates whether it lets all others go first in a sample.
    var isYield = false
    /// A Boolean value that indicates whether it lets time pass.
    var isTime = false
  }

  /// `nil` runs everything in the order in which it becomes ready.
  private var guide: OrderGuide?
  private(set) var choices: [Choice] = []
  /// The choices that are not the default.
  private(set) var changes: [OrderChange] = []
  /// The index of the first choice that did not fit the plan.
  private(set) var divergence: Int?
  /// The task of the option that was chosen last.
  private var latestOwner: StableName?

  init(_ guide: OrderGuide?) { self.guide = guide }

  /// A Boolean value that indicates whether the run is one of an exploration, which chooses what runs next.
  var isGuided: Bool { guide != nil }

  /// Forgets the choices of a run that has ended.
  mutating func forget() {
    guide = guide.map { _ in .prefix(.empty) }
    (choices, changes) = ([], [])
  }

  /// Chooses an option, and returns its index.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - freeCount: The number of options, from the first, that interrupt no task that could continue.
  ///   - isAtAwait: A Boolean value that indicates whether the task that could continue awaits without suspending.
  mutating func choose(among options: [Option], freeCount: Int, isAtAwait: Bool) -> Int {
    var fingerprint = StableName()
    for option in options { fingerprint.combine(option.step.name.value) }
    var chosen = 0
    do throws(OrderGuide.Divergence) {
      chosen =
        try guide?.choose(among: options, fingerprint: fingerprint.value, at: choices.count) ?? 0
    } catch {
      divergence = divergence ?? choices.count
      guide = .prefix(.empty)
    }
    let delivery = options.firstIndex { $0.isDelivery && $0.owner == latestOwner }
    let option = options[chosen]
    latestOwner = option.owner
    // A yield must not starve other tasks, and passing time must not starve the events.
    if option.isYield || option.isTime && chosen >= freeCount {
      guide?.lowerPriority(of: option.owner)
    }
    choices.append(
      Choice(
        chosen: chosen, count: options.count, freeCount: freeCount, isAtAwait: isAtAwait,
        delivery: delivery, options: fingerprint.value))
    if chosen > 0 { changes.append(OrderChange(skipped: options[0].step, chosen: option.step)) }
    return chosen
  }
}
