// Which calls `exploreOrders` lets wait when it runs the scenario that says so.
extension Faked {
  /// Lets `exploreOrders` decide when calls of an async `id` go on.
  ///
  /// To be written in the scenario, where the fake is made. Where no function is chosen, the calls of all
  /// async functions wait. Outside of an exploration it does nothing.
  public func finishInAnyOrder<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) {
    declare(
      .waits, FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name)
  }

  /// Lets `exploreOrders` decide when calls of the property `id` go on that `handleAsyncCall` forwards.
  public func finishInAnyOrder(_ id: KeyPath<Self, String>) {
    declare(.waits, NamedFunction.self, self[keyPath: id])
  }
}
