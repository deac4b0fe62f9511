public import Faked

extension Faked {
  /// Names the errors with which `exploreFaults` makes calls of a function fail, one run for each.
  ///
  /// Without it, a call fails with the error that `exploreFaults` was given, or with an `InjectedFault`. Call it in
  /// the scenario, after you create the fake. Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.mayFail(\.find, with: Closed(), URLError(.timedOut))
  /// ```
  ///
  /// See <doc:FaultsAndOrders>.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - error: An error that the function can throw.
  ///   - more: More errors that the function can throw.
  public func mayFail<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with error: E.Failure,
    _ more: E.Failure...
  ) {
    declare(
      .fails([error] + more), FunctionState<(repeat each P), Output>.self, throwing: E.Failure.self,
      self[keyPath: id].name)
  }

  /// Names the errors with which `exploreFaults` makes calls of a function with a `String` ID fail.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the function.
  ///   - error: An error.
  ///   - more: More errors.
  public func mayFail(
    _ id: KeyPath<Self, String>, with error: any Error, _ more: any Error...
  ) {
    declare(
      .fails([error] + more), NamedFunction.self, throwing: (any Error).self, self[keyPath: id])
  }
}
