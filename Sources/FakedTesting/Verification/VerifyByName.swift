// Checks of functions with a `String` ID. The parameters are compared when the check is made.
extension Faked {
  /// Checks how often a function was called with equal parameters.
  ///
  /// Values that are not `Equatable` are compared by structure.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or a `CallCount`. Defaults to once.
  ///   - parameters: A value for each parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @_disfavoredOverload  // Without values it would be as good as the form without `with:`.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountConvertible = 1,
    with parameters: Any?..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    check(
      NamedFunction.self, self[keyPath: id], count,
      Condition(equalTo: parameters) ?? Condition(parameters: []),
      SourceLine(fileID, filePath, line, column))
  }

  /// Checks how often a function was called with matching parameters.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or a `CallCount`. Defaults to once.
  ///   - matchers: A matcher for each parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @_disfavoredOverload  // Without matchers it would be as good as the form without `matching:`.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountConvertible = 1,
    matching matchers: Matcher<Any?>..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    check(
      NamedFunction.self, self[keyPath: id], count, Condition(parameters: matchers),
      SourceLine(fileID, filePath, line, column))
  }

  /// Checks how often a function was called with parameters for which a closure returns true.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or a `CallCount`. Defaults to once.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  ///   - condition: Returns a Boolean value that indicates whether a call with these parameters counts.
  public func verify(
    _ id: KeyPath<Self, String>, called count: any CallCountConvertible = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where condition: (_ params: [FakeValueWrapper<Any?>]) -> Bool
  ) {
    check(
      NamedFunction.self, self[keyPath: id], count, SourceLine(fileID, filePath, line, column),
      where: condition)
  }
}
