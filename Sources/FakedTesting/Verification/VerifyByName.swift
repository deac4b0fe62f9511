// Functions known by a String: parameters are compared when the check is made.
extension Faked {
  /// Checks how often the property `id` was called with equal parameters; what is not `Equatable` is
  /// compared by structure.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = 1,
    with parameters: Any?...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      NamedFunction.self, self[keyPath: id], CallCount(count),
      Condition(equalTo: parameters),
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the property `id` was called with parameters that match, one matcher for each.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = 1,
    matching matchers: Matcher<Any?>..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(
      NamedFunction.self, self[keyPath: id], CallCount(count), Condition(parameters: matchers),
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the property `id` was called with parameters for which the closure returns true.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = 1,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (_ params: [FakeValueWrapper<Any?>]) -> Bool
  ) {
    check(
      NamedFunction.self, self[keyPath: id], CallCount(count),
      CallSite(fileID, filePath, line, column), where: condition)
  }
}
