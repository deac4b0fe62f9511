// Functions known by a String whose behavior may suspend; the way of `HandleCallByName`, with `await`.
extension Faked {
  /// Forwards a call of an async method to what the test taught for the property `id`, sync or async.
  ///
  /// A behavior that suspends runs on the actor it was written on. Throws as `handleCall` does.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let name = self[keyPath: id]
    return try await forwardAsync(
      name, params, isolation: isolation,
      untaught: { try failUntaught($1.value, of: $0, name) })
  }

  /// Forwards a call of an async method to what the test taught for that name.
  @inlinable
  public func handleAsyncCall<Result>(
    _ name: String, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(
      name, params, isolation: isolation, untaught: { try failUntaught($1.value, of: $0, name) }
    )
  }

  /// Forwards a call of an async method to what the test taught for the method's own name.
  ///
  /// Two methods of one name are refused with `FakedError.invalidParameter`.
  @inlinable
  public func handleAsyncCall<Result>(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let site = CallSite(fileID, filePath, line, column)
    try instance.claim(function, for: site, of: type(of: self))
    return try await forwardAsync(
      function, params, isolation: isolation,
      untaught: { try failUntaught($1.value, of: $0, function) })
  }

  /// Forwards a call of an async method, with the fake's own behavior for when the test taught nothing.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?...,
    default behavior: @autoclosure () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(
      self[keyPath: id], params, isolation: isolation, untaught: { _, _ in try await behavior() })
  }

  /// Forwards a call by name, with the fake's own behavior for when the test taught nothing.
  @inlinable
  public func handleAsyncCall<Result>(
    _ name: String, params: Any?..., default behavior: @autoclosure () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(
      name, params, isolation: isolation, untaught: { _, _ in try await behavior() })
  }

  @inlinable
  func forwardAsync<Result>(
    _ name: String, _ params: [Any?], isolation: isolated (any Actor)?,
    untaught: (FakeInstance, Passed<UntaughtCall<Parameters, Any?, any Error>>) async throws -> Any?
  ) async throws -> Result {
    let instance = instance
    return try await instance.performAsync(
      NamedFunction.self, named: name, of: type(of: self),
      instance.parameters(params, ofCallTo: name, of: type(of: self)), isolation: isolation,
      untaught: untaught,
      convert: { instance, output, call in
        try convertResult(anyOutput: output, of: call, on: instance, named: name)
      })
  }
}

// The same for methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of an async method without a result to what the test taught for `id`.
  @inlinable @_disfavoredOverload
  public func handleAsyncCall(
    _ id: KeyPath<Self, String>, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let name = self[keyPath: id]
    try await forwardAsync(
      name, params, isolation: isolation,
      untaught: { try failUntaught($1.value, of: $0, name) }) as Void
  }

  /// Forwards a call of an async method without a result to what the test taught for that name.
  @inlinable @_disfavoredOverload
  public func handleAsyncCall(
    _ name: String, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await forwardAsync(
      name, params, isolation: isolation,
      untaught: { try failUntaught($1.value, of: $0, name) }) as Void
  }
}
