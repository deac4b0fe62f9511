/// The response of a stub to one call.
///
/// A value or an error is a behavior, too: no case holds a value of the user's types, so copying a response
/// costs one retain.
@usableFromInline
enum Response<Arguments, Output, Failure: Error> {
  /// Returns the same value for every call.
  case constant((_ invocationCount: Int, Arguments) throws(Failure) -> Output)
  case behavior((_ invocationCount: Int, Arguments) throws(Failure) -> Output)
  case asyncBehavior(AsyncBehavior<Arguments, Output, Failure>)
  /// Makes the call wait for the test.
  case hold((Arguments) -> HeldCall<Arguments, Output, Failure>)
  /// Waits several times, and then continues with another response or, if there is none, as an unstubbed call.
  indirect case delayed([AsyncBehavior<Arguments, Void, any Error>], then: Response?)
  /// Fails the test: the stub allows no further call.
  case fail

  static func returned(_ value: Output) -> Response {
    .constant { (_, _) throws(Failure) in value }
  }

  static func thrown(_ error: Failure) -> Response {
    .constant { (_, _) throws(Failure) in throw error }
  }
}

/// A behavior that may suspend.
///
/// Unchecked, because the caller of the function waits for it. A separate type, because a function
/// type with typed throws must not be a generic argument on systems before macOS 15.
@usableFromInline
struct AsyncBehavior<Arguments, Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline let run: (_ invocationCount: Int, Arguments) async throws(Failure) -> Output

  @inlinable
  init(_ run: @escaping (_ invocationCount: Int, Arguments) async throws(Failure) -> Output) {
    self.run = run
  }
}
