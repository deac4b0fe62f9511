// What functions return instead of their results when `exploreResults` runs the scenario that says so.
extension Faked {
  /// Names what `exploreResults` lets calls of `id` return instead of their results, one run for each.
  ///
  /// To be written in the scenario, where the fake is made. Without it a call returns the natural default
  /// of its type or a neighbor of it. Outside of an exploration it does nothing.
  public func mayReturn<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ value: Output,
    _ more: Output...
  ) {
    declare(
      .returns([value] + more), FunctionState<(repeat each P), Output, E.Failure>.self,
      self[keyPath: id].name)
  }

  /// Names what `exploreResults` lets calls of the property `id` return instead of their results.
  public func mayReturn(_ id: KeyPath<Self, String>, _ value: Any?, _ more: Any?...) {
    declare(.returns(([value] + more).map { $0 as Any }), NamedFunction.self, self[keyPath: id])
  }
}
