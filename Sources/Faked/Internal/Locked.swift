/// A value and the only lock that guards it: take the lock, change or copy, let go, then run user code.
///
/// A POSIX mutex, because the thread sanitizer understands it on every platform; it costs about 20 ns.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Sendable holds because `value` is read and written under `mutex` alone.
  @usableFromInline let mutex = Mutex()
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  package init(_ value: consuming Value) { self.value = value }

  deinit { mutex.destroy() }
}

extension Locked {
  /// Runs `body` alone with the value.
  ///
  /// `body` must not run user code, wait, or end the life of a value of the user: it returns what it
  /// takes out, which lives on until the lock is free, whatever the caller does with it.
  @usableFromInline @_transparent
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
    // The optimizer would end a result that nobody uses above, under the lock.
    withExtendedLifetime(result) {}
    return result
  }
}
