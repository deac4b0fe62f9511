// Chains, with and without conditions, for typed function IDs.
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
    Stub(
      instance, self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column))
  }

  /// Starts a chain of responses for calls with equal arguments.
  ///
  /// The newest stub whose condition holds responds to a call. Older stubs are the fallback.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - arguments: One value for each parameter of the function.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  @inlinable @_disfavoredOverload  // For a function without parameters, both forms would fit.
  public func when<each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with arguments: repeat each P,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<(repeat each P), Output, E> {
    Stub(
      instance, self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column),
      condition: Condition(equal: repeat each arguments))
  }

  /// Starts a chain of responses for calls whose arguments all match.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - matchers: The matchers.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  @inlinable @_disfavoredOverload  // For a function without parameters, both forms would fit.
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    matching matchers: repeat Matcher<each P>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<(repeat each P), Output, E> {
    Stub(
      instance, self[keyPath: id].name, of: type(of: self),
      at: SourceLine(fileID, filePath, line, column), condition: Condition(repeat each matchers))
  }
}
