extension Faked {
  /// How many calls of `id` were under way at once, at most: 1 says that no two ever overlapped.
  ///
  /// Read from the calls that are kept, those under way included, so it costs nothing until it is asked,
  /// then time in proportion to the calls; with a limited `history` it speaks of the last ones only, and
  /// with `.countsOnly` it is 1 after any call. It is as exact as the clock: calls that share no more than
  /// one of its ticks count as one after the other.
  public func maxConcurrentCalls(to id: KeyPath<Self, some FunctionName>) -> Int {
    let name = self[keyPath: id].description
    let functions = instance.state.map(named: name) { ($0.spans, $0.callCount) }
    return max(mostAtOnce(functions.flatMap(\.0)), min(1, functions.reduce(0) { $0 + $1.1 }))
  }
}

/// How many of some calls were under way at one moment, at most.
package func mostAtOnce(_ spans: [CallSpan]) -> Int {
  let starts = spans.map(\.index).sorted()
  // One that ends in the tick in which another begins is over by then; but none is over in the tick in
  // which it begins itself, for it may lie within another.
  let ends = spans.map { span in span.duration.map { span.index + max(1, $0) } ?? .max }.sorted()
  var (most, ended) = (0, 0)
  for (begun, start) in starts.enumerated() {
    while ends[ended] <= start { ended += 1 }
    most = max(most, begun + 1 - ended)
  }
  return most
}
