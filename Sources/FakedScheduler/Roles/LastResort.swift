public import Faked

extension Faked {
  /// Lets the calls of an async function continue in `exploreOrders` only if nothing else can.
  ///
  /// Use it for a function that waits for time to pass, such as a faked `sleep`: it then ends after everything
  /// that only computes. A `FakeClock` needs no declaration. Call it in the scenario, after you create the fake.
  /// Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.lastResort(\.find)
  /// ```
  ///
  /// See <doc:FaultsAndOrders>.
  ///
  /// - Parameter id: The ID of the function.
  public func lastResort<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>
  ) {
    declare(
      .isLastResort, FunctionState<(repeat each P), Output>.self, throwing: Failure.self,
      self[keyPath: id].name)
  }

  /// Lets the calls of a function with a `String` ID continue in `exploreOrders` only if nothing else can.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameter id: The property with the ID of the function.
  public func lastResort(_ id: KeyPath<Self, String>) {
    declare(.isLastResort, NamedFunction.self, throwing: (any Error).self, self[keyPath: id])
  }
}
