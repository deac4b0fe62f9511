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
    let call = ClosureCall(self, self[keyPath: id].name)
    return { (argument: repeat each P) in
      call((repeat each argument), Output.self, Never.self)
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
    let call = ClosureCall(self, self[keyPath: id].name)
    return { (argument: repeat each P) throws(Failure) in
      try call((repeat each argument), Output.self, Failure.self)
    }
  }

  /// Returns an async function as a closure, for a struct of closures.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The closure, which forwards its calls to the fake.
  public func closure<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncReturns>>
  ) -> @Sendable (repeat each P) async -> Output {
    let call = ClosureCall(self, self[keyPath: id].name)
    return { (argument: repeat each P) in
      await call.async((repeat each argument), Output.self, Never.self)
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
    let call = ClosureCall(self, self[keyPath: id].name)
    return { (argument: repeat each P) async throws(Failure) in
      try await call.async((repeat each argument), Output.self, Failure.self)
    }
  }
}

/// Forwards the calls of a closure to its fake.
private struct ClosureCall<Fake: Faked & Sendable>: Sendable {
  let fake: Fake
  let name: String

  init(_ fake: Fake, _ name: String) {
    self.fake = fake
    self.name = name
  }

  func callAsFunction<Arguments, Output, Failure: Error>(
    _ arguments: Arguments, _: Output.Type, _ failure: Failure.Type
  ) throws(Failure) -> Output {
    let call = fake.instance.begin(
      FunctionState<Arguments, Output>.self, throwing: failure, named: name, of: Fake.self,
      arguments, calledBy: .synchronous)
    return try fake.perform(call, throwing: failure)
  }

  func async<Arguments, Output, Failure: Error>(
    _ arguments: Arguments, _: Output.Type, _ failure: Failure.Type
  ) async throws(Failure) -> Output {
    let call = fake.instance.begin(
      FunctionState<Arguments, Output>.self, throwing: failure, named: name, of: Fake.self,
      arguments, calledBy: .currentAsynchronous())
    return try await fake.performAsync(call, isolation: nil, throwing: failure)
  }
}
