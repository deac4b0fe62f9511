public import Faked

extension Faked {
  /// Limits `exploreOrders` to the calls of the async functions that are declared.
  ///
  /// Without a declaration, it orders the calls of all async functions. Call it in the scenario, after you create
  /// the fake. Outside of an exploration it does nothing.
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
      .waits, FunctionState<(repeat each P), Output, Failure>.self, self[keyPath: id].name)
  }

  /// Lets `exploreOrders` order the calls of a function with a `String` ID, which `handleAsyncCall` forwards.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameter id: The property with the ID of the function.
  public func finishInAnyOrder(_ id: KeyPath<Self, String>) {
    declare(.waits, NamedFunction.self, self[keyPath: id])
  }
}
