/// A value and the only lock that guards it.
///
/// Take the lock, change or copy the value, release the lock, and only then run user code. Taking the
/// lock costs about 20 ns.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Sendable holds because `value` is read and written only while `mutex` is locked.
  @usableFromInline let mutex = Mutex()
  // The lock already excludes conflicting accesses; checking them again costs 12 ns a call.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  package init(_ value: consuming Value) { self.value = value }

  deinit { mutex.destroy() }

  /// Runs `body` with exclusive access to the value.
  ///
  /// `body` must not run user code, wait, or release the last reference to a value of the user. It returns the
  /// values that it removes, so that they live until the lock is released.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex.lock()
    let result: Result
    do throws(Failure) {
      result = try body(&value)
    } catch {
      mutex.unlock()
      throw error
    }
    mutex.unlock()
    // Without this, the optimizer may release an unused result before the lock.
    withExtendedLifetime(result) {}
    return result
  }

  /// Runs `body` with exclusive access to the value, for the path of a call.
  ///
  /// Swift 6.3 also inlines it without optimization, which makes a call faster, but each use larger.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func withInlinedLock<Result>(_ body: (inout Value) -> Result) -> Result {
    mutex.lock()
    let result = body(&value)
    mutex.unlock()
    withExtendedLifetime(result) {}
    return result
  }

  /// Replaces the value, and returns the one that it had.
  package func replace(by new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}

/// Carries a value between two places that never use it at the same time.
///
/// Unchecked, because the sender of the value waits until the receiver is done with it, like the caller of an async
/// function waits for the behavior.
@usableFromInline
package struct UncheckedSendable<Value>: @unchecked Sendable {
  @usableFromInline package let value: Value
  @inlinable package init(_ value: Value) { self.value = value }
}

/// A value of any type that keeps its type.
///
/// Unchecked, because the sender of the value waits until the receiver is done with it.
class AnyBox: @unchecked Sendable {
  var any: Any { () }

  /// Returns the value as the type that it has.
  final func value<Value>() -> Value {
    if let box = self as? Box<Value> { return box.value }
    fatalError("\(self) does not contain a \(Value.self).")
  }
}

final class Box<Value>: AnyBox, @unchecked Sendable {
  fileprivate let value: Value

  init(_ value: Value) { self.value = value }

  override var any: Any { value }
}
