/// An order in a form that fits into the source code of a test: `exploreOrders(replaying: "9:3=1,7=2 5f0c…")`.
package struct Replay: Equatable, Sendable, CustomStringConvertible {
  /// The number of choices.
  private let count: Int
  /// The places of the choices that are not the default, and their options.
  private let changes: [Change]
  /// A name of all options, which shows whether a scenario is the same.
  private let fingerprint: UInt64

  private struct Change: Equatable, Sendable {
    let place: Int
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
  package init(of choices: [Choice]) {
    count = choices.count
    changes = choices.indices.filter { choices[$0].chosen != 0 }.map {
      Change(place: $0, option: choices[$0].chosen)
    }
    fingerprint = choices.fingerprint.value
  }

  /// Reads an order from its text.
  package init(_ text: String) throws(ParsingError) {
    let error = ParsingError(text: text)
    let halves = text.split(separator: " ")
    guard halves.count == 2, let fingerprint = UInt64(halves[1], radix: 16) else { throw error }
    let parts = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[0]), (0...100_000).contains(count) else {
      throw error
    }
    var changes: [Change] = []
    for pair in parts[1].split(separator: ",") {
      let numbers = pair.split(separator: "=").map { Int($0) }
      guard numbers.count == 2, let place = numbers[0], let option = numbers[1],
        (0..<count).contains(place), option > 0, place > changes.last?.place ?? -1
      else { throw error }
      changes.append(Change(place: place, option: option))
    }
    self.init(count: count, changes: changes, fingerprint: fingerprint)
  }

  package var description: String {
    let changes = changes.map { "\($0.place)=\($0.option)" }.joined(separator: ",")
    return "\(count):\(changes) \(String(fingerprint, radix: 16))"
  }

  /// The choices to follow. Their options are not known.
  package var prefix: OrderPrefix {
    var options = Array(repeating: 0, count: count)
    for change in changes { options[change.place] = change.option }
    return OrderPrefix(of: options.map(Choice.init(replaying:)))
  }

  /// Returns a Boolean value that indicates whether a run repeated the order.
  package func matches(_ choices: [Choice]) -> Bool { Self(of: choices) == self }
}
