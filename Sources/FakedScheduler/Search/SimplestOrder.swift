import Faked

// The simplest order that fails in the same way as another one.
extension OrderExplorer {
  /// The maximum number of runs that look for one such order.
  private static let maxRuns = 200

  /// Makes the order of a failure simpler: removes changes that the failure doesn't need, first many at a time, and in
  /// the end each by itself (delta debugging, Zeller and Hildebrandt, 2002).
  func simplify(_ failure: ExploredOrders.Failure) async throws -> Outcome {
    var simplest = failure.simplest
    let preemptsAwaits = simplest.run.choices.preemptAwaits
    var runCount = 0
    var size = (simplest.run.changes.count + 1) / 2
    while size > 0 {
      var end = simplest.run.changes.count
      while end > 0 {
        let start = max(0, end - size)
        for changes in simplest.run.changes.alternatives(without: start..<end) {
          if runCount == Self.maxRuns { return simplest }
          try await beginRun(number: runCount)
          runCount += 1
          let other = await run(by: .changes(Set(changes), preemptsAwaits: preemptsAwaits))
          if other.run.isEndless { return simplest }
          if other.isFailure, other.failures.kinds == failure.kinds,
            other.isSimpler(than: simplest)
          {
            simplest = other
            break
          }
        }
        end = min(start, simplest.run.changes.count)
      }
      size /= 2
    }
    return simplest
  }
}

extension [OrderChange] {
  /// Returns the changes without some of them, in two ways.
  ///
  /// In the second way, the first of them leads directly to where the next change leads. An order that switches from A to
  /// B and then from B to C thus becomes one that switches from A to C.
  fileprivate func alternatives(without range: Range<Int>) -> [Self] {
    var others = self
    others.removeSubrange(range)
    guard range.upperBound < count else { return [others] }
    var joined = others
    joined[range.lowerBound] = OrderChange(
      skipped: self[range.lowerBound].skipped, chosen: self[range.upperBound].chosen)
    return [others, joined]
  }
}

extension OrderExplorer.Outcome {
  /// Returns a Boolean value that indicates whether an order has fewer preemptions, or fewer choices that
  /// are not the default, than another.
  func isSimpler(than other: Self) -> Bool {
    complexity.lexicographicallyPrecedes(other.complexity)
  }

  private var complexity: [Int] {
    [run.choices.preemptions, run.changes.count, run.stepCount]
  }
}
