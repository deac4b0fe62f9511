// Unavailable responses of a stub, which make the compiler explain frequent mistakes.
extension Stub {
  /// A behavior that throws any error, for a function that throws errors of one type.
  @available(
    *, unavailable,
    message: """
      the function throws one type of error: write `{ invocationCount, arguments throws(E) in … }` \
      with that type
      """
  )
  @_disfavoredOverload
  @discardableResult
  public func then<Failure>(
    _ perform: @escaping (_ invocationCount: Int, Arguments) throws -> Output
  ) -> Self where E == ThrowsOnly<Failure> {
    fatalError("The behavior throws any error.")
  }

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

extension Stub where Arguments == Void {
  /// A behavior that takes only the count.
  @available(
    *, unavailable,
    message: "after the count, a behavior takes the arguments: write `{ invocationCount, _ in … }`"
  )
  @_disfavoredOverload
  @discardableResult
  public func then(
    _ perform: @escaping (_ invocationCount: Int) async throws -> Output
  ) -> Self {
    fatalError("The behavior takes no arguments.")
  }
}
