// Functions known by a String whose behavior may suspend; the way of `HandleCallByName`, with `await`.
extension Faked {
  /// Forwards a call of an async method to what the test stubbed the property `id` with, sync or async.
  ///
  /// A behavior that suspends runs on the actor it was written on. Throws as `handleCall` does.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(self[keyPath: id], params, isolation: isolation)
  }

  /// Forwards a call of an async method to the stub for the method's own name.
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
    return try await forwardAsync(function, params, isolation: isolation)
  }

  /// Forwards a call of an async method, with the fake's own behavior for when no stub answers.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?...,
    default behavior: @autoclosure () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(
      self[keyPath: id], params, isolation: isolation,
      unstubbed: { instance, call in
        try await instance.original(call, isolation: isolation) { try await behavior() }
      })
  }

  /// Forwards a call that fails where no stub answers.
  @inlinable
  func forwardAsync<Result>(
    _ name: String, _ params: [Any?], isolation: isolated (any Actor)?
  ) async throws -> Result {
    try await forwardAsync(
      name, params, isolation: isolation,
      unstubbed: { try fail($1.value.0, $1.value.1, on: $0, as: Result.self) })
  }

  @inlinable
  func forwardAsync<Result>(
    _ name: String, _ params: [Any?], isolation: isolated (any Actor)?,
    unstubbed: (FakeInstance, UncheckedSendable<(NamedCall, Parameters)>) async throws -> Any?
  ) async throws -> Result {
    let instance = instance
    let (call, parameters) = instance.begin(name, of: type(of: self), params, canWait: true)
    return try await instance.runAsync(
      call, parameters, isolation: isolation,
      unstubbed: { call in try await unstubbed(instance, call) },
      convert: { output, call in try instance.convert(output, of: call) })
  }
}

// The same for methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of an async method without a result to what the test stubbed `id` with.
  @inlinable @_disfavoredOverload
  public func handleAsyncCall(
    _ id: KeyPath<Self, String>, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await forwardAsync(self[keyPath: id], params, isolation: isolation) as Void
  }
}
