// Which calls explorations leave alone when they run the scenario that says so.
extension Faked {
  /// Lets explorations leave the calls of `id` alone: none fails, waits, or returns something else.
  ///
  /// For what nobody minds, as a log. To be written in the scenario, where the fake is made. Outside of an
  /// exploration it does nothing.
  public func exempt<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) {
    declare(
      .isExempt, FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name)
  }

  /// Lets explorations leave the calls of the property `id` alone.
  public func exempt(_ id: KeyPath<Self, String>) {
    declare(.isExempt, NamedFunction.self, self[keyPath: id])
  }
}
