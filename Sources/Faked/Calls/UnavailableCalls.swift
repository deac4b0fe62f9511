// Unavailable forms of `handleCall`, which make the compiler explain frequent mistakes.
extension Faked {
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
  ) throws -> Result {
    fatalError("The arguments or the result do not fit the ID.")
  }

  /// The form of a typed ID with a `String` ID.
  @available(*, unavailable, message: "the ID is a string: write `params:` before the arguments")
  @_disfavoredOverload
  public func handleCall<First, each More, Result>(
    _ id: KeyPath<Self, String>, _ first: First, _ more: repeat each More
  ) throws -> Result {
    fatalError("The ID is a string.")
  }

  /// The form of a typed ID with a `String` ID, for a method without a result.
  @available(*, unavailable, message: "the ID is a string: write `params:` before the arguments")
  @_disfavoredOverload
  public func handleCall<First, each More>(
    _ id: KeyPath<Self, String>, _ first: First, _ more: repeat each More
  ) throws {
    fatalError("The ID is a string.")
  }

  /// The form of a `String` ID with a typed ID.
  @available(*, unavailable, message: "the ID is typed: write the arguments without `params:`")
  @_disfavoredOverload
  public func handleCall<Signature, E, Result>(
    _ id: KeyPath<Self, FunctionID<Signature, E>>, params first: Any?, _ more: Any?...
  ) throws -> Result {
    fatalError("The ID is typed.")
  }
}
