/// A call or a step that waits, and can go on next.
struct OrderOption: Sendable {
  /// As it is written; the same in every run.
  let text: String
  /// Whether it can change places with others of which this is true.
  var isIndependent: Bool
}

extension [OrderOption] {
  /// Whether the option of that text is independent.
  func isIndependent(_ text: String) -> Bool {
    first { $0.text == text }?.isIndependent ?? false
  }

  /// How many orders these have at least that could differ, where none cancels another: all of those that are
  /// not independent, and the others anywhere among them.
  var leastOrders: Double {
    let independent = count(where: \.isIndependent)
    let others = count - independent
    var orders = 1.0
    for place in 0..<others { orders *= Double(place + 1) }
    for _ in 0..<independent { orders *= Double(others + 1) }
    return orders
  }
}

extension [OrderDriver.Decision] {
  /// How many orders at most differ from this one only in how independent calls follow one another.
  ///
  /// A call cannot come before the one that made it possible. In a row of independent calls that leaves as
  /// many orders as a forest has: n! by the sizes of all its trees. That a call waited for more than one
  /// before it cannot be seen, so there may be fewer.
  var alikeOrders: Double {
    var orders = 1.0
    // How many calls of the row depend on each.
    var sizes: [Int: Double] = [:]
    var length = 0.0
    for (place, decision) in enumerated().reversed() {
      guard decision.options.isIndependent(decision.chosen) else {
        (sizes, length) = ([:], 0)
        continue
      }
      length += 1
      let size = sizes[place, default: 0] + 1
      orders *= length / size
      let arrival = firstIndex { $0.options.contains { $0.text == decision.chosen } } ?? 0
      sizes[arrival - 1, default: 0] += size
    }
    return orders.rounded()
  }
}
