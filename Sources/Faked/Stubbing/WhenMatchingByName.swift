// Chains for functions with `String` IDs: values and parameters are checked when a call is made.
extension Faked {
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
    chain(String(name), SourceLine(fileID, filePath, line, column))
  }

  /// Starts a chain of responses, `.thenReturn`, `.thenThrow`, and `.then`, for all calls or those with equal parameters.
  ///
  /// Values that are not `Equatable` are compared part by part.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - parameters: One value for each parameter of the call. Without values, the chain responds to every call.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  public func when(
    _ id: KeyPath<Self, String>, with parameters: Any?..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    chain(
      self[keyPath: id], SourceLine(fileID, filePath, line, column),
      Condition(equalTo: parameters))
  }

  /// Starts a chain of responses for calls whose parameters all match.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - matchers: The matchers.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: A chain, for the responses.
  @_disfavoredOverload  // Without matchers, both forms would fit.
  public func when(
    _ id: KeyPath<Self, String>, matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    chain(
      self[keyPath: id], SourceLine(fileID, filePath, line, column), Condition(parameters: matchers)
    )
  }

  private func chain(
    _ name: String, _ site: SourceLine, _ condition: Condition<Parameters>? = nil
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    Stub(instance, name, of: type(of: self), at: site, condition: condition)
  }
}
