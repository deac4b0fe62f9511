/// A box with a lock, for a value that a behavior writes and a test reads on another thread.
///
/// Use it for values that call records and counts don't contain.
///
/// ```swift
/// let letters = Captured([String]())
/// mailer.when(\.send) { text, _ in
///   letters.withValue { $0.append(text) }
///   return text.count
/// }
/// ```
///
/// See <doc:InspectingCalls>.
public final class Captured<Value>: Sendable {
  private let box: Locked<Value>

  /// Creates a box with a value.
  ///
  /// - Parameter value: The initial value.
  public init(_ value: Value) { box = Locked(value) }

  /// A copy of the value. Setting it replaces the value; use `withValue` to change it in place.
  public var value: Value {
    get { box.withLock { $0 } }
    set {
      var replaced = newValue
      box.withLock { swap(&$0, &replaced) }
    }
  }

  /// Reads or changes the value in place, with exclusive access.
  ///
  /// - Parameter body: A closure that gets the value. It deadlocks if it uses the same box.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try box.withLock(body)
  }
}
