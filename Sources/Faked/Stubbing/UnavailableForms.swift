// Forms that do not exist. A line with a mistake finds them where it would else be blamed on its ID; the
// compiler looks at them for messages alone.
extension Faked {
  /// A behavior that does not fit the ID.
  @available(
    *, unavailable,
    message: """
      the behavior does not fit the ID, which is typed: it gets the arguments and nothing else \
      (no invocationCount, no params), returns the result of the ID, and throws or awaits only \
      where the effect of the ID says so
      """
  )
  @_disfavoredOverload
  public func when<Signature, E, Output>(
    _ id: KeyPath<Self, FunctionID<Signature, E>>,
    perform: @escaping (Int, [FakeValueWrapper<Any?>]) throws -> Output
  ) {
    fatalError("The behavior does not fit the ID.")
  }

  /// Values that are not those of the parameters.
  @available(
    *, unavailable,
    message: "write one value after `with:` for each parameter of the ID, of its type"
  )
  @_disfavoredOverload
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with values: (any Equatable)?...
  ) -> Stub<(repeat each P), Output, E> {
    fatalError("The values are not those of the parameters.")
  }

  /// Matchers that are not those of the parameters.
  @available(
    *, unavailable,
    message: "write one matcher after `matching:` for each parameter of the ID, of its type"
  )
  @_disfavoredOverload
  public func when<each P, each Value, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    matching matchers: repeat Matcher<each Value>
  ) -> Stub<(repeat each P), Output, E> {
    fatalError("The matchers are not those of the parameters.")
  }

  /// The form of a `String` ID on a typed one.
  @available(*, unavailable, message: "the ID is typed: write the arguments without `params:`")
  @_disfavoredOverload
  public func handleCall<Signature, E, Result>(
    _ id: KeyPath<Self, FunctionID<Signature, E>>, params: Any?...
  ) throws -> Result {
    fatalError("The ID is typed.")
  }
}

extension Stub {
  /// A value of another type.
  @available(*, unavailable, message: "the value is not of the type that the ID returns")
  @_disfavoredOverload
  @discardableResult
  public func thenReturn<each Value>(_ values: repeat each Value) -> Self {
    fatalError("The value is of another type.")
  }

  /// An error that the function cannot throw.
  @available(
    *, unavailable,
    message:
      "the function cannot throw this error: write `Throws` or its type into the effect of the ID"
  )
  @_disfavoredOverload
  @discardableResult
  public func thenThrow<Failure: Error>(_ error: Failure) -> Self {
    fatalError("The function cannot throw this error.")
  }
}
