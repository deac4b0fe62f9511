// Typed function IDs. The ID, never the context, determines whether a call throws or suspends.
//
// The public forms are inlined, so that the key path literal costs nothing: reading a key path takes 60 ns.
// They turn the arguments into a tuple first, and leave all closures to `perform`: a closure that is made
// where the arguments are a pack gets the wrong types in a generic fake that is built with optimization.
extension Faked {
  /// Forwards a call of the method to the stub for `id`.
  ///
  /// The call is counted and recorded, and the response runs where the caller runs. Costs about 0.1 µs in
  /// addition to the response, however many calls were recorded before.
  ///
  /// If no stub responds, a function that throws any error throws `FakedError.missingFunction`. Every other
  /// function reports the same message to its scope and returns a natural default. Without a scope or a
  /// natural default, the process stops.
  ///
  /// ```swift
  /// struct FakeShelf: Faked {
  ///   let instanceId = FakeInstance()
  ///   let borrow: FunctionID<(String, Int) -> Bool, Throws> = "borrow(_:days:)"
  ///   func borrow(_ title: String, days: Int) throws -> Bool { try handleCall(\.borrow, title, days) }
  /// }
  /// ```
  ///
  /// See <doc:WritingFakes>.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  /// - Returns: The response of the stub.
  /// - Throws: The error of the response, or `FakedError.missingFunction` if no stub responds.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  public func handleCall<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    _ arguments: repeat each P
  ) throws(Failure) -> Output {
    try perform(begin(self[keyPath: id], (repeat each arguments)), throwing: Failure.self)
  }

  /// Forwards a call of the method, with a default for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - behavior: The fake's own behavior. Recordings leave it alone.
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: The error of the response or of the default.
  @inlinable @inline(__always)
  public func handleCall<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    default behavior: @autoclosure () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    try perform(begin(self[keyPath: id], (repeat each arguments)), .ownBehavior, behavior)
  }

  /// Forwards a call of the method, with a real implementation for calls to which no stub responds.
  ///
  /// A recording records the results of the real implementation, and replays them later without running it.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - implementation: The call of the real implementation.
  /// - Returns: The response of the stub, the recorded result, or the result of the real implementation.
  /// - Throws: The error of the response or of the real implementation, the recorded error, or
  ///   `FakedError.missingFunction` if a recording is replayed and does not contain the call.
  @inlinable @inline(__always)
  public func handleCall<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    real implementation: @autoclosure () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    try perform(begin(self[keyPath: id], (repeat each arguments)), .real, implementation)
  }

  /// Forwards a call of an async method to the stub for `id`.
  ///
  /// A behavior runs on the actor that isolates the code where you write it.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub.
  /// - Throws: The error of the response, or `FakedError.missingFunction` if no stub responds.
  @inlinable @inline(__always)
  public func handleCall<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output {
    try await performAsync(
      begin(self[keyPath: id], (repeat each arguments), calledBy: .currentAsynchronous()),
      isolation: isolation, throwing: Failure.self)
  }

  /// Forwards a call of an async method, with a default for calls to which no stub responds.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - behavior: The fake's own behavior. Recordings leave it alone.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, or the result of the default.
  /// - Throws: The error of the response or of the default.
  @inlinable @inline(__always)
  public func handleCall<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    default behavior: @autoclosure () async throws(Failure) -> Output,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output {
    try await performAsync(
      begin(self[keyPath: id], (repeat each arguments), calledBy: .currentAsynchronous()),
      isolation: isolation, .ownBehavior, behavior)
  }

  /// Forwards a call of an async method, with a real implementation for calls to which no stub responds.
  ///
  /// A recording records the results of the real implementation, and replays them later without running it.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - implementation: The call of the real implementation.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub, the recorded result, or the result of the real implementation.
  /// - Throws: The error of the response or of the real implementation, the recorded error, or
  ///   `FakedError.missingFunction` if a recording is replayed and does not contain the call.
  @inlinable @inline(__always)
  public func handleCall<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    real implementation: @autoclosure () async throws(Failure) -> Output,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Output {
    try await performAsync(
      begin(self[keyPath: id], (repeat each arguments), calledBy: .currentAsynchronous()),
      isolation: isolation, .real, implementation)
  }

  /// Forwards a call of a method that is generic in its result.
  ///
  /// The output of the ID is what behaviors return: `Any`, or a protocol. The call record shows what the
  /// behavior returned.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - type: The result type that the caller expects.
  /// - Returns: The response of the stub.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds, or
  ///   `FakedError.typeMismatch` if the response is of another type.
  @inlinable
  public func handleCall<each P, Output, Failure, Result>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    as type: Result.Type
  ) throws(Failure) -> Result {
    let call = begin(self[keyPath: id], (repeat each arguments))
    return try call.convert(
      perform(call, throwing: Failure.self, returning: type), throwing: Failure.self)
  }

  /// Forwards a call of an async method that is generic in its result.
  ///
  /// - Parameters:
  ///   - id: The ID of the method.
  ///   - arguments: The arguments of the method, in order.
  ///   - type: The result type that the caller expects.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The response of the stub.
  /// - Throws: The error of the response, `FakedError.missingFunction` if no stub responds, or
  ///   `FakedError.typeMismatch` if the response is of another type.
  @inlinable
  public func handleCall<each P, Output, Failure, Result>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    _ arguments: repeat each P,
    as type: Result.Type, isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Result {
    let call = begin(self[keyPath: id], (repeat each arguments), calledBy: .currentAsynchronous())
    return try call.convert(
      await performAsync(call, isolation: isolation, throwing: Failure.self, returning: type),
      throwing: Failure.self)
  }

  /// Counts and records a call of a typed function.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func begin<each P, Output, E: FunctionEffect>(
    _ id: FunctionID<(repeat each P) -> Output, E>, _ arguments: (repeat each P),
    calledBy caller: Caller = .synchronous
  ) -> Call<(repeat each P), Output> {
    instance.begin(
      FunctionState<(repeat each P), Output>.self, throwing: E.Failure.self,
      named: id.name, of: type(of: self), calledBy: caller
    ) { _ in arguments }
  }
}

// The functions of a fake as closures. Functions that can't throw have separate forms: the generic form crashes the
// compiler for them.
extension Faked where Self: Sendable {
  /// Returns a function as a closure, for a struct of closures: `API(now: fake.closure(\.now))`.
  ///
  /// Calls of the closure are calls of the function: they get its stubs, and are recorded.
  ///
  /// ```swift
  /// let find = library.closure(\.find)
  /// library.when(\.find).thenReturn(["Emma"])
  /// try await find("Emma")  // => ["Emma"]
  /// ```
  ///
  /// See <doc:Closures>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The closure, which forwards its calls to the fake.
  public func closure<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, Returns>>
  ) -> @Sendable (repeat each P) -> Output {
    let id = self[keyPath: id]
    return { (argument: repeat each P) in
      perform(begin(id, (repeat each argument)), throwing: Never.self)
    }
  }

  /// Returns a function that throws as a closure, for a struct of closures.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The closure, which forwards its calls to the fake. It throws the errors of the responses and, if the
  ///   function can throw any error, `FakedError.missingFunction` for an unstubbed call.
  public func closure<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>
  ) -> @Sendable (repeat each P) throws(Failure) -> Output {
    let id = self[keyPath: id]
    return { (argument: repeat each P) throws(Failure) in
      try perform(begin(id, (repeat each argument)), throwing: Failure.self)
    }
  }

  /// Returns an async function as a closure, for a struct of closures.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The closure, which forwards its calls to the fake.
  public func closure<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncReturns>>
  ) -> @Sendable (repeat each P) async -> Output {
    let id = self[keyPath: id]
    return { (argument: repeat each P) in
      await performAsync(
        begin(id, (repeat each argument), calledBy: .currentAsynchronous()), isolation: nil,
        throwing: Never.self)
    }
  }

  /// Returns an async function that throws as a closure, for a struct of closures.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The closure, which forwards its calls to the fake. It throws the errors of the responses and, if the
  ///   function can throw any error, `FakedError.missingFunction` for an unstubbed call.
  public func closure<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>
  ) -> @Sendable (repeat each P) async throws(Failure) -> Output {
    let id = self[keyPath: id]
    return { (argument: repeat each P) async throws(Failure) in
      try await performAsync(
        begin(id, (repeat each argument), calledBy: .currentAsynchronous()), isolation: nil,
        throwing: Failure.self)
    }
  }
}
