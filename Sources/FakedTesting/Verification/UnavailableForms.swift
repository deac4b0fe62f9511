// Forms that do not exist, for the messages of the compiler alone.
extension Faked {
  /// Values that are not those of the parameters.
  @available(
    *, unavailable,
    message: "write one value after `with:` for each parameter of the ID, of its type"
  )
  @_disfavoredOverload
  public func verify<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    called count: any CallCountExpression = 1, with values: (any Equatable)?...
  ) {
    fatalError("The values are not those of the parameters.")
  }

  /// Matchers that are not those of the parameters.
  @available(
    *, unavailable,
    message: "write one matcher after `matching:` for each parameter of the ID, of its type"
  )
  @_disfavoredOverload
  public func verify<each P, each Value, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    called count: any CallCountExpression = 1,
    matching matchers: repeat Matcher<each Value>
  ) {
    fatalError("The matchers are not those of the parameters.")
  }
}
