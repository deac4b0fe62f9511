import Faked

/// What `exploreOrders` found.
public struct OrderReport: Sendable {
  /// The orders that were run, one run each.
  public let orders: [ExploredOrder]
  /// Whether these are all the orders there are.
  public let isComplete: Bool
  /// The most calls that waited at one time.
  public let mostWaiting: Int
  /// What chose the orders, where there were too many to run them all.
  public let seed: UInt64?
  /// The calls that were to go on next in an order, and did not come when it was run.
  public let missing: [String]

  /// The orders in which an expectation failed, or that ended with an error or not at all.
  public var broken: [ExploredOrder] { orders.filter { !$0.failures.isEmpty } }
}

/// One order in which the calls of a scenario went on.
public struct ExploredOrder: Sendable {
  /// Which order it is, from 1.
  public let number: Int
  /// The calls as they are written, in the order in which they were let go.
  public let calls: [String]
  /// What broke, as texts; empty when the scenario took the order well.
  public let failures: [String]
}

extension OrderReport: CustomStringConvertible {
  /// The report as a failure of the test shows it.
  public var description: String {
    let kind = seed.map { ", a sample (seed: \($0))" } ?? ""
    let head = "\(plural(orders.count, "order"))\(kind), \(broken.count) broken."
    return ([head] + listed(groups.map(text), "broken order") + notes).joined(separator: "\n")
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

  /// The shortest of the orders, what broke, and the numbers of the others.
  private func text(of orders: [ExploredOrder]) -> String {
    guard let shortest = orders.min(by: { $0.calls.count < $1.calls.count }) else { return "" }
    let calls = shortest.calls.isEmpty ? "no call" : shortest.calls.joined(separator: " before ")
    let others = orders.filter { $0.number != shortest.number }.prefix(20).map { "\($0.number)" }
    let left = orders.count - 1 - others.count
    let same =
      others.isEmpty
      ? []
      : [
        "the same in \(others.count == 1 ? "order" : "orders") "
          + others.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
      ]
    let lines = shortest.failures.flatMap { $0.split(separator: "\n").map(String.init) } + same
    return "  order \(shortest.number) of \(self.orders.count), \(calls):"
      + lines.map { "\n    " + $0 }.joined()
  }

  private var notes: [String] {
    var notes = missing.map {
      "  an order could not be run again: \($0) did not come. Make all state in the closure."
    }
    if !isComplete, seed == nil { notes.append("  more orders are left: the runs were stopped.") }
    return notes
  }
}
