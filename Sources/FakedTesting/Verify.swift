// Typed function IDs. Each form turns what it is given into a condition, and hands it to `check`.
extension Faked {
  /// Checks how often `id` was called: once, if nothing else is said.
  ///
  /// A failure fails the test that owns the fake, at this line. Costs time in proportion to the calls.
  public func verify<Signature>(
    _ id: KeyPath<Self, FunctionID<Signature>>, called count: CallCount = .once,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(self[keyPath: id].name, count, CallSite(fileID, filePath, line, column))
  }

  /// Checks how often `id` was called with equal arguments; all of them have to be equal.
  @inlinable
  @_disfavoredOverload
  public func verify<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    called count: CallCount = .once, with arguments: repeat each Parameter,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(equal: repeat each arguments), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often an async `id` was called with equal arguments; all of them have to be equal.
  @inlinable
  @_disfavoredOverload
  public func verify<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    called count: CallCount = .once, with arguments: repeat each Parameter,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(equal: repeat each arguments), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often `id` was called with arguments that match, one matcher for each.
  @inlinable
  @_disfavoredOverload
  public func verify<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    called count: CallCount = .once, matching matchers: repeat Matcher<each Parameter>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(repeat each matchers), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often an async `id` was called with arguments that match, one matcher for each.
  @inlinable
  @_disfavoredOverload
  public func verify<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    called count: CallCount = .once, matching matchers: repeat Matcher<each Parameter>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(repeat each matchers), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often `id` was called with arguments for which the closure returns true.
  @inlinable
  @_disfavoredOverload
  public func verify<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (repeat each Parameter) -> Bool
  ) {
    check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(repeat each arguments) }
  }

  /// Checks how often an async `id` was called with arguments for which the closure returns true.
  @inlinable
  @_disfavoredOverload
  public func verify<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    called count: CallCount = .once, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (repeat each Parameter) -> Bool
  ) {
    check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      CallSite(fileID, filePath, line, column)
    ) { arguments in condition(repeat each arguments) }
  }
}
