extension Faked {
  /// Returns the largest number of calls of a function that ran at the same time. 1 means that no two calls overlapped.
  ///
  /// The result is computed from the recorded calls, including calls in flight, in time proportional to their
  /// number. With a limited `history`, it covers only the last calls. With `.countsOnly`, it is 1 after any call.
  /// The result is as exact as the clock: calls that share only one tick of the clock don't count as overlapping.
  ///
  /// ```swift
  /// #expect(library.maxConcurrentCalls(to: \.find) <= 4)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The number of calls.
  public func maxConcurrentCalls(to id: KeyPath<Self, some FunctionName>) -> Int {
    let name = self[keyPath: id].description
    let functions = instance.state.map(named: name) { ($0.spans, $0.callCount) }
    return max(maxConcurrency(functions.flatMap(\.0)), min(1, functions.reduce(0) { $0 + $1.1 }))
  }
}

/// Returns the largest number of calls that ran at the same time.
package func maxConcurrency(_ spans: [CallSpan]) -> Int {
  let starts = spans.map(\.index).sorted()
  // Calls that share only a tick don't overlap: the one that ends in it counts as ended. Each call lasts at least one
  // tick, so that a short call within another call overlaps with it.
  let ends = spans.map { span in span.duration.map { span.index + max(1, $0) } ?? .max }.sorted()
  var (most, ended) = (0, 0)
  for (begun, start) in starts.enumerated() {
    while ends[ended] <= start { ended += 1 }
    most = max(most, begun + 1 - ended)
  }
  return most
}
