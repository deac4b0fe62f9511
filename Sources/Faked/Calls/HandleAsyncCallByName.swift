// Async methods with `String` IDs, and by the names of methods. Parameters and results are checked when the call is made.
extension Faked {
  /// Forwards a call of an async method to the stub for a `String` ID, or for the method's own name. The behavior may
  /// suspend.
  ///
  /// ```swift
  /// struct FakeShelf: Faked {
  ///   let instanceId = FakeInstance()
  ///   let find = "find(_:)"
  ///   func find(_ title: String) async throws -> [String] {
  ///     try await handleAsyncCall(\.find, params: title)
  ///   }
  /// }
  /// ```
  ///
  /// See <doc:StringIDs>.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds,
  ///   `FakedError.typeMismatch` if the response is of another type, and `FakedError.invalidParameter` for a name that two
  ///   methods share.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    return try await forwardAsync(name, params, isolation: isolation) { call in
      try failUnstubbed(call.value, returning: Result.self)
    }
  }

  /// Forwards a call of an async method, with a default for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - behavior: The fake's own behavior. Recordings leave it alone.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: The error of the response or of the default, `FakedError.typeMismatch` if the response is of another type,
  ///   and `FakedError.invalidParameter` for a name that two methods share.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    default behavior: @autoclosure () async throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    return try await forwardAsync(name, params, isolation: isolation) { call in
      call.value.recordDefault()
      return try await behavior()
    }
  }

  /// Forwards a call of an async method, with a real implementation for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - implementation: The call of the real implementation, which recordings record and replay.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, the recorded result, or the result of the real implementation.
  /// - Throws: The error of the response or of the real implementation, the recorded error,
  ///   `FakedError.missingFunction` if a recording is replayed and does not contain the call,
  ///   `FakedError.typeMismatch` if a stub returns a value of another type, and `FakedError.invalidParameter` for a
  ///   name that two methods share.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    real implementation: @autoclosure () async throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    return try await forwardAsync(name, params, isolation: isolation) { call in
      try await call.value.callThrough(isolation: isolation) {
        () async throws(any Error) -> Result in try await implementation()
      }
    }
  }

  /// Forwards a call of an async method without a result to the stub for a `String` ID, or for the method's own name.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.invalidParameter` for a name that two methods share.
  @inlinable @_disfavoredOverload
  public func handleAsyncCall(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    try await forwardAsync(name, params, isolation: isolation) { call in
      try failUnstubbed(call.value, returning: Void.self)
    } as Void
  }

  /// The core of the forms above.
  @inlinable
  func forwardAsync<Result>(
    _ name: String, _ params: [Any?], isolation: isolated (any Actor)?,
    fallback: (UncheckedSendable<NamedCall>) async throws -> Any?
  ) async throws -> Result {
    let call = instance.begin(name, of: type(of: self), params, calledBy: .currentAsynchronous())
    do {
      guard call.arguments.isEmpty else {
        return try call.result(
          await performAsync(call, isolation: isolation, fallback: fallback))
      }
      return try call.result(
        await call.function.label.namingMissingParameters(isolation: isolation) {
          try await performAsync(call, isolation: isolation, fallback: fallback)
        })
    } catch {
      call.recordUnwrapError(error)
      throw error
    }
  }
}
