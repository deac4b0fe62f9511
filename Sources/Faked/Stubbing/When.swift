// Typed function IDs: the compiler checks the arguments, result, and errors of a behavior. A behavior that doesn't
// throw needs its own form: the compiler infers that the closure throws `Never`, and doesn't convert that to another
// error type. The form is disfavored, because several forms fit a function that throws any error. Such a function also
// needs its own form: the compiler crashes if it converts a closure that takes closures or tuples to the generic form.
extension Faked {
  /// Stubs a function with a behavior, and replaces its older stubs.
  ///
  /// The behavior runs for every call, on the thread of the call and never under a lock: it may call or stub any
  /// fake, including this one.
  ///
  /// ```swift
  /// library.when(\.find) { title in [title, title + " II"] }
  /// try await library.find("Emma")  // => ["Emma", "Emma II"]
  /// ```
  ///
  /// See <doc:Stubbing>.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - perform: The behavior. It gets the arguments of the call.
  @inlinable @_disfavoredOverload
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) -> Output
  ) {
    instance.stub(
      self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      Response<(repeat each P), Output, Failure>.behavior {
        (_, arguments: (repeat each P)) throws(Failure) in
        perform(repeat each arguments)
      })
  }

  /// Stubs a function with a behavior that throws, and replaces its older stubs.
  ///
  /// If the function throws errors of one type, the behavior declares them: `{ key throws(StoreError) in … }`.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - perform: The behavior. It gets the arguments of the call.
  @inlinable
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) throws(Failure) -> Output
  ) {
    instance.stub(
      self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      .behavior { (_, arguments: (repeat each P)) throws(Failure) in
        try perform(repeat each arguments)
      })
  }

  /// Stubs a throwing function with a behavior, and replaces its older stubs.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - perform: The behavior. It gets the arguments of the call.
  @inlinable
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, Throws>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) throws -> Output
  ) {
    instance.stub(
      self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      .behavior { (_, arguments: (repeat each P)) throws(any Error) in
        try perform(repeat each arguments)
      })
  }

  /// Stubs an async function with a behavior, and replaces its older stubs.
  ///
  /// The behavior runs on the actor that isolates the code where you write it.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - perform: The behavior. It gets the arguments of the call.
  @inlinable @_disfavoredOverload
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) async -> Output
  ) {
    instance.stub(
      self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      Response<(repeat each P), Output, Failure>.asyncBehavior(
        AsyncBehavior { (_, arguments: (repeat each P)) async throws(Failure) in
          await perform(repeat each arguments)
        }))
  }

  /// Stubs an async function with a behavior that throws, and replaces its older stubs.
  ///
  /// If the function throws errors of one type, the behavior declares them: `{ key async throws(StoreError) in … }`.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - perform: The behavior. It gets the arguments of the call.
  @inlinable
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) async throws(Failure) -> Output
  ) {
    instance.stub(
      self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      .asyncBehavior(
        AsyncBehavior { (_, arguments: (repeat each P)) async throws(Failure) in
          try await perform(repeat each arguments)
        }))
  }

  /// Stubs an async throwing function with a behavior, and replaces its older stubs.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - perform: The behavior. It gets the arguments of the call.
  @inlinable
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrows>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, perform: @escaping (repeat each P) async throws -> Output
  ) {
    instance.stub(
      self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      .asyncBehavior(
        AsyncBehavior { (_, arguments: (repeat each P)) async throws(any Error) in
          try await perform(repeat each arguments)
        }))
  }
}

extension FakeInstance {
  /// Stubs a function unconditionally with one response.
  @usableFromInline
  func stub<Arguments, Output, Failure: Error>(
    _ name: String, of fake: Any.Type, at site: SourceLine,
    _ response: Response<Arguments, Output, Failure>
  ) {
    joinScopeToStub()
    _ = state.contents.withLock { contents in
      let function = contents.function(
        FunctionState<Arguments, Output, Failure>.self, named: name, of: fake, self)
      return function.change(function.addStub(at: site)) { $0.append(response, times: 1) }
    }
  }
}
