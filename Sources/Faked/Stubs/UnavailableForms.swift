// Unavailable forms, which make the compiler explain frequent mistakes. Without them, its errors would be about the
// ID.
//
// The compiler reports the form that fits after the fewest corrections. If a form fit a behavior with a mistake in its
// body better than the available form does, the compiler would hide the mistake. Therefore, the forms return the result of
// the ID, their count can only be compared, and most behaviors are optional.
extension Faked {
  /// A behavior that does not fit the ID.
  @available(
    *, unavailable,
    message: """
      the behavior does not fit the ID, which is typed: it gets the arguments and nothing else (no invocationCount, \
      no params), and returns the result of the ID; for the count, write `.then { invocationCount, arguments in … }`
      """
  )
  @_disfavoredOverload
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    perform: ((NoInvocationCount, [FakeValueWrapper<Any?>]) async throws -> Output)?
  ) { fatalError("The behavior does not fit the ID.") }

  /// A behavior with one name for several arguments.
  @available(
    *, unavailable, message: "the behavior needs one name or `_` for each parameter of the ID"
  )
  @_disfavoredOverload
  public func when<A, B, each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(A, B, repeat each P) -> Output, E>>,
    perform: (((A, B, repeat each P)) async throws -> Output)?
  ) { fatalError("The behavior takes too few arguments.") }

  /// A behavior that throws or awaits where the effect of the ID doesn't say so.
  @available(
    *, unavailable,
    message: """
      the effect of the ID does not allow this: to throw, write `Throws` or `AsyncThrows`; to await, write an async \
      effect; to throw errors of one type, write `{ argument throws(E) in … }`
      """
  )
  @_disfavoredOverload
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    perform: @escaping (repeat each P) async throws -> Output
  ) { fatalError("The behavior throws or awaits.") }

  /// Arguments or a result that don't fit the ID, or an ID with effects in its signature.
  @available(
    *, unavailable,
    message: """
      the arguments or the result do not fit the ID: write one argument for each parameter, in order and of \
      its type, and return the type of the ID; a signature has no `throws` or `async`, which belong to the effect
      """
  )
  @_disfavoredOverload
  public func handleCall<Signature, E, each Argument, Result>(
    _ id: KeyPath<Self, FunctionID<Signature, E>>, _ arguments: repeat each Argument
  ) throws -> Result { fatalError("The arguments or the result do not fit the ID.") }

  /// The form of a typed ID with a `String` ID.
  @available(*, unavailable, message: "the ID is a string: write `params:` before the arguments")
  @_disfavoredOverload
  public func handleCall<First, each More, Result>(
    _ id: KeyPath<Self, String>, _ first: First, _ more: repeat each More
  ) throws -> Result { fatalError("The ID is a string.") }

  /// The form of a typed ID with a `String` ID, for a method without a result.
  @available(*, unavailable, message: "the ID is a string: write `params:` before the arguments")
  @_disfavoredOverload
  public func handleCall<First, each More>(
    _ id: KeyPath<Self, String>, _ first: First, _ more: repeat each More
  ) throws { fatalError("The ID is a string.") }
}

extension Stub {
  /// A value of another type.
  @available(*, unavailable, message: "the value is not of the type that the ID returns")
  @_disfavoredOverload @discardableResult
  public func thenReturn<each Value>(_ values: repeat each Value) -> Self {
    fatalError("The value is of another type.")
  }

  /// An error that the function cannot throw.
  @available(
    *, unavailable,
    message: "the function cannot throw this error: write `Throws` or its type into the effect"
  )
  @_disfavoredOverload @discardableResult
  public func thenThrow<Failure: Error>(_ error: Failure) -> Self {
    fatalError("The function cannot throw this error.")
  }
}

/// A count that can be compared, and nothing else.
@available(*, unavailable, message: "a behavior of a typed ID gets no invocationCount")
public enum NoInvocationCount: Comparable, ExpressibleByIntegerLiteral {
  /// Stops the process.
  ///
  /// - Parameter value: Ignored.
  public init(integerLiteral value: Int) { fatalError("The behavior takes the count.") }
}
