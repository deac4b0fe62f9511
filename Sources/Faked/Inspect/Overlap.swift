extension Faked {
  /// How many calls of `id` were under way at once, at most: 1 says that no two ever overlapped.
  ///
  /// Read from the calls that are kept, those under way included, so it costs nothing until it is asked,
  /// then time in proportion to the calls; with a limited `history` it speaks of the last ones only.
  /// It is as exact as the clock: calls that share no more than one of its ticks count as one after the
  /// other.
  public func maxConcurrentCalls<each Parameter, Output, Failure: Error>(
    to id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>
  ) -> Int {
    instance.maxConcurrentCalls(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: self[keyPath: id].name)
  }

  /// How many calls of an async `id` were under way at once, at most.
  public func maxConcurrentCalls<each Parameter, Output, Failure: Error>(
    to id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>
  ) -> Int {
    instance.maxConcurrentCalls(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: self[keyPath: id].name)
  }

  /// How many calls of the property `id` were under way at once, at most.
  public func maxConcurrentCalls(to id: KeyPath<Self, String>) -> Int {
    maxConcurrentCalls(to: self[keyPath: id])
  }

  /// How many calls by that name were under way at once, at most.
  public func maxConcurrentCalls(to name: String) -> Int {
    instance.maxConcurrentCalls(NamedFunction.self, named: name)
  }
}

extension FakeInstance {
  fileprivate func maxConcurrentCalls<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> Int {
    let calls =
      functions.withLock { $0.find(type, named: name)?.calls.pointee.log }?.oldestFirst ?? []
    return mostAtOnce(calls.map { ($0.index >> CallClock.serialBits, $0.duration) })
  }
}

/// How many of some spans of time share a moment, at most; a span of negative duration has no end.
package func mostAtOnce(_ spans: [(start: Int, duration: Int)]) -> Int {
  let starts = spans.map(\.start).sorted()
  // One that ends in the tick in which another begins is over by then; but none is over in the tick in
  // which it begins itself, for it may lie within another.
  let ends = spans.map { $0.duration < 0 ? .max : $0.start + max(1, $0.duration) }.sorted()
  var (most, ended) = (0, 0)
  for (begun, start) in starts.enumerated() {
    while ends[ended] <= start { ended += 1 }
    most = max(most, begun + 1 - ended)
  }
  return most
}
