// Functions known by a String: parameters and result are checked when the call is made.
extension Faked {
  /// Forwards a call of the method to what the test stubbed the property `id` with.
  ///
  /// Counts and records the call. Throws what the behavior throws, `FakedError.missingFunction` where
  /// no stub answers, and `FakedError.typeMismatch` where the result is no `Result`. A Void method
  /// ignores the result; a tuple converts element by element. About 0.4 µs beside the behavior.
  @inlinable
  public func handleCall<Result>(_ id: KeyPath<Self, String>, params: Any?...) throws -> Result {
    try forward(self[keyPath: id], params)
  }

  /// Forwards a call of the method to the stub for the method's own name, as in `send(request:)`.
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
    return try forward(function, params)
  }

  /// Forwards a call, with the fake's own behavior for when no stub answers.
  @inlinable
  public func handleCall<Result>(
    _ id: KeyPath<Self, String>, params: Any?..., default behavior: @autoclosure () throws -> Result
  ) throws -> Result {
    try forward(self[keyPath: id], params) { try $0.original($1, $2) { try behavior() } }
  }

  /// Forwards a call by the method's own name, with a default for when no stub answers.
  @inlinable
  public func handleCall<Result>(
    params: Any?..., default behavior: @autoclosure () throws -> Result,
    function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result {
    let site = CallSite(fileID, filePath, line, column)
    try instance.claim(function, for: site, of: type(of: self))
    return try forward(function, params) { try $0.original($1, $2) { try behavior() } }
  }

  /// Forwards a call that fails where no stub answers.
  @inlinable
  func forward<Result>(_ name: String, _ params: [Any?]) throws -> Result {
    try forward(name, params) { try fail($1, $2, on: $0, as: Result.self) }
  }

  @inlinable
  func forward<Result>(
    _ name: String, _ params: [Any?],
    unstubbed: (FakeInstance, NamedCall, Parameters) throws -> Any?
  ) throws -> Result {
    let instance = instance
    let (call, parameters) = instance.begin(name, of: type(of: self), params)
    return try instance.run(
      call, parameters,
      unstubbed: { call, params in try unstubbed(instance, call, params) },
      convert: { output, call in try instance.convert(output, of: call) })
  }
}

@usableFromInline typealias NamedCall = StartedCall<Parameters, Any?, any Error>

extension FakeInstance {
  /// Counts and records a call by name; its parameters know the function, for failure texts.
  ///
  /// The same as for a typed call, but that the parameters are made of the function, once it is found and
  /// under the same lock: to find it before would take a second look-up.
  @inlinable
  func begin(
    _ name: String, of fake: Any.Type, _ values: [Any?], canWait: Bool = false
  ) -> (call: NamedCall, parameters: Parameters) {
    let now = monotonicNanoseconds()
    var forgotten: AnyObject?
    let (call, parameters) = state.withLock { state in
      let function = state.function(NamedFunction.self, named: name, of: fake, self)
      let parameters = Parameters(values, of: function.label)
      return (state.record(parameters, of: function, at: now, &forgotten), parameters)
    }
    withExtendedLifetime(forgotten) {}
    guard call.isWatched else { return (call, parameters) }
    let observed = observe(call, parameters, canWait: canWait) {
      begin(name, of: fake, values, canWait: canWait).call
    }
    return (observed, parameters)
  }
}

// The same for methods without a result, which may leave out the `return`.
extension Faked {
  /// Forwards a call of a method without a result to what the test stubbed the property `id` with.
  @inlinable @_disfavoredOverload
  public func handleCall(_ id: KeyPath<Self, String>, params: Any?...) throws {
    try forward(self[keyPath: id], params) as Void
  }

  /// Forwards a call of a method without a result to the stub for the method's own name.
  @inlinable @_disfavoredOverload
  public func handleCall(
    params: Any?..., function: String = #function, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID, filePath, line, column)
    try instance.claim(function, for: site, of: type(of: self))
    try forward(function, params) as Void
  }
}
