// Chains, with and without conditions, for typed function IDs.
extension Faked {
  /// Begins the responses of `id`, one call after the other: `.thenReturn`, `.thenThrow`, `.then`.
  ///
  /// The first response replaces the stubs from before, unless a condition comes before it.
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<(repeat each P), Output, E> {
    Stub(
      instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column))
  }

  /// Begins the responses for calls with equal arguments; all of them have to be equal.
  ///
  /// The newest stub whose condition holds answers a call; older ones are the fallback.
  @inlinable @_disfavoredOverload  // Without parameters it would be as good as the form above.
  public func when<each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with arguments: repeat each P,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<(repeat each P), Output, E> {
    Stub(
      instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column),
      condition: Condition(equal: repeat each arguments))
  }

  /// Begins the responses for calls whose arguments match, one matcher for each; all have to match.
  @inlinable @_disfavoredOverload  // Without parameters it would be as good as the form above.
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    matching matchers: repeat Matcher<each P>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<(repeat each P), Output, E> {
    Stub(
      instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column), condition: Condition(repeat each matchers))
  }
}
