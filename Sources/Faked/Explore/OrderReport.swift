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
  public var description: String {
    let kind = seed.map { ", a sample (seed: \($0))" } ?? ""
    let head = "\(plural(orders.count, "order"))\(kind), \(broken.count) broken."
    let texts = broken.map { order in
      let calls = order.calls.joined(separator: " before ")
      let lines = order.failures.flatMap { $0.split(separator: "\n") }
      return "  order \(order.number) of \(orders.count), \(calls):"
        + lines.map { "\n    " + $0 }.joined()
    }
    return ([head] + texts + notes).joined(separator: "\n")
  }

  private var notes: [String] {
    var notes = missing.map {
      "  an order could not be run again: \($0) did not come. Make all state in the closure."
    }
    if !isComplete, seed == nil { notes.append("  more orders are left: the runs were stopped.") }
    return notes
  }
}
