// Each form is that of `Verify` or `VerifyByName` with a time to wait.
extension Faked {
  /// Waits until `id` has been called as often as expected, at most for that long.
  ///
  /// Calls made before count too. Returns as soon as it holds; `.never` and `.atMost`, which a later call
  /// could still break, are waited for the whole time. Throws `CancellationError` when its task is
  /// cancelled; a failure is reported like that of any other check.
  public func verify<Signature>(
    _ id: KeyPath<Self, FunctionID<Signature>>, called count: CallCount = .once, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let name = self[keyPath: id].name
    try await check(count, within, CallSite(fileID, filePath, line, column)) { examine(name) }
  }

  /// Waits until the property `id` has been called as often as expected, at most for that long.
  public func verify(
    _ id: KeyPath<Self, String>, called count: CallCount = .once, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let name = self[keyPath: id]
    try await check(count, within, CallSite(fileID, filePath, line, column)) { examine(name) }
  }

  /// Waits until the function of that name has been called as often as expected.
  public func verify(
    _ name: String, called count: CallCount = .once, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(count, within, CallSite(fileID, filePath, line, column)) { examine(name) }
  }

  /// Waits until `id` has been called with equal arguments as often as expected.
  @_disfavoredOverload
  public func verify<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    called count: CallCount = .once, with arguments: repeat each Parameter, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(equal: repeat each arguments), within,
      CallSite(fileID, filePath, line, column))
  }

  /// Waits until an async `id` has been called with equal arguments as often as expected.
  @_disfavoredOverload
  public func verify<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    called count: CallCount = .once, with arguments: repeat each Parameter, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(equal: repeat each arguments), within,
      CallSite(fileID, filePath, line, column))
  }

  /// Waits until `id` has been called with arguments that match as often as expected.
  @_disfavoredOverload
  public func verify<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    called count: CallCount = .once, matching matchers: repeat Matcher<each Parameter>,
    within: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(repeat each matchers), within, CallSite(fileID, filePath, line, column))
  }

  /// Waits until an async `id` has been called with arguments that match as often as expected.
  @_disfavoredOverload
  public func verify<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    called count: CallCount = .once, matching matchers: repeat Matcher<each Parameter>,
    within: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(repeat each matchers), within, CallSite(fileID, filePath, line, column))
  }

  /// Waits until the property `id` has been called with equal parameters as often as expected.
  @_disfavoredOverload
  public func verify(
    _ id: KeyPath<Self, String>, called count: CallCount = .once, with parameters: Any?...,
    within: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await check(
      NamedFunction.self, self[keyPath: id], count,
      Condition(parameters: parameters.map { .equal($0) }), within,
      CallSite(fileID, filePath, line, column))
  }
}
