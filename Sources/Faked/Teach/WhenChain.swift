// Chains, with and without conditions: typed IDs, sync and async.
extension Faked {
  /// Begins what calls of `id` do, one after the other: `.thenReturn`, `.thenThrow`, `.then`.
  ///
  /// Replaces what was taught before, unless a `.where` follows.
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Behavior<(repeat each Parameter), Output, Failure> {
    Behavior(
      teaching: instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column))
  }

  /// Begins what calls of an async `id` do, one after the other.
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AsyncBehavior<(repeat each Parameter), Output, Failure> {
    AsyncBehavior(
      teaching: instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column))
  }

  /// Begins what calls with equal arguments do; all of them have to be equal.
  ///
  /// The newest behavior that answers a call does; those taught before are the fallback.
  @inlinable @_disfavoredOverload
  public func when<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    with arguments: repeat each Parameter,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Behavior<(repeat each Parameter), Output, Failure> {
    Behavior(
      teaching: instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column),
      condition: Condition(equal: repeat each arguments))
  }

  /// Begins what calls of an async `id` with equal arguments do; all of them have to be equal.
  @inlinable @_disfavoredOverload
  public func when<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    with arguments: repeat each Parameter,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AsyncBehavior<(repeat each Parameter), Output, Failure> {
    AsyncBehavior(
      teaching: instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column),
      condition: Condition(equal: repeat each arguments))
  }

  /// Begins what calls do whose arguments match, one matcher for each; all have to match.
  @inlinable @_disfavoredOverload
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    matching matchers: repeat Matcher<each Parameter>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Behavior<(repeat each Parameter), Output, Failure> {
    Behavior(
      teaching: instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column),
      condition: Condition(repeat each matchers))
  }

  /// Begins what calls of an async `id` do whose arguments match, one matcher for each.
  @inlinable @_disfavoredOverload
  public func when<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    matching matchers: repeat Matcher<each Parameter>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AsyncBehavior<(repeat each Parameter), Output, Failure> {
    AsyncBehavior(
      teaching: instance, self[keyPath: id].name, of: type(of: self),
      at: CallSite(fileID, filePath, line, column),
      condition: Condition(repeat each matchers))
  }
}
