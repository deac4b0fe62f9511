// What functions fail with when `exploreFaults` runs the scenario that says so.
extension Faked {
  /// Names the errors that `exploreFaults` makes calls of `id` fail with, one run for each.
  ///
  /// To be written in the scenario, where the fake is made. Without it a call fails with the error that
  /// `exploreFaults` was given, or with an `InjectedFault`. Outside of an exploration it does nothing.
  public func mayFail<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with error: E.Failure,
    _ more: E.Failure...
  ) {
    declare(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name,
      [error] + more)
  }

  /// Names the errors that `exploreFaults` makes calls of the property `id` fail with.
  public func mayFail(
    _ id: KeyPath<Self, String>, with error: any Error, _ more: any Error...
  ) {
    declare(NamedFunction.self, self[keyPath: id], [error] + more)
  }

  /// Names the errors that `exploreFaults` makes calls by that name fail with.
  public func mayFail(_ name: String, with error: any Error, _ more: any Error...) {
    declare(NamedFunction.self, name, [error] + more)
  }

  private func declare<Arguments, Output, Failure: Error>(
    _ function: FunctionState<Arguments, Output, Failure>.Type, _ name: String,
    _ errors: [any Error]
  ) {
    instance.withObserver(of: function, named: name, in: type(of: self)) {
      $0.declare(errors, for: $1)
    }
  }
}
