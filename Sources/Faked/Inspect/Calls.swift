extension Faked {
  /// The calls of `id` so far, oldest first, with their typed arguments and outcomes.
  ///
  /// A snapshot: later calls do not change it. Costs time in proportion to the number of calls.
  @inlinable
  public func calls<each Parameter, Output, Failure: Error>(
    to id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>
  ) -> [CallRecord<(repeat each Parameter), Output>] {
    instance.records(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: self[keyPath: id].name)
  }

  /// The calls of an async `id` so far, oldest first, with their typed arguments and outcomes.
  @inlinable
  public func calls<each Parameter, Output, Failure: Error>(
    to id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>
  ) -> [CallRecord<(repeat each Parameter), Output>] {
    instance.records(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: self[keyPath: id].name)
  }

  /// The calls of the property `id` so far, oldest first, with their wrapped parameters.
  public func calls(
    to id: KeyPath<Self, String>
  ) -> [CallRecord<[FakeValueWrapper<Any?>], Any?>] {
    calls(to: self[keyPath: id])
  }

  /// The calls made by that name so far, oldest first, with their wrapped parameters.
  public func calls(to name: String) -> [CallRecord<[FakeValueWrapper<Any?>], Any?>] {
    instance.records(NamedFunction.self, named: name)
  }

  /// The calls of all functions of this fake so far, oldest first.
  ///
  /// A snapshot; costs time in proportion to the number of calls.
  public var allCalls: [AnyCallRecord] { instance.allCalls }

  /// How many calls of `id` there were since the fake began or its calls were reset.
  public func invocationCount<Signature>(of id: KeyPath<Self, FunctionID<Signature>>) -> Int {
    instance.callCount(named: self[keyPath: id].name)
  }

  /// How many calls of the property `id` there were since the fake began or its calls were reset.
  public func invocationCount(of id: KeyPath<Self, String>) -> Int {
    instance.callCount(named: self[keyPath: id])
  }

  /// How many calls by that name there were since the fake began or its calls were reset.
  public func invocationCount(of name: String) -> Int { instance.callCount(named: name) }

  /// Whether there was a call of `id` since the fake began or its calls were reset.
  public func wasCalled<Signature>(_ id: KeyPath<Self, FunctionID<Signature>>) -> Bool {
    invocationCount(of: id) > 0
  }

  /// Whether there was a call of the property `id` since the fake began or its calls were reset.
  public func wasCalled(_ id: KeyPath<Self, String>) -> Bool { invocationCount(of: id) > 0 }

  /// Whether there was a call by that name since the fake began or its calls were reset.
  public func wasCalled(_ name: String) -> Bool { invocationCount(of: name) > 0 }
}

extension Faked {
  /// The calls of a function that are kept, and the places of those that meet a condition.
  ///
  /// The condition is user code: it runs on a copy that shares its storage, when the lock is free.
  @inlinable
  package func matchingCalls<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String,
    _ condition: Condition<Arguments>
  ) -> (
    total: Int, kept: ContiguousArray<StoredCall<Arguments, Output>>,
    matched: [Int]
  ) {
    let (total, log) = instance.functions.withLock { table in
      let function = table.find(type, named: name)
      return (function?.callCount ?? 0, function?.calls.pointee.log)
    }
    let kept = log?.oldestFirst ?? []
    let holds = condition.holds
    let matched = kept.withUnsafeBufferPointer { calls in
      calls.indices.filter { holds(calls[$0].arguments) }
    }
    return (total, kept, matched)
  }
}

extension FakeInstance {
  var allCalls: [AnyCallRecord] {
    let snapshots = functions.withLock { $0.functions.map { $0.anyCalls(last: .max) } }
    return snapshots.flatMap { $0() }.sorted { $0.index < $1.index }
  }

  func callCount(named name: String) -> Int {
    functions.withLock { table in
      table.functions.reduce(0) { $1.name == name ? $0 + $1.callCount : $0 }
    }
  }

  @inlinable
  func records<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String
  ) -> [CallRecord<Arguments, Output>] {
    let records = functions.withLock { $0.find(type, named: name)?.records() }
    return records?() ?? []
  }
}
