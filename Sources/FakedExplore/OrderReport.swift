import Faked

/// What `exploreOrders` and `exploreCancellations` found.
public struct OrderReport: Sendable {
  /// The orders that were run, one run each. A sample may run one order more than once.
  public let orders: [ExploredOrder]
  /// A Boolean value that indicates whether these are all orders: none was left out, every run ended, and all
  /// tasks were under control.
  public let isComplete: Bool
  /// The most calls and steps that waited at one time.
  public let mostWaiting: Int
  /// What chose the orders, where there were too many to run them all.
  public let seed: UInt64?
  /// The least chance, from 0 to 1, that a sample finds a bug that needs two calls in one order.
  public let chance: Double?
  /// The calls that were to go on next in an order, and did not come when it was run.
  public let missing: [String]
  /// Why the runs prove nothing, if they do not: a scenario in which nothing waits, or in one order only.
  public let vacuity: String?
  /// Whether there was something that cannot be foreseen.
  let hasStrays: Bool
  /// Whether the runs differ by the point at which the scenario is cancelled.
  let cancels: Bool
  /// That runs are left and why, if they are.
  package let reason: String?

  /// The orders in which an expectation failed, or that ended with an error or not at all.
  public var broken: [ExploredOrder] { orders.filter { !$0.failures.isEmpty } }
}

/// One order in which the calls and steps of a scenario went on.
public struct ExploredOrder: Sendable {
  /// Which order it is, from 1.
  public let number: Int
  /// The calls and steps as they are written, in the order in which they were let go.
  public let events: [String]
  /// What broke, as texts; empty when the scenario took the order well.
  public let failures: [String]
}

extension OrderReport: CustomStringConvertible {
  /// The report as a failure of the test shows it.
  public var description: String {
    let head = "\(plural(orders.count, thing))\(sampleText), \(broken.count) broken."
    return ([head] + listed(groupTexts, "broken \(thing)") + notes).joined(separator: "\n")
  }

  private var thing: String { cancels || seed != nil ? "run" : "order" }

  private var sampleText: String {
    guard let seed else { return "" }
    let least = chance.map { chance in
      chance > 0 && chance < 0.01 ? "1 in \(Int((1 / chance).rounded()))" : "\(Int(chance * 100)) %"
    }
    return
      " of \(plural(Set(orders.map(\.events)).count, "different order")), a sample (seed: \(seed)) that finds a bug of two calls with a chance of at least \(least ?? "0 %")"
  }

  /// The broken orders that broke in one way, each group in order.
  private var groups: [[ExploredOrder]] {
    var places: [[String]: Int] = [:]
    var groups: [[ExploredOrder]] = []
    for order in broken {
      let place = places[order.failures] ?? groups.count
      places[order.failures] = place
      if place == groups.count { groups.append([order]) } else { groups[place].append(order) }
    }
    return groups
  }

  private var groupTexts: [String] {
    var shown: [ExploredOrder] = []
    return groups.map { group in
      // The shortest order says most.
      let shortest = group.min { $0.events.count < $1.events.count } ?? group[0]
      defer { shown.append(shortest) }
      let failures = shortest.failures.flatMap { $0.split(separator: "\n").map(String.init) }
      let lines = story(of: shortest, after: shown) + failures + alike(group, shortest)
      return "  \(thing) \(shortest.number) of \(orders.count):"
        + lines.map { "\n    " + $0 }.joined()
    }
  }

  /// The numbers of the other orders that broke in the same way.
  private func alike(_ group: [ExploredOrder], _ shown: ExploredOrder) -> [String] {
    let others = group.filter { $0.number != shown.number }.prefix(20).map { "\($0.number)" }
    guard !others.isEmpty else { return [] }
    let left = group.count - 1 - others.count
    return [
      "the same in \(thing)\(others.count == 1 ? "" : "s") " + others.joined(separator: ", ")
        + (left > 0 ? " and \(left) more" : "")
    ]
  }

  /// What happened, line by line; the line at which it parts from the nearest order that passes is marked.
  private func story(of order: ExploredOrder, after shown: [ExploredOrder]) -> [String] {
    if order.events.isEmpty { return ["no call went on"] }
    let good = orders.filter(\.failures.isEmpty).max {
      shared($0, order) < shared($1, order)
    }
    let turn = good.map { shared($0, order) }
    let known = shown.max { shared($0, order) < shared($1, order) }
    let folded = min(known.map { shared($0, order) } ?? 0, turn ?? .max)
    var lines: [String] = []
    if folded > 1, let known {
      lines.append("  1. to \(folded). as in \(thing) \(known.number)")
    }
    for (place, event) in order.events.enumerated() where folded < 2 || place >= folded {
      let isTurn = place == turn
      lines.append("\(isTurn ? ">" : " ") \(place + 1). \(event)")
      if isTurn, let good, place < good.events.count {
        lines[lines.count - 1] +=
          "   (\(thing) \(good.number), which passes, has \(good.events[place]) here)"
      }
    }
    return lines
  }

  /// How many events two orders begin with in common.
  private func shared(_ left: ExploredOrder, _ right: ExploredOrder) -> Int {
    zip(left.events, right.events).prefix { $0 == $1 }.count
  }

  /// What there is to know of things that cannot be foreseen, if there were any.
  package var strayNote: String? {
    guard hasStrays else { return nil }
    return
      "something came from where it cannot be watched (a sleep, a timer, a callback): there may be more "
      + "orders."
  }

  private var notes: [String] {
    var notes = missing.map {
      "  an order could not be run again: \($0) did not come. Make all state in the closure."
    }
    if let reason { notes.append("  more \(thing)s \(reason).") }
    if let strayNote { notes.append("  " + strayNote) }
    return notes
  }
}
