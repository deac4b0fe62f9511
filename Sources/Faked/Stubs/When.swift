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
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .behavior { (_, values: (repeat each P)) in perform(repeat each values) })
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
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .behavior { (_, values: (repeat each P)) in try perform(repeat each values) })
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
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .behavior { (_, values: (repeat each P)) in try perform(repeat each values) })
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
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .asyncBehavior { (_, values: (repeat each P)) in await perform(repeat each values) })
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
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .asyncBehavior { (_, values: (repeat each P)) in try await perform(repeat each values) })
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
    stub(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      .asyncBehavior { (_, values: (repeat each P)) in try await perform(repeat each values) })
  }
}

extension Faked {
  /// Stubs a function with one response, which replaces its older stubs.
  ///
  /// It takes a response, and not a behavior: the type of a behavior would contain a pack, and each call would look up
  /// the metadata of a tuple.
  @usableFromInline
  func stub<Signature, E, Arguments, Output>(
    _ id: FunctionID<Signature, E>, _ site: SourceLine, _ response: Response<Arguments, Output>
  ) {
    Stub<Arguments, Output, E>(self, id.name, at: site).setOnlyResponse(to: response)
  }
}

// Chains, with and without conditions, for typed function IDs.
//
// The first value and the first two matchers are parameters of their own:
// - Otherwise, a chain without a condition and a trailing closure would fit the forms for values and matchers, and the
//   compiler would blame these forms.
// - In a pack of matchers, the compiler takes a literal for an `Int`, a `Double`, or a `String`, whatever the type of the
//   parameter is.
extension Faked {
  /// Starts a chain of responses to successive calls: `.thenReturn`, `.thenThrow`, and `.then`.
  ///
  /// The first response replaces the older stubs, unless a condition comes before it.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<(repeat each P), Output, E> {
    Stub(self, self[keyPath: id].name, at: SourceLine(fileID, filePath, line, column))
  }

  /// Starts a chain of responses for calls with equal arguments.
  ///
  /// The newest stub whose condition holds responds to a call. Older stubs are the fallback.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - first: The value for the first parameter of the function.
  ///   - more: One value for each other parameter.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  @inlinable @_disfavoredOverload
  public func when<First: Equatable, each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(First, repeat each P) -> Output, E>>, with first: First,
    _ more: repeat each P, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub<(First, repeat each P), Output, E> {
    Stub(
      self, self[keyPath: id].name, at: SourceLine(fileID, filePath, line, column),
      condition: Condition(equal: first, repeat each more))
  }

  /// Starts a chain of responses for calls whose only argument matches.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - matcher: The matcher for the parameter of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  @inlinable @_disfavoredOverload
  public func when<Argument, Output, E>(
    _ id: KeyPath<Self, FunctionID<(Argument) -> Output, E>>, matching matcher: Matcher<Argument>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<Argument, Output, E> {
    Stub(
      self, self[keyPath: id].name, at: SourceLine(fileID, filePath, line, column),
      condition: Condition(matcher))
  }

  /// Starts a chain of responses for calls whose arguments all match.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - first: The matcher for the first parameter of the function.
  ///   - second: The matcher for the second parameter.
  ///   - more: One matcher for each other parameter.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  @inlinable @_disfavoredOverload
  public func when<First, Second, each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(First, Second, repeat each P) -> Output, E>>,
    matching first: Matcher<First>, _ second: Matcher<Second>, _ more: repeat Matcher<each P>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<(First, Second, repeat each P), Output, E> {
    Stub(
      self, self[keyPath: id].name, at: SourceLine(fileID, filePath, line, column),
      condition: Condition(first, second, repeat each more))
  }
}
