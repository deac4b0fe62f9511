// String IDs, and the names of methods. Parameters and results are checked when the call is made.
extension Faked {
  /// Forwards a call of the method to the stub for a `String` ID, or for the method's own name. Costs about 0.4 µs in
  /// addition to the response.
  ///
  /// A method without a result ignores the response. A tuple converts element by element. Overloads have the same
  /// name, so each of them needs an ID of its own.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The response of the stub, as the result type of the method.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds,
  ///   `FakedError.typeMismatch` if the response is of another type, and `FakedError.invalidParameter` for a name that two
  ///   methods share.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    return try forward(name, params)
  }

  /// Forwards a call of the method, with a default for calls to which no stub responds.
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
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: The error of the response or of the default, `FakedError.typeMismatch` if the response is of another type,
  ///   and `FakedError.invalidParameter` for a name that two methods share.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    default behavior: @autoclosure () throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    return try forward(name, params) { call in
      call.recordDefault()
      return try behavior()
    }
  }

  /// Forwards a call of the method, with a real implementation for calls to which no stub responds.
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
  /// - Returns: The response of the stub, the recorded result, or the result of the real implementation.
  /// - Throws: The error of the response or of the real implementation, the recorded error,
  ///   `FakedError.missingFunction` if a recording is replayed and does not contain the call,
  ///   `FakedError.typeMismatch` if a stub returns a value of another type, and `FakedError.invalidParameter` for a
  ///   name that two methods share.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    real implementation: @autoclosure () throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    return try forward(name, params) { call in
      try call.callThrough { () throws(any Error) -> Result in try implementation() }
    }
  }
}

// Methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of a method without a result to the stub for a `String` ID, or for the method's own name.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method. Leave it out for the method's own name, such as `send(request:)`.
  ///   - params: The arguments of the method, in order.
  ///   - function: The name of the method, which the compiler passes.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds, and
  ///   `FakedError.invalidParameter` for a name that two methods share.
  @inlinable @_disfavoredOverload
  public func handleCall(
    _ id: KeyPath<Self, String>? = nil, params: Any?...,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let name = try name(of: id, or: function, at: SourceLine(fileID, filePath, line, column))
    try forward(name, params) as Void
  }
}

@usableFromInline typealias NamedCall = Call<Parameters, Any?, any Error>

// The core of the forms above.
extension Faked {
  /// Returns the ID of a method, or its name, which no other method may use.
  @inlinable
  func name(
    of id: KeyPath<Self, String>?, or function: String, at site: @autoclosure () -> SourceLine
  ) throws -> String {
    if let id { return self[keyPath: id] }
    try claim(function, for: site())
    return function
  }

  @inlinable
  func forward<Result>(_ name: String, _ params: [Any?]) throws -> Result {
    try forward(name, params) { try failUnstubbed($0, returning: Result.self) }
  }

  @inlinable
  func forward<Result>(
    _ name: String, _ params: [Any?], fallback: (NamedCall) throws -> Any?
  ) throws -> Result {
    let call = instance.begin(name, of: type(of: self), params)
    do {
      guard call.arguments.isEmpty else {
        return try call.result(perform(call, fallback: fallback))
      }
      return try call.result(
        call.function.label.namingMissingParameters { try perform(call, fallback: fallback) })
    } catch {
      call.recordUnwrapError(error)
      throw error
    }
  }
}

extension Call where Output == Any? {
  /// Returns the result as the type that the method has.
  @inlinable
  func result<Result>(_ output: Any?) throws(Failure) -> Result {
    // Most results have that type. Casting the optional takes a third longer.
    if let output, let result = output as? Result { return result }
    return try convert(output)
  }
}

extension FakeInstance {
  /// Counts and records a call by name. Its parameters refer to the function, for failure messages.
  @inlinable
  func begin(
    _ name: String, of fake: Any.Type, _ values: [Any?], calledBy caller: Caller = .synchronous
  ) -> NamedCall {
    let values = listed(values)
    let now = monotonicNanoseconds()
    // The log may discard a call, which must not be deallocated under the lock.
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
