/// What one call gets.
///
/// A value or an error to throw is a behavior, too: so no case holds a value of the user's types, and a
/// copy costs a retain whatever these are.
@usableFromInline
enum Response<Arguments, Output, Failure: Error> {
  case behavior((_ invocationCount: Int, Arguments) throws(Failure) -> Output)
  case asyncBehavior(AsyncBehavior<Arguments, Output, Failure>)
  /// Lets the call wait for the test.
  case hold((Arguments) -> HeldCall<Arguments, Output, Failure>)
  /// Waits, and goes on to the other response; without one, to the stubs older than that one.
  indirect case delayed(
    AsyncBehavior<Arguments, Void, any Error>, then: Response?, of: Int32)
  /// A call that is a failure of the test: the stub says that there is none.
  case unexpected

  static func returned(_ value: Output) -> Response {
    .behavior { (_, _) throws(Failure) in value }
  }

  static func thrown(_ error: Failure) -> Response {
    .behavior { (_, _) throws(Failure) in throw error }
  }
}

/// A behavior that may suspend.
///
/// Unchecked, because the caller of the function waits for it. A type of its own, because a function
/// type with typed throws must not be a generic argument on systems before macOS 15.
@usableFromInline
struct AsyncBehavior<Arguments, Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline let run: (_ invocationCount: Int, Arguments) async throws(Failure) -> Output

  @inlinable
  init(_ run: @escaping (_ invocationCount: Int, Arguments) async throws(Failure) -> Output) {
    self.run = run
  }
}
