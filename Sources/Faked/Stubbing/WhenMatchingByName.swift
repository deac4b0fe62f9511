// Chains for functions with `String` IDs: values and parameters are checked when a call is made.
extension Faked {
  /// Starts a chain of responses, `.thenReturn`, `.thenThrow`, and `.then`, for all calls, or for those whose parameters
  /// are equal or match.
  ///
  /// Values that are not `Equatable` are compared part by part.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - parameters: The values of the parameters, or of the first ones.
  ///   - matchers: One matcher for each other parameter. Without values and matchers, the chain responds to every call.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  public func when(
    _ id: KeyPath<Self, String>, with parameters: Any?..., matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    let site = SourceLine(fileID, filePath, line, column)
    return Stub(
      instance, name(of: id, at: site), of: type(of: self), at: site,
      condition: Condition(equalTo: parameters, then: matchers))
  }

  /// Starts a chain of responses for a function by its name.
  ///
  /// - Parameters:
  ///   - name: The name of the function, such as `send(request:)`.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  public func when(
    _ name: some StringProtocol & Codable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    Stub(
      instance, String(name), of: type(of: self), at: SourceLine(fileID, filePath, line, column))
  }
}
