// Unavailable forms, which make the compiler explain frequent mistakes. Without them, its errors would be about the
// ID.
//
// The compiler reports the form that fits after the fewest corrections. If a form fit a behavior with a mistake in its
// body better than the available form does, the compiler would hide the mistake. Therefore:
// - The forms return the result of the ID.
// - Their count can only be compared.
// - A behavior without names takes `()` in an optional, and in two optionals for several parameters: the form must not
//   be better than a form for a behavior with one name.
// - If several forms fit, the compiler prefers one whose behavior is not optional, then one with an optional behavior.
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
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    perform: ((NoInvocationCount, [FakeValueWrapper<Any?>]) async throws -> Output)?
  ) {
    fatalError("The behavior does not fit the ID.")
  }

  /// A behavior that takes the count, for a function without parameters.
  @available(
    *, unavailable,
    message: """
      a behavior takes the arguments alone: for the count, write `.then { invocationCount, _ in … }`
      """
  )
  @_disfavoredOverload
  public func when<Output, E, Result>(
    _ id: KeyPath<Self, FunctionID<() -> Output, E>>, perform: @escaping (Int) throws -> Result
  ) {
    fatalError("The behavior takes the count.")
  }

  /// A behavior that takes the count before two arguments.
  @available(
    *, unavailable,
    message: """
      a behavior takes the arguments alone: for the count, write `.then { invocationCount, arguments in … }`
      """
  )
  @_disfavoredOverload
  public func when<A, B, Output, E>(
    _ id: KeyPath<Self, FunctionID<(A, B) -> Output, E>>,
    perform: @escaping (NoInvocationCount, A, B) throws -> Output
  ) {
    fatalError("The behavior takes the count.")
  }

  /// A behavior that takes the count before three arguments.
  @available(
    *, unavailable,
    message: """
      a behavior takes the arguments alone: for the count, write `.then { invocationCount, arguments in … }`
      """
  )
  @_disfavoredOverload
  public func when<A, B, C, Output, E>(
    _ id: KeyPath<Self, FunctionID<(A, B, C) -> Output, E>>,
    perform: (((NoInvocationCount, A, B, C)) throws -> Output)?
  ) {
    fatalError("The behavior takes the count.")
  }

  /// A behavior with one name for several arguments.
  @available(
    *, unavailable, message: "the behavior needs one name or `_` for each parameter of the ID"
  )
  @_disfavoredOverload
  public func when<A, B, each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(A, B, repeat each P) -> Output, E>>,
    perform: (((A, B, repeat each P)) async throws -> Output)?
  ) {
    fatalError("The behavior takes too few arguments.")
  }

  /// A behavior without a name for its only argument.
  @available(*, unavailable, message: "the behavior gets one argument: write `{ _ in … }`")
  @_disfavoredOverload
  public func when<A, Output, E>(
    _ id: KeyPath<Self, FunctionID<(A) -> Output, E>>, perform: ((()) async throws -> Output)?
  ) {
    fatalError("The behavior takes no arguments.")
  }

  /// A behavior without names for its arguments.
  @available(
    *, unavailable,
    message: "the behavior gets several arguments: write `{ _, _ in … }` with one `_` for each"
  )
  @_disfavoredOverload
  public func when<A, B, each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(A, B, repeat each P) -> Output, E>>,
    perform: ((()) async throws -> Output)??
  ) {
    fatalError("The behavior takes no arguments.")
  }

  /// A behavior that throws, for a function that returns, or that awaits, for a function that is not async.
  @available(
    *, unavailable,
    message:
      "the effect of the ID is `Returns`: to throw, write `Throws`; to await, write an async effect"
  )
  @_disfavoredOverload
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, Returns>>,
    perform: @escaping (repeat each P) async throws -> Output
  ) {
    fatalError("The behavior throws or awaits.")
  }

  /// A behavior that awaits, for a function that is not async.
  @available(
    *, unavailable, message: "the effect of the ID is `Throws`: to await, write `AsyncThrows`"
  )
  @_disfavoredOverload
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, Throws>>,
    perform: @escaping (repeat each P) async throws -> Output
  ) {
    fatalError("The behavior awaits.")
  }

  /// A behavior that throws, for an async function that only returns.
  @available(
    *, unavailable, message: "the effect of the ID is `AsyncReturns`: to throw, write `AsyncThrows`"
  )
  @_disfavoredOverload
  public func when<each P, Output>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncReturns>>,
    perform: @escaping (repeat each P) async throws -> Output
  ) {
    fatalError("The behavior throws.")
  }

  /// A behavior that throws any error, for a function that throws errors of one type.
  @available(
    *, unavailable,
    message: """
      the function throws one type of error: write `{ argument throws(E) in … }` with that type
      """
  )
  @_disfavoredOverload
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, ThrowsOnly<Failure>>>,
    perform: @escaping (repeat each P) async throws -> Output
  ) {
    fatalError("The behavior throws any error.")
  }

  /// An async behavior that throws any error, for a function that throws errors of one type.
  @available(
    *, unavailable,
    message: """
      the function throws one type of error: write `{ argument async throws(E) in … }` with that type
      """
  )
  @_disfavoredOverload
  public func when<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    perform: @escaping (repeat each P) async throws -> Output
  ) {
    fatalError("The behavior throws any error.")
  }

  /// Values that can't be compared.
  @available(
    *, unavailable,
    message: """
      a value after `with:` has a type that is not Equatable: make it Equatable, or write \
      `matching: .where { … }`
      """
  )
  @_disfavoredOverload
  public func when<First, each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(First, repeat each P) -> Output, E>>, with first: First,
    _ more: repeat each P
  ) -> Stub<(First, repeat each P), Output, E> {
    fatalError("The values are not Equatable.")
  }

  /// Values that don't fit the parameters.
  @available(
    *, unavailable,
    message: "write one value after `with:` for each parameter of the ID, of its type"
  )
  @_disfavoredOverload
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with values: (any Equatable)?...
  ) -> Stub<(repeat each P), Output, E> {
    fatalError("The values do not fit the parameters.")
  }

  /// Matchers that don't fit the parameters.
  @available(
    *, unavailable,
    message: "write one matcher after `matching:` for each parameter of the ID, of its type"
  )
  @_disfavoredOverload
  public func when<each P, Output, E>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    matching matchers: Matcher<Any?>...
  ) -> Stub<(repeat each P), Output, E> {
    fatalError("The matchers do not fit the parameters.")
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
