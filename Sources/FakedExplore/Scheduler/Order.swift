/// One decision of a run: the options, and the one that was taken.
package struct Choice: Equatable, Sendable {
  /// The place of the chosen option. The first option is the default.
  package var chosen: Int
  /// The number of options.
  package let count: Int
  /// The number of options, from the first, that interrupt no task that could continue.
  package let freeCount: Int
  /// A name of all options that is the same in every run.
  let options: UInt64
  /// A name of the chosen option that is the same in every run.
  var chosenName: UInt64

  /// The number of preemptions that taking an option costs.
  func cost(of option: Int) -> Int { option < freeCount ? 0 : 1 }
}

/// A part of an order that a run must follow: choices of another run, with the last one changed.
package struct OrderPrefix: Sendable {
  /// Shared by all prefixes that begin with the choices of the same run.
  private let choices: [Choice]
  /// The place of the changed choice, or the number of choices if none is changed.
  private let changed: Int
  private let alternative: Int
  package let preemptions: Int

  /// The prefix that leaves every choice to the default.
  package static let empty = OrderPrefix(of: [])

  /// Repeats all choices of a run.
  package init(of choices: [Choice]) {
    self.choices = choices
    changed = choices.count
    alternative = 0
    preemptions = choices.reduce(0) { $0 + $1.cost(of: $1.chosen) }
  }

  /// Repeats the choices of a run before a place, and takes another option there.
  init(of choices: [Choice], changing place: Int, to alternative: Int, preemptions: Int) {
    self.choices = choices
    changed = place
    self.alternative = alternative
    self.preemptions = preemptions
  }

  /// The number of choices that it determines.
  package var count: Int { changed == choices.count ? changed : changed + 1 }

  /// The choice that it determines at a place.
  subscript(place: Int) -> Choice? {
    guard place < count else { return nil }
    var choice = choices[place]
    if place == changed { choice.chosen = alternative }
    return choice
  }
}
