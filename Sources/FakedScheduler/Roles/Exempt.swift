public import Faked

extension Faked {
  /// Excludes the calls of a function from explorations: none fails, waits, or returns something else.
  ///
  /// Use this for harmless calls, such as logging. Call it in the scenario, after you create the fake. Outside of
  /// an exploration it does nothing.
  ///
  /// ```swift
  /// library.exempt(\.borrow)
  /// ```
  ///
  /// See <doc:FaultsAndOrders>.
  ///
  /// - Parameter id: The ID of the function.
  public func exempt<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) {
    declare(
      .isExempt, FunctionState<(repeat each P), Output>.self, throwing: E.Failure.self,
      self[keyPath: id].name)
  }

  /// Excludes the calls of a function with a `String` ID from explorations.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameter id: The property with the ID of the function.
  public func exempt(_ id: KeyPath<Self, String>) {
    declare(.isExempt, NamedFunction.self, throwing: (any Error).self, self[keyPath: id])
  }
}
