// Typed function IDs: arguments, result and errors of a behavior are checked at compile time.
extension Faked {
  /// Teaches what a call of `id` does, and replaces what was taught for it before.
  ///
  /// The behavior gets the arguments. It runs wherever the code under test makes the call, as often as
  /// it makes it, and never under a lock: it may call or teach any fake, this one included.
  @inlinable @_disfavoredOverload
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (repeat each Parameter) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync { (_, arguments: (repeat each Parameter)) throws(Failure) in
        try perform(repeat each arguments)
      })
  }

  /// Teaches what a call of `id` does; the behavior gets the number of the call first, from 1.
  @inlinable @_disfavoredOverload
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (_ invocationCount: Int, repeat each Parameter) throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .sync { (count, arguments: (repeat each Parameter)) throws(Failure) in
        try perform(count, repeat each arguments)
      })
  }

  /// Teaches what a call of an async `id` does; the behavior may suspend.
  @inlinable @_disfavoredOverload
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform: @escaping (repeat each Parameter) async throws(Failure) -> Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .async { (_, arguments: (repeat each Parameter)) async throws(Failure) in
        try await perform(repeat each arguments)
      })
  }

  /// Teaches what a call of an async `id` does; the behavior gets the number of the call first, from 1.
  @inlinable @_disfavoredOverload
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    perform:
      @escaping (_ invocationCount: Int, repeat each Parameter) async throws(Failure) ->
      Output
  ) {
    teach(
      self[keyPath: id].name, CallSite(fileID, filePath, line, column),
      .async { (count, arguments: (repeat each Parameter)) async throws(Failure) in
        try await perform(count, repeat each arguments)
      })
  }

  @inlinable
  func teach<Arguments, Output, Failure: Error>(
    _ name: String, _ site: CallSite, _ answer: Lesson<Arguments, Output, Failure>.Answer
  ) {
    instance.teach(
      name, of: type(of: self), Lesson(site: site, answer: answer))
  }
}

extension FakeInstance {
  /// The core of every `when` that takes a closure.
  @inlinable
  func teach<Arguments, Output, Failure: Error>(
    _ name: String, of fake: Any.Type, _ lesson: Lesson<Arguments, Output, Failure>
  ) {
    joinCurrentScope()
    let hidden = functions.withLock { table in
      table.function(FunctionState<Arguments, Output, Failure>.self, named: name, of: fake)
        .add(lesson)
    }
    // What the hidden behaviors captured goes here, where no lock is held.
    withExtendedLifetime(hidden) {}
  }

  /// The core of every `when` that begins a chain; gives the function that steps are added to.
  func begin<Arguments, Output, Failure: Error>(
    _ name: String, of fake: Any.Type, _ lesson: Lesson<Arguments, Output, Failure>
  ) -> FunctionState<Arguments, Output, Failure> {
    joinCurrentScope()
    return functions.withLock { table in
      let function = table.function(
        FunctionState<Arguments, Output, Failure>.self, named: name, of: fake)
      function.begin(lesson)
      return function
    }
  }
}
