public import Faked

extension Faked {
  /// Makes only the calls of the declared async functions events of `exploreOrders`; those of others are not.
  ///
  /// Without a declaration, the calls of all async functions are events. Tasks, actors, steps, and sleeps remain
  /// events. Call it in the scenario, after you create the fake. Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.finishInAnyOrder(\.find)
  /// ```
  ///
  /// See <doc:FaultsAndOrders>.
  ///
  /// - Parameter id: The ID of the function.
  public func finishInAnyOrder<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>
  ) {
    declare(
      .waits, FunctionState<(repeat each P), Output>.self, throwing: Failure.self,
      self[keyPath: id].name)
  }

  /// Makes the calls of a function with a `String` ID, which `handleAsyncCall` forwards, events of `exploreOrders`.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameter id: The property with the ID of the function.
  public func finishInAnyOrder(_ id: KeyPath<Self, String>) {
    declare(.waits, NamedFunction.self, throwing: (any Error).self, self[keyPath: id])
  }
}
