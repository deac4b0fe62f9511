// Functions known by a String: parameters are compared when the check is made.
extension Faked {
  /// Checks how often the property `id` was called: once, if nothing else is said.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(self[keyPath: id], count.callCount, CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the function of that name was called: once, if nothing else is said.
  public func verify(
    _ name: String, called count: any CallCountExpression = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(name, count.callCount, CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the property `id` was called with equal parameters; what is not `Equatable` is
  /// compared by structure.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = CallCount.once,
    with parameters: Any?...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      NamedFunction.self, self[keyPath: id], count.callCount,
      Condition(equalTo: parameters),
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the function of that name was called with equal parameters.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func verify(
    _ name: String, called count: any CallCountExpression = CallCount.once,
    with parameters: Any?...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      NamedFunction.self, name, count.callCount,
      Condition(equalTo: parameters),
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the property `id` was called with parameters that match, one matcher for each.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = CallCount.once,
    matching matchers: Matcher<Any?>..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(
      NamedFunction.self, self[keyPath: id], count.callCount, Condition(parameters: matchers),
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the function of that name was called with parameters that match.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func verify(
    _ name: String, called count: any CallCountExpression = CallCount.once,
    matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    check(
      NamedFunction.self, name, count.callCount, Condition(parameters: matchers),
      CallSite(fileID, filePath, line, column))
  }

  /// Checks how often the property `id` was called with parameters for which the closure returns true.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountExpression = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (_ params: [FakeValueWrapper<Any?>]) -> Bool
  ) {
    check(
      self[keyPath: id], count.callCount, CallSite(fileID, filePath, line, column), where: condition
    )
  }

  /// Checks how often the function of that name was called with parameters for which it returns true.
  public func verify(
    _ name: String, called count: any CallCountExpression = CallCount.once,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where condition: (_ params: [FakeValueWrapper<Any?>]) -> Bool
  ) {
    check(name, count.callCount, CallSite(fileID, filePath, line, column), where: condition)
  }

  private func check(
    _ name: String, _ count: CallCount, _ site: CallSite,
    where condition: ([FakeValueWrapper<Any?>]) -> Bool
  ) {
    check(NamedFunction.self, name, count, site, where: condition)
  }
}
