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
      .fails([error] + more), FunctionState<(repeat each P), Output, E.Failure>.self,
      self[keyPath: id].name)
  }

  /// Names the errors that `exploreFaults` makes calls of the property `id` fail with.
  public func mayFail(
    _ id: KeyPath<Self, String>, with error: any Error, _ more: any Error...
  ) {
    declare(.fails([error] + more), NamedFunction.self, self[keyPath: id])
  }

  /// Says something of a function to the exploration that the fake belongs to, if there is one.
  func declare<Arguments, Output, Failure: Error>(
    _ role: FunctionRole, _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String
  ) {
    let instance = instance
    instance.joinCurrentScope()
    let (observer, function) = instance.state.withLock { state in
      (state.watch.observer, state.function(type, named: name, of: Swift.type(of: self), instance))
    }
    observer?.declare(role, for: function)
  }
}
