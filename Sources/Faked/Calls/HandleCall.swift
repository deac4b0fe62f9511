// Typed function IDs: the ID decides whether a call throws or suspends, never the context.
extension Faked {
  /// Forwards a call of the method to what the test stubbed `id` with.
  ///
  /// Counts and records the call, and runs the behavior where the caller runs. Throws what the
  /// behavior throws. Where no stub answers, a function that throws any error throws
  /// `FakedError.missingFunction`; every other one reports the same text to its scope and returns a
  /// natural default, or stops the process where there is no scope or no default. Costs about 0.1 µs
  /// beside the behavior, at any length of history.
  @_transparent
  public func handleCall<each P, Output, E: SyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ arguments: repeat each P
  ) throws(E.Failure) -> Output {
    let instance = instance
    let call = instance.begin(
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name,
      of: type(of: self), (repeat each arguments))
    return try run(call, (repeat each arguments), on: instance)
  }

  /// Forwards a call, with the fake's own behavior for when no stub answers.
  @_transparent
  public func handleCall<each P, Output, E: SyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ arguments: repeat each P,
    default behavior: @autoclosure () throws(E.Failure) -> Output
  ) throws(E.Failure) -> Output {
    let instance = instance
    let call = instance.begin(
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name,
      of: type(of: self), (repeat each arguments))
    return try run(call, (repeat each arguments), on: instance) { () throws(E.Failure) in
      try behavior()
    }
  }

  /// Forwards a call of an async method; a behavior runs on the actor it was written on.
  @_transparent
  public func handleCall<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ arguments: repeat each P,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(E.Failure) -> Output {
    let instance = instance
    let call = instance.begin(
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name,
      of: type(of: self), (repeat each arguments), canWait: true)
    return try await instance.runAsync(
      call, (repeat each arguments), isolation: isolation,
      unstubbed: { (call) throws(E.Failure) in
        try fail(call.value.0, call.value.1, on: instance)
      },
      convert: { (output, _) throws(E.Failure) in output })
  }

  /// Forwards a call of an async method, with the fake's own behavior for when no stub answers.
  @_transparent
  public func handleCall<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ arguments: repeat each P,
    default behavior: @autoclosure () async throws(E.Failure) -> Output,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(E.Failure) -> Output {
    let instance = instance
    let call = instance.begin(
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name,
      of: type(of: self), (repeat each arguments), canWait: true)
    return try await instance.runAsync(
      call, (repeat each arguments), isolation: isolation,
      unstubbed: { (call) async throws(E.Failure) in
        try await instance.original(call, isolation: isolation) { () async throws(E.Failure) in
          try await behavior()
        }
      },
      convert: { (output, _) throws(E.Failure) in output })
  }

  /// Forwards a call of a method that is generic in its result, as the type that its caller wants.
  ///
  /// The ID's own result is what behaviors return: `Any`, or a protocol. Another type than the wanted one
  /// is a `FakedError.typeMismatch`.
  @inlinable
  public func handleCall<each P, Output, E: SyncEffect, Result>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ arguments: repeat each P,
    as type: Result.Type
  ) throws(E.Failure) -> Result {
    let instance = instance
    let call = instance.begin(
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name,
      of: Swift.type(of: self), (repeat each arguments))
    return try instance.run(
      call, (repeat each arguments),
      unstubbed: { (call, arguments) throws(E.Failure) in
        try fail(call, arguments, on: instance, as: type)
      },
      convert: { (output, call) throws(E.Failure) in try instance.convert(output, of: call) })
  }

  /// Forwards a call of an async method that is generic in its result, as the type its caller wants.
  @inlinable
  public func handleCall<each P, Output, E: AsyncEffect, Result>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ arguments: repeat each P,
    as type: Result.Type, isolation: isolated (any Actor)? = #isolation
  ) async throws(E.Failure) -> Result {
    let instance = instance
    let call = instance.begin(
      FunctionState<(repeat each P), Output, E.Failure>.self, named: self[keyPath: id].name,
      of: Swift.type(of: self), (repeat each arguments), canWait: true)
    return try await instance.runAsync(
      call, (repeat each arguments), isolation: isolation,
      unstubbed: { (call) throws(E.Failure) in
        try fail(call.value.0, call.value.1, on: instance, as: type)
      },
      convert: { (output, call) throws(E.Failure) in try instance.convert(output, of: call) })
  }
}
