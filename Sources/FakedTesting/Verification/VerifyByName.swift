// Checks of functions with a `String` ID. The parameters are compared when the check is made. The type of an ID is
// generic, so that the compiler blames it less for a mistake in the check of a typed function.
extension Faked {
  /// Checks how often a function was called with parameters that are equal or match.
  ///
  /// Values that are not `Equatable` are compared by structure.
  ///
  /// - Parameters:
  ///   - id: The function.
  ///   - count: The expected number of calls: a number, a range, or a `CallCount`. Defaults to once.
  ///   - parameters: The values of the parameters, or of the first ones.
  ///   - matchers: One matcher for each other parameter.
  ///   - fileID: The file of the check. Defaults to the file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line to which a failure belongs.
  ///   - column: The column of that line.
  @_disfavoredOverload  // Without values and matchers, both forms would fit.
  public func verify(
    _ id: KeyPath<Self, some StringProtocol & RangeReplaceableCollection & Codable>,
    called count: any CallCountConvertible = 1,
    with parameters: Any?..., matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceLine(fileID, filePath, line, column)
    let name = name(of: id, at: site)
    guard let condition = Condition(equalTo: parameters, then: matchers) else {
      return evidence(of: name).check(count, at: site)
    }
    evidence(NamedFunction.self, name, condition).check(count, at: site)
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
    _ id: KeyPath<Self, some StringProtocol & RangeReplaceableCollection & Codable>,
    called count: any CallCountConvertible = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where condition: (_ params: [FakeValueWrapper<Any?>]) -> Bool
  ) {
    let site = SourceLine(fileID, filePath, line, column)
    check(NamedFunction.self, name(of: id, at: site), count, site, where: condition)
  }
}
