// Typed function IDs. Each form turns what it is given into a condition, and hands it to `check`.
extension Faked {
  /// Checks how often `id` was called, a `FunctionID` or a `String` of the fake: once, if nothing else is
  /// said.
  ///
  /// A failure fails the test that owns the fake, at this line. Costs time in proportion to the calls.
  public func verify(
    _ id: KeyPath<Self, some FunctionName>, called count: any CallCountExpression = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(self[keyPath: id].description, CallCount(count), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often `id` was called with equal arguments; all of them have to be equal.
  @inlinable @_disfavoredOverload  // Without parameters it would be as good as the form above.
  public func verify<each P: Equatable, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    called count: any CallCountExpression = 1,
    with arguments: repeat each P, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name,
      CallCount(count),
      Condition(equal: repeat each arguments), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often `id` was called with arguments that match, one matcher for each.
  @inlinable @_disfavoredOverload
  public func verify<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    called count: any CallCountExpression = 1,
    matching matchers: repeat Matcher<each P>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name,
      CallCount(count),
      Condition(repeat each matchers), CallSite(fileID, filePath, line, column))
  }

  /// Checks how often `id` was called with arguments for which the closure returns true.
  @inlinable
  public func verify<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    called count: any CallCountExpression = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where condition: (repeat each P) -> Bool
  ) {
    check(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name,
      CallCount(count),
      CallSite(fileID, filePath, line, column)
    ) { (arguments: (repeat each P)) in condition(repeat each arguments) }
  }
}
