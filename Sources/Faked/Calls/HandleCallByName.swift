// String IDs. Parameters and results are checked when the call is made.
extension Faked {
  /// Forwards a call of the method to the stub for a `String` ID. Costs about 0.4 µs in addition to the response.
  ///
  /// A method without a result ignores the response. A tuple converts element by element.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: What the response throws, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.typeMismatch` for a response of another type.
  @inlinable
  public func handleCall<Result>(_ id: KeyPath<Self, String>, params: Any?...) throws -> Result {
    try forward(self[keyPath: id], params)
  }

  /// Forwards a call of the method to the stub for the method's own name, such as `send(request:)`.
  ///
  /// Overloads share their name, so they are refused: give each overload its own ID.
  ///
  /// - Parameters:
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method. Defaults to `#function`.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: What the response throws, `FakedError.missingFunction` if no stub responds,
  ///   `FakedError.typeMismatch` for a response of another type, and `FakedError.invalidParameter` for an
  ///   overload.
  @inlinable
  public func handleCall<Result>(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    try claim(function, for: SourceLine(fileID, filePath, line, column))
    return try forward(function, params)
  }

  /// Forwards a call of the method, with a default for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  ///   - behavior: The fake's own behavior.
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: What the response or the default throws, and `FakedError.typeMismatch` for a response of
  ///   another type.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?..., default behavior: @autoclosure () throws -> Result
  ) throws -> Result {
    try forward(self[keyPath: id], params) { call in
      call.recordDefault()
      return try behavior()
    }
  }

  /// Forwards a call by the method's own name, with a default for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - params: The arguments of the method, in order.
  ///   - behavior: The fake's own behavior.
  ///   - function: The name of the method. Defaults to `#function`.
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: What the response or the default throws, `FakedError.typeMismatch` for a response of another
  ///   type, and `FakedError.invalidParameter` for an overload.
  @inlinable
  public func handleCall<Result>(
    params: Any?..., default behavior: @autoclosure () throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    try claim(function, for: SourceLine(fileID, filePath, line, column))
    return try forward(function, params) { call in
      call.recordDefault()
      return try behavior()
    }
  }

  /// Forwards a call of the method, with a real implementation for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  ///   - implementation: The call of the real implementation, which recordings record and replay.
  /// - Returns: The response of the stub, the recorded result, or the result of the real implementation.
  /// - Throws: What the response, the recording, or the real implementation throws.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?...,
    real implementation: @autoclosure () throws -> Result
  ) throws -> Result {
    try forward(self[keyPath: id], params) { call in
      try call.callThrough { () throws(any Error) -> Result in try implementation() }
    }
  }

  /// Forwards a call of an async method to the stub for a `String` ID. The behavior may suspend.
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
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: What the response throws, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.typeMismatch` for a response of another type.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(self[keyPath: id], params, isolation: isolation) { call in
      try failUnstubbed(call.value, returning: Result.self)
    }
  }

  /// Forwards a call of an async method to the stub for the method's own name.
  ///
  /// Overloads share their name, so they are refused: give each overload its own ID.
  ///
  /// - Parameters:
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method. Defaults to `#function`.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: What the response throws, `FakedError.missingFunction` if no stub responds,
  ///   `FakedError.typeMismatch` for a response of another type, and `FakedError.invalidParameter` for an
  ///   overload.
  @inlinable
  public func handleAsyncCall<Result>(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try claim(function, for: SourceLine(fileID, filePath, line, column))
    return try await forwardAsync(function, params, isolation: isolation) { call in
      try failUnstubbed(call.value, returning: Result.self)
    }
  }

  /// Forwards a call of an async method, with a default for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  ///   - behavior: The fake's own behavior.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: What the response or the default throws, and `FakedError.typeMismatch` for a response of
  ///   another type.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?...,
    default behavior: @autoclosure () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(self[keyPath: id], params, isolation: isolation) { call in
      call.value.recordDefault()
      return try await behavior()
    }
  }

  /// Forwards a call of an async method, with a real implementation for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  ///   - implementation: The call of the real implementation, which recordings record and replay.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, the recorded result, or the result of the real implementation.
  /// - Throws: What the response, the recording, or the real implementation throws.
  @inlinable
  public func handleAsyncCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?...,
    real implementation: @autoclosure () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Result {
    try await forwardAsync(self[keyPath: id], params, isolation: isolation) { call in
      try await call.value.callThrough(isolation: isolation) {
        () async throws(any Error) -> Result in try await implementation()
      }
    }
  }
}

// Methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of a method without a result to the stub for a `String` ID.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  /// - Throws: What the response throws, and `FakedError.missingFunction` if no stub responds.
  @inlinable @_disfavoredOverload
  public func handleCall(_ id: KeyPath<Self, String>, params: Any?...) throws {
    try forward(self[keyPath: id], params) as Void
  }

  /// Forwards a call of a method without a result to the stub for the method's own name.
  ///
  /// - Parameters:
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method. Defaults to `#function`.
  /// - Throws: What the response throws, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.invalidParameter` for an overload.
  @inlinable @_disfavoredOverload
  public func handleCall(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try claim(function, for: SourceLine(fileID, filePath, line, column))
    try forward(function, params) as Void
  }

  /// Forwards a call of an async method without a result to the stub for a `String` ID.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - params: The arguments of the method, in order.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Throws: What the response throws, and `FakedError.missingFunction` if no stub responds.
  @inlinable @_disfavoredOverload
  public func handleAsyncCall(
    _ id: KeyPath<Self, String>, params: Any?..., isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await forwardAsync(self[keyPath: id], params, isolation: isolation) { call in
      try failUnstubbed(call.value, returning: Void.self)
    } as Void
  }
}

@usableFromInline typealias NamedCall = Call<Parameters, Any?, any Error>

// The core of the forms above.
extension Faked {
  @inlinable
  func forward<Result>(_ name: String, _ params: [Any?]) throws -> Result {
    try forward(name, params) { try failUnstubbed($0, returning: Result.self) }
  }

  @inlinable
  func forward<Result>(
    _ name: String, _ params: [Any?], fallback: (NamedCall) throws -> Any?
  ) throws -> Result {
    let call = instance.begin(name, of: type(of: self), params)
    guard call.arguments.isEmpty else { return try call.result(perform(call, fallback: fallback)) }
    return try call.result(
      call.function.label.namingMissingParameters { try perform(call, fallback: fallback) })
  }

  @inlinable
  func forwardAsync<Result>(
    _ name: String, _ params: [Any?], isolation: isolated (any Actor)?,
    fallback: (UncheckedSendable<NamedCall>) async throws -> Any?
  ) async throws -> Result {
    let call = instance.begin(name, of: type(of: self), params, calledBy: .currentAsynchronous())
    guard call.arguments.isEmpty else {
      return try call.result(
        await performAsync(call, isolation: isolation, fallback: fallback))
    }
    return try call.result(
      await call.function.label.namingMissingParameters(isolation: isolation) {
        try await performAsync(call, isolation: isolation, fallback: fallback)
      })
  }
}

extension Call where Output == Any? {
  /// Returns the result as the type that the method has.
  @inlinable
  func result<Result>(_ output: Any?) throws(Failure) -> Result {
    // Most results are values of that type. Casting the optional takes a third longer.
    if let output, let result = output as? Result { return result }
    return try convert(output)
  }
}

extension FakeInstance {
  /// Counts and records a call by name, whose parameters know their function for failure messages.
  @inlinable
  func begin(
    _ name: String, of fake: Any.Type, _ values: [Any?], calledBy caller: Caller = .synchronous
  ) -> NamedCall {
    let values = listed(values)
    let now = monotonicNanoseconds()
    // A call that the log discards ends when the lock is free.
    let (function, parameters, number, count, plan, observation, _) =
      state.contents.withLock { contents in
        let function = contents.function(NamedFunction.self, named: name, of: fake, self)
        let parameters = Parameters(values, of: function)
        let (number, count, plan, observation, discarded) = contents.record(
          parameters, of: function, at: now)
        return (function, parameters, number, count, plan, observation, discarded)
      }
    let call = Call(
      instance: self, function: function, arguments: parameters, number: number,
      invocationCount: count, plan: plan, observation: observation)
    return observation == .none ? call : call.observed(calledBy: caller)
  }
}
