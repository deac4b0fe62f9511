// Chains for functions known by a String: values and parameters are checked when the call is made.
extension Faked {
  /// Begins the responses of the property `id`, one call after the other: `.thenReturn`, `.thenThrow`, `.then`.
  public func when(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    chain(self[keyPath: id], CallSite(fileID, filePath, line, column))
  }

  /// Begins the responses of the function of that name, one call after the other.
  public func when(
    _ name: some StringProtocol & Codable, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    chain(String(name), CallSite(fileID, filePath, line, column))
  }

  /// Begins the responses for calls with equal parameters; those that are not `Equatable` are compared by structure.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func when(
    _ id: KeyPath<Self, String>, with parameters: Any?..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    chain(
      self[keyPath: id], CallSite(fileID, filePath, line, column),
      Condition(equalTo: parameters))
  }

  /// Begins the responses for calls whose parameters match, one matcher for each; all have to match.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func when(
    _ id: KeyPath<Self, String>, matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    chain(
      self[keyPath: id], CallSite(fileID, filePath, line, column), Condition(parameters: matchers))
  }

  private func chain(
    _ name: String, _ site: CallSite, _ condition: Condition<Parameters>? = nil
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    Stub(instance, name, of: type(of: self), at: site, condition: condition)
  }
}
