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
  public var allCalls: [CallRecord<[Any?], Any?>] {
    instance.state.recordCheckOfAll()
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
    return instance.state.callCount(named: name)
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
    state.recordCheck(of: name)
    let records = state.contents.withLock { $0.functions.find(type, named: name)?.records() }
    return records?() ?? []
  }
}
