// Chains for functions known by a String: values and parameters are checked when the call is made.
extension Faked {
  /// Begins what calls of the property `id` do, one after the other: `.thenReturn`, `.thenThrow`, `.then`.
  public func when(
    _ id: KeyPath<Self, String>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    chain(self[keyPath: id], CallSite(fileID, filePath, line, column))
  }

  /// Begins what calls by that name do, one after the other.
  public func when(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    chain(name, CallSite(fileID, filePath, line, column))
  }

  /// Begins what calls with equal parameters do; those that are not `Equatable` are compared by structure.
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, String>, with parameters: Any?..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    chain(
      self[keyPath: id], CallSite(fileID, filePath, line, column),
      Condition(parameters: parameters.map { .equal($0) }))
  }

  /// Begins what calls by that name with equal parameters do.
  @_disfavoredOverload
  public func when(
    _ name: String, with parameters: Any?..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    chain(
      name, CallSite(fileID, filePath, line, column),
      Condition(parameters: parameters.map { .equal($0) }))
  }

  /// Begins what calls do whose parameters match, one matcher for each; all have to match.
  @_disfavoredOverload
  public func when(
    _ id: KeyPath<Self, String>, matching matchers: Matcher<Any?>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    chain(
      self[keyPath: id], CallSite(fileID, filePath, line, column), Condition(parameters: matchers))
  }

  /// Begins what calls by that name do whose parameters match, one matcher for each.
  @_disfavoredOverload
  public func when(
    _ name: String, matching matchers: Matcher<Any?>..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    chain(name, CallSite(fileID, filePath, line, column), Condition(parameters: matchers))
  }

  private func chain(
    _ name: String, _ site: CallSite, _ condition: Condition<Parameters>? = nil
  ) -> AsyncBehavior<[FakeValueWrapper<Any?>], Any?, any Error> {
    AsyncBehavior(teaching: instance, name, of: type(of: self), at: site, condition: condition)
  }
}

extension Condition<Parameters> {
  /// Holds where there are as many parameters as matchers, and all match.
  package init(parameters matchers: [Matcher<Any?>]) {
    self.init(
      holds: { call in
        call.count == matchers.count && zip(matchers, call).allSatisfy { $0.matches($1.value) }
      },
      matched: { call in
        for (matcher, parameter) in zip(matchers, call) { matcher.matched?(parameter.value) }
      },
      mismatches: { call in
        guard call.count == matchers.count else {
          let wanted = matchers.count == 1 ? "1 parameter" : "\(matchers.count) parameters"
          return ["expected \(wanted), was called with \(call.count)"]
        }
        return zip(matchers, call).enumerated().compactMap { position, pair in
          pair.0.mismatch(pair.1.value).map { "argument \(position + 1): \($0)" }
        }
      },
      description: "(" + matchers.map(\.description).joined(separator: ", ") + ")")
  }
}
