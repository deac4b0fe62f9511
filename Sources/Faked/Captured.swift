/// A box with a lock, for what a behavior writes and a test reads on another thread.
///
/// `calls(to:)` and the counts make most captures unnecessary; this is for the rest.
public final class Captured<Value>: Sendable {
  private let box: Locked<Value>

  /// A box that holds the value.
  public init(_ value: Value) { box = Locked(value) }

  /// A copy of the value; setting it replaces the whole. To change it in place use `withValue`.
  public var value: Value {
    get { box.withLock { $0 } }
    set {
      var replaced = newValue
      box.withLock { swap(&$0, &replaced) }
    }
  }

  /// Reads or changes the value in place, with every other access shut out meanwhile.
  ///
  /// `body` must not use the same box again: it would wait for itself.
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try box.withLock(body)
  }
}
