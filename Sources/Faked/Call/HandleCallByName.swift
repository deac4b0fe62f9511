// Functions known by a String: parameters and result are checked when the call is made.
extension Faked {
  /// Forwards a call of the method to what the test taught for the property `id`.
  ///
  /// Counts and records the call. Throws what the behavior throws, `FakedError.missingFunction` where
  /// nothing was taught, and `FakedError.typeMismatch` where the result is no `Result`. A Void method
  /// ignores the result; a tuple converts element by element. About 0.4 µs beside the behavior.
  @inlinable
  public func handleCall<Result>(_ id: KeyPath<Self, String>, params: Any?...) throws -> Result {
    let name = self[keyPath: id]
    return try forward(name, params) { try failUntaught($1, of: $0, name) }
  }

  /// Forwards a call of the method to what the test taught for that name.
  @inlinable
  public func handleCall<Result>(_ name: String, params: Any?...) throws -> Result {
    try forward(name, params) { try failUntaught($1, of: $0, name) }
  }

  /// Forwards a call of the method to what the test taught for the method's own name, as in `send(request:)`.
  ///
  /// Two methods of one name, as `add(_: Int)` and `add(_: Double)`, are refused with
  /// `FakedError.invalidParameter`: give each an ID of its own.
  @inlinable
  public func handleCall<Result>(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    let site = CallSite(fileID, filePath, line, column)
    try instance.claim(function, for: site, of: type(of: self))
    return try forward(function, params) { try failUntaught($1, of: $0, function) }
  }

  /// Forwards a call, with the fake's own behavior for when the test taught nothing.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?..., default behavior: @autoclosure () throws -> Result
  ) throws -> Result {
    try forward(self[keyPath: id], params) { _, _ in try behavior() }
  }

  /// Forwards a call by name, with the fake's own behavior for when the test taught nothing.
  @inlinable
  public func handleCall<Result>(
    _ name: String, params: Any?..., default behavior: @autoclosure () throws -> Result
  ) throws -> Result {
    try forward(name, params) { _, _ in try behavior() }
  }

  /// Forwards a call by the method's own name, with a default for when the test taught nothing.
  @inlinable
  public func handleCall<Result>(
    params: Any?..., default behavior: @autoclosure () throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    let site = CallSite(fileID, filePath, line, column)
    try instance.claim(function, for: site, of: type(of: self))
    return try forward(function, params) { _, _ in try behavior() }
  }

  @inlinable
  func forward<Result>(
    _ name: String, _ params: [Any?],
    untaught: (FakeInstance, UntaughtCall<Parameters, Any?, any Error>) throws -> Any?
  ) throws -> Result {
    let instance = instance
    return try instance.perform(
      NamedFunction.self, named: name, of: type(of: self),
      instance.parameters(params, ofCallTo: name, of: type(of: self)), untaught: untaught,
      convert: { instance, output, call in
        try convertResult(anyOutput: output, of: call, on: instance, named: name)
      })
  }
}

extension FakeInstance {
  /// The parameters with the function that failure texts name; a call without any needs none.
  @inlinable
  func parameters(
    _ values: [Any?], ofCallTo name: String, of fake: Any.Type
  ) -> Parameters {
    guard !values.isEmpty else { return [] }
    functions.lock()
    let label = functions.value.calls(
      NamedFunction.self, named: name, of: fake
    ).pointee.function.parameterLabel
    functions.unlock()
    return Parameters(values, of: label)
  }
}

// The same for methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of a method without a result to what the test taught for the property `id`.
  @inlinable @_disfavoredOverload
  public func handleCall(_ id: KeyPath<Self, String>, params: Any?...) throws {
    let name = self[keyPath: id]
    try forward(name, params) { try failUntaught($1, of: $0, name) } as Void
  }

  /// Forwards a call of a method without a result to what the test taught for that name.
  @inlinable @_disfavoredOverload
  public func handleCall(_ name: String, params: Any?...) throws {
    try forward(name, params) { try failUntaught($1, of: $0, name) } as Void
  }

  /// Forwards a call of a method without a result to what the test taught for the method's own name.
  @inlinable @_disfavoredOverload
  public func handleCall(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID, filePath, line, column)
    try instance.claim(function, for: site, of: type(of: self))
    try forward(function, params) { try failUntaught($1, of: $0, function) } as Void
  }
}
