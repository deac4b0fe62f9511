extension Faked {
  /// Returns the calls of a function so far, oldest first, with their typed arguments and outcomes.
  ///
  /// Later calls do not change the result. Takes time in proportion to the number of calls.
  ///
  /// ```swift
  /// for call in library.calls(to: \.borrow) where call.succeeded {
  ///   print(call.arguments.0, call.arguments.1)
  /// }
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The call records.
  @inlinable
  public func calls<each P, Output, E>(
    to id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) -> [CallRecord<(repeat each P), Output>] {
    instance.records(
      FunctionState<(repeat each P), Output>.self, named: self[keyPath: id].name)
  }

  /// Returns the calls of a function with a `String` ID so far, oldest first, with their wrapped parameters.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The call records.
  public func calls(
    to id: KeyPath<Self, String>
  ) -> [CallRecord<[FakeValueWrapper<Any?>], Any?>] {
    instance.records(NamedFunction.self, named: self[keyPath: id])
  }

  /// The calls of all functions of this fake so far, oldest first.
  ///
  /// Each record has the arguments one by one. Takes time in proportion to the number of calls. Reading it counts as a
  /// check of all functions, so that unused stubs are not reported.
  public var allCalls: [CallRecord<[Any?], Any?>] {
    instance.state.recordCheck()
    return instance.allCalls
  }

  /// Returns the number of calls of a function since the fake was made or its calls were reset.
  ///
  /// ```swift
  /// #expect(library.invocationCount(of: \.find) == 0)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The number of calls.
  public func invocationCount(of id: KeyPath<Self, some FunctionName>) -> Int {
    let name = self[keyPath: id].description
    instance.state.recordCheck(of: name)
    return instance.state.callCounts[name] ?? 0
  }

  /// Returns a Boolean value that indicates whether a function was called since the fake was made or its calls were
  /// reset.
  ///
  /// ```swift
  /// #expect(!library.wasCalled(\.find))
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: `true` if there was a call.
  public func wasCalled(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    invocationCount(of: id) > 0
  }
}

extension FakeInstance {
  package var allCalls: [CallRecord<[Any?], Any?>] {
    let snapshots = state.map { $0.anyRecords(last: .max) }
    return snapshots.flatMap { $0() }.sorted { $0.index < $1.index }
  }

  /// Returns the call with an index, if it is kept.
  package func call(at index: UInt64) -> CallRecord<[Any?], Any?>? {
    state.contents.withLock { state in
      state.functions.lazy.compactMap { $0.anyRecord(at: index) }.first
    }?()
  }

  /// Returns the newest calls of each requested function.
  package func newestCalls(
    _ count: Int, where isWanted: (_ function: String) -> Bool
  ) -> [CallRecord<[Any?], Any?>] {
    let snapshots = state.contents.withLock { state in
      state.functions.filter { isWanted($0.name) }.map { $0.anyRecords(last: count) }
    }
    return snapshots.flatMap { $0() }.sorted { $0.index < $1.index }
  }

  /// Returns the number of calls of a function, and the recorded calls, oldest first.
  @inlinable
  package func calls<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, named name: String
  ) -> (total: Int, kept: ContiguousArray<StoredCall<Arguments, Output>>) {
    if state.endedBeforeCurrentScope { return (0, []) }
    return state.contents.withLock { contents in
      guard let function = contents.functions.find(type, named: name) else { return (0, []) }
      return (function.callCount, function.log.oldestFirst)
    }
  }

  @inlinable
  func records<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, named name: String
  ) -> [CallRecord<Arguments, Output>] {
    state.recordCheck(of: name)
    let records = state.contents.withLock { $0.functions.find(type, named: name)?.records() }
    return records?() ?? []
  }
}

// Concurrency.
extension Faked {
  /// Returns the largest number of calls of a function that ran at the same time. 1 means that no two calls overlapped.
  ///
  /// The result is computed from the recorded calls, including calls in flight, in time proportional to their
  /// number. With a limited `history`, it covers only the last calls. With `.last(0)`, it is 1 after any call.
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
    let functions = instance.state.map(named: name) { (spans: $0.spans, count: $0.callCount) }
    let total = functions.reduce(0) { $0 + $1.count }
    return max(maxConcurrency(functions.flatMap(\.spans)), min(1, total))
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

// History.
/// The number of calls of each function that a fake records with their arguments. Counts are always exact.
public enum CallHistory: Sendable, Equatable {
  /// Records every call. The default.
  case unlimited
  /// Records the last calls of each function. `.last(0)` only counts calls, so that nothing keeps their arguments alive.
  /// A negative number is the same as 0.
  case last(Int)

  var limit: Int {
    switch self {
    case .unlimited: .max
    case .last(let count): max(0, count)
    }
  }
}

extension Faked {
  /// The number of calls of each function that this fake and its copies record, from now on. Defaults to `.unlimited`.
  ///
  /// Setting this property removes older calls immediately. Removed calls still count.
  public var history: CallHistory {
    get { instance.state.contents.withLock { $0.history } }
    nonmutating set {
      _ = instance.state.contents.withLock { state in
        state.history = newValue
        return state.functions.map { $0.limitCalls(to: newValue.limit) }
      }
    }
  }
}

// Resetting.
extension Faked {
  /// Removes all calls and their arguments, and keeps the stubs.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// _ = try library.borrow("Emma", days: 7)
  /// library.resetCalls()
  /// #expect(library.allCalls.isEmpty)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  public func resetCalls() { instance.state.resetCalls() }

  /// Removes all stubs, and keeps the calls.
  ///
  /// Held calls are released. If the fake belongs to a scope, they are also reported.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// library.resetStubs()
  /// #expect(throws: FakedError.self) { try library.borrow("Emma", days: 7) }
  /// ```
  ///
  /// See <doc:Stubbing>.
  public func resetStubs() { instance.resetStubs() }

  /// Removes all stubs and all calls of this fake, and frees their memory.
  ///
  /// Later calls are unstubbed until you stub them again. A fake whose identity is a `FakeInstance` is torn down with
  /// its last copy. Held calls are released. If the fake belongs to a scope, they are also reported.
  public func tearDown() { instance.tearDown() }

  /// Removes the calls of a function and their arguments, and keeps its stubs.
  ///
  /// - Parameter id: The ID of the function.
  public func resetCalls(of id: KeyPath<Self, some FunctionName>) {
    instance.state.resetCalls(named: self[keyPath: id].description)
  }

  /// Removes the stubs of a function, and keeps its calls.
  ///
  /// - Parameter id: The ID of the function.
  public func resetStubs(of id: KeyPath<Self, some FunctionName>) {
    instance.resetStubs(named: self[keyPath: id].description)
  }
}

extension FakeInstance {
  func resetStubs(named name: String? = nil) {
    _ = state.map(named: name) { $0.removeStubs() }
    releaseHeldCalls(named: name, because: .stubsReset)
  }

  func tearDown() {
    let scope = state.scope
    scope?.keepSummary(of: self)
    state.tearDown()
    // Keep the fake in the registry so that later checks fail: an object until it is deallocated, and any other fake
    // until its scope ends.
    let isObject = if case .object = identity { true } else { false }
    if !isObject, scope?.hasEnded != false { FakedFunctionHolder.remove(self) }
    releaseHeldCalls(because: .tornDown)
  }
}

extension Faked {
  /// Returns a Boolean value that indicates whether a function has a stub or an unfinished chain.
  package func isStubbed(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    let name = self[keyPath: id].description
    return instance.state.map(named: name, \.isStubbed).contains(true)
  }
}
