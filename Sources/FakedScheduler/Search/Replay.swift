/// An order in a form that fits into the source code of a test: `exploreOrders(replaying: "9:3=1,7=2 5f0c…")`.
package struct Replay: Equatable, Sendable, CustomStringConvertible {
  /// The number of choices.
  private let count: Int
  /// The indices of the choices that are not the default, and their options.
  private let changes: [Change]
  /// The fakes in whose functions no task was preempted, if the order preempts a task where it awaits without
  /// suspending. Otherwise, `nil`.
  private(set) var excludedFakes: [String]?
  /// A name of all options, which shows whether a scenario is the same.
  private let fingerprint: UInt64

  /// The word after an order that preempts a task where it awaits without suspending. The excluded fakes follow.
  private static let awaits = "awaits"

  private struct Change: Equatable, Sendable {
    let index: Int
    let option: Int
  }

  /// A text that is not an order.
  package struct ParsingError: Error, CustomStringConvertible {
    let text: String
    package var description: String {
      """
      replaying: "\(text)" is not an order.
        Copy the text from the report of a failed exploration.
      """
    }
  }
}

extension Replay {
  /// Describes the order of a run.
  ///
  /// - Parameters:
  ///   - choices: The choices of the run.
  ///   - awaits: The points at which the run could preempt a task although it did not suspend.
  package init(of choices: [Choice], preemptedAt awaits: AwaitPoints?) {
    count = choices.count
    changes = choices.indices.filter { choices[$0].chosen != 0 }.map {
      Change(index: $0, option: choices[$0].chosen)
    }
    excludedFakes = choices.preemptAwaits ? awaits?.excludedFakes : nil
    fingerprint = choices.fingerprint.value
  }

  /// Reads an order from its text.
  package init(_ text: String) throws(ParsingError) {
    let error = ParsingError(text: text)
    let words = text.split(separator: " ")
    guard words.count == 2 || words.count > 2 && words[2] == Self.awaits,
      let fingerprint = UInt64(words[1], radix: 16)
    else { throw error }
    let parts = words[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0]), (0...100_000).contains(count) else {
      throw error
    }
    var changes: [Change] = []
    for pair in parts[1].split(separator: ",") {
      let numbers = pair.split(separator: "=").map { Int($0) }
      guard numbers.count == 2, let index = numbers[0], let option = numbers[1],
        (0..<count).contains(index), option > 0, index > changes.last?.index ?? -1
      else { throw error }
      changes.append(Change(index: index, option: option))
    }
    self.init(
      count: count, changes: changes,
      excludedFakes: words.count > 2 ? words.dropFirst(3).map(String.init) : nil,
      fingerprint: fingerprint)
  }

  package var description: String {
    let changes = changes.map { "\($0.index)=\($0.option)" }.joined(separator: ",")
    let awaits = excludedFakes.map { [Self.awaits] + $0 } ?? []
    return (["\(count):\(changes)", String(fingerprint, radix: 16)] + awaits)
      .joined(separator: " ")
  }

  /// The choices to follow. Their options are not known.
  package var prefix: OrderPrefix {
    var options = Array(repeating: 0, count: count)
    for change in changes { options[change.index] = change.option }
    return OrderPrefix(
      of: options.map(Choice.init(replaying:)), preemptsAwaits: excludedFakes != nil)
  }

  /// Returns a Boolean value that indicates whether a run repeated the order.
  package func matches(_ run: ScenarioRun) -> Bool {
    var repeated = Self(of: run.choices, preemptedAt: nil)
    repeated.excludedFakes = excludedFakes
    return run.divergence == nil && repeated == self
  }
}

extension Scheduler {
  /// The line that says how to repeat the order so far. `nil` if that is impossible.
  var adviceToRepeat: String? {
    guard limits.canReplay else { return nil }
    let replay = Replay(of: state.withLock { $0.choices.choices }, preemptedAt: awaits)
    return "  To repeat this order in a debugger: exploreOrders(replaying: \"\(replay)\")"
  }
}
