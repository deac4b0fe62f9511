// Typed function IDs: the compiler checks arguments, result and errors of a behavior. One form for each
// effect, since a form that is generic in it crashes the compiler for parameters that are tuples.
extension Faked {
  /// Stubs `id` with a behavior, and replaces its stubs from before.
  ///
  /// The behavior gets the arguments. It runs wherever the code under test makes the call, as often as
  /// it makes it, and never under a lock: it may call or stub any fake, this one included.
  @inlinable
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, Returns>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) -> Output
  ) {
    stub(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      Response<(repeat each P), Output, Never>.behavior { (_, arguments: (repeat each P)) in
        perform(repeat each arguments)
      })
  }

  /// Stubs a throwing `id` with a behavior, and replaces its stubs from before.
  @inlinable
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, Throws>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) throws -> Output
  ) {
    stub(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .behavior { (_, arguments: (repeat each P)) throws(any Error) in
        try perform(repeat each arguments)
      })
  }

  /// Stubs an `id` that throws one type with a behavior, which says `throws(…)` too.
  @inlinable
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) throws(Failure) -> Output
  ) {
    stub(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .behavior { (_, arguments: (repeat each P)) throws(Failure) in
        try perform(repeat each arguments)
      })
  }

  /// Stubs an async `id` with a behavior, which may suspend and runs on the actor it was written on.
  @inlinable
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncReturns>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) async -> Output
  ) {
    stub(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      Response<(repeat each P), Output, Never>.asyncBehavior(
        AsyncBehavior { (_, arguments: (repeat each P)) async in
          await perform(repeat each arguments)
        }))
  }

  /// Stubs an async throwing `id` with a behavior, which may suspend and runs on the actor it was
  /// written on.
  @inlinable
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrows>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) async throws -> Output
  ) {
    stub(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .asyncBehavior(
        AsyncBehavior { (_, arguments: (repeat each P)) async throws(any Error) in
          try await perform(repeat each arguments)
        }))
  }

  /// Stubs an async `id` that throws one type with a behavior, which says `throws(…)` too.
  @inlinable
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) async throws(Failure) -> Output
  ) {
    stub(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .asyncBehavior(
        AsyncBehavior { (_, arguments: (repeat each P)) async throws(Failure) in
          try await perform(repeat each arguments)
        }))
  }

  @inlinable
  func stub<Arguments, Output, Failure: Error>(
    _ name: String, _ site: CallSite, _ response: Response<Arguments, Output, Failure>
  ) {
    instance.stub(response, named: name, of: type(of: self), at: site)
  }
}

extension FakeInstance {
  /// Stubs a function unconditionally with one response.
  @usableFromInline
  func stub<Arguments, Output, Failure: Error>(
    _ response: Response<Arguments, Output, Failure>, named name: String, of fake: Any.Type,
    at site: CallSite
  ) {
    joinScopeToStub()
    _ = state.contents.withLock { contents in
      let function = contents.function(
        FunctionState<Arguments, Output, Failure>.self, named: name, of: fake, self)
      return function.change(function.addStub(at: site)) { $0.append(response, times: 1) }
    }
  }
}
