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
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name)
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
  /// Each record has the arguments one by one. Takes time in proportion to the number of calls.
  public var allCalls: [CallRecord<[Any?], Any?>] { instance.allCalls }

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
    instance.state.callCount(named: self[keyPath: id].description)
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

  /// Returns the kept calls with these indices, each with its number among all calls of the fake, from 1.
  package func calls(
    at indices: [UInt64]
  ) -> [(number: Int, record: CallRecord<[Any?], Any?>)] {
    let calls = state.contents.withLock { state in
      indices.compactMap { index -> (Int, () -> CallRecord<[Any?], Any?>)? in
        let number = state.functions.reduce(1) { number, function in
          let discarded = function.callCount - function.callCount(before: .max)
          return number + discarded + function.callCount(before: index)
        }
        let record = state.functions.lazy.compactMap { $0.anyRecord(at: index) }.first
        return record.map { (number, $0) }
      }
    }
    return calls.map { ($0, $1()) }
  }

  /// Returns the newest calls of each function, except the functions with a name.
  package func newestCalls(
    _ count: Int, exceptTo name: String
  ) -> [CallRecord<[Any?], Any?>] {
    let snapshots = state.contents.withLock { state in
      state.functions.filter { $0.name != name }.map { $0.anyRecords(last: count) }
    }
    return snapshots.flatMap { $0() }.sorted { $0.index < $1.index }
  }

  /// Returns the number of calls of a function, and the recorded calls, oldest first.
  @inlinable
  package func calls<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> (total: Int, kept: ContiguousArray<StoredCall<Arguments, Output>>) {
    if state.endedBeforeCurrentScope { return (0, []) }
    return state.contents.withLock { contents in
      guard let function = contents.functions.find(type, named: name) else { return (0, []) }
      return (function.callCount, function.log.oldestFirst)
    }
  }

  @inlinable
  func records<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> [CallRecord<Arguments, Output>] {
    let records = state.contents.withLock { $0.functions.find(type, named: name)?.records() }
    return records?() ?? []
  }
}
