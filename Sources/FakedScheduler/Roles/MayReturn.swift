public import Faked

extension Faked {
  /// Names the values that `exploreResults` lets calls of a function return instead of their results.
  ///
  /// Each value is tried in one run. Without it, a call returns the natural default of its type or a similar value.
  /// Call it in the scenario, after you create the fake. Outside of an exploration it does nothing.
  ///
  /// ```swift
  /// library.mayReturn(\.find, [], ["Emma"])
  /// ```
  ///
  /// See <doc:LostResponses>.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - value: A value that the function can return.
  ///   - more: More values.
  public func mayReturn<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, _ value: Output,
    _ more: Output...
  ) {
    declare(
      .returns([value] + more), FunctionState<(repeat each P), Output>.self,
      throwing: E.Failure.self,
      self[keyPath: id].name)
  }

  /// Names the values that `exploreResults` lets calls of a function with a `String` ID return.
  ///
  /// Outside of an exploration it does nothing.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the function.
  ///   - value: A value.
  ///   - more: More values.
  public func mayReturn(_ id: KeyPath<Self, String>, _ value: Any?, _ more: Any?...) {
    declare(
      .returns(([value] + more).map { $0 as Any }), NamedFunction.self, throwing: (any Error).self,
      self[keyPath: id])
  }
}
