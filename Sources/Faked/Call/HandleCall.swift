// Typed function IDs: the signature decides whether a call throws or suspends, never the context.
extension Faked {
  /// Forwards a call of the method to what the test taught for `id`.
  ///
  /// Counts and records the call, and runs the behavior where the caller runs. Throws what the
  /// behavior throws. Where nothing was taught, a function that throws any error throws
  /// `FakedError.missingFunction`; every other one reports the same text to its scope and returns a
  /// natural default, or stops the process where there is no scope or no default. Costs about 0.2 µs
  /// beside the behavior, at any length of history.
  @_transparent
  public func handleCall<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    _ arguments: repeat each Parameter
  ) throws(Failure) -> Output {
    let name = self[keyPath: id].name
    return try instance.perform(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: name,
      of: type(of: self), (repeat each arguments),
      untaught: { (instance, call) throws(Failure) in try failUntaught(call, of: instance, name) },
      convert: { (_, output, _) throws(Failure) in output })
  }

  /// Forwards a call, with the fake's own behavior for when the test taught nothing.
  @_transparent
  public func handleCall<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    _ arguments: repeat each Parameter,
    default behavior: @autoclosure () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let name = self[keyPath: id].name
    return try instance.perform(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: name,
      of: type(of: self), (repeat each arguments),
      untaught: { (_, _) throws(Failure) in try behavior() },
      convert: { (_, output, _) throws(Failure) in output })
  }

  /// Forwards a call of an async method; a behavior runs on the actor it was written on.
  @_transparent
  public func handleCall<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    _ arguments: repeat each Parameter,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output {
    let name = self[keyPath: id].name
    return try await instance.performAsync(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: name,
      of: type(of: self), (repeat each arguments), isolation: isolation,
      untaught: { (instance, call) throws(Failure) in
        try failUntaught(call.value, of: instance, name)
      },
      convert: { (_, output, _) throws(Failure) in output })
  }

  /// Forwards a call of an async method, with the fake's own behavior for when the test taught nothing.
  @_transparent
  public func handleCall<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    _ arguments: repeat each Parameter,
    default behavior: @autoclosure () async throws(Failure) -> Output,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output {
    let name = self[keyPath: id].name
    return try await instance.performAsync(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: name,
      of: type(of: self), (repeat each arguments), isolation: isolation,
      untaught: { (_, _) async throws(Failure) in try await behavior() },
      convert: { (_, output, _) throws(Failure) in output })
  }

  /// Forwards a call of a method that is generic in its result, as the type that its caller wants.
  ///
  /// The ID's own result is what behaviors return: `Any`, or a protocol. Another type than the wanted one
  /// is a `FakedError.typeMismatch`.
  @inlinable
  public func handleCall<each Parameter, Output, Failure: Error, Result>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    _ arguments: repeat each Parameter, as type: Result.Type
  ) throws(Failure) -> Result {
    let name = self[keyPath: id].name
    return try instance.perform(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: name,
      of: Swift.type(of: self), (repeat each arguments),
      untaught: { (instance, call) throws(Failure) in try failUntaught(call, of: instance, name) },
      convert: { (instance, output, call) throws(Failure) in
        try convertResult(output, of: call, on: instance, named: name)
      })
  }

  /// Forwards a call of an async method that is generic in its result, as the type its caller wants.
  @inlinable
  public func handleCall<each Parameter, Output, Failure: Error, Result>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    _ arguments: repeat each Parameter, as type: Result.Type,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Result {
    let name = self[keyPath: id].name
    return try await instance.performAsync(
      FunctionState<(repeat each Parameter), Output, Failure>.self, named: name,
      of: Swift.type(of: self), (repeat each arguments), isolation: isolation,
      untaught: { (instance, call) throws(Failure) in
        try failUntaught(call.value, of: instance, name)
      },
      convert: { (instance, output, call) throws(Failure) in
        try convertResult(output, of: call, on: instance, named: name)
      })
  }
}
