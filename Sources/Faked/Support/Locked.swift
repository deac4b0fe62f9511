#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A value and the only lock that guards it: take the lock, change or copy, let go, then run user code.
///
/// A POSIX mutex, because ThreadSanitizer understands it on every platform; it costs about 20 ns.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  // Sendable holds because `value` is read and written under `mutex` alone.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // The mutex already excludes every other access, so the run-time check would only cost time.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  package init(_ value: consuming Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }
}

extension Locked {
  /// For the path of a call alone, which a closure makes slower in debug builds; all else uses `withLock`.
  @usableFromInline @_transparent
  func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline @_transparent
  func unlock() { pthread_mutex_unlock(mutex) }

  /// Runs `body` alone with the value; `body` must not call user code, release user values or wait.
  @usableFromInline @_transparent
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value)
  }
}
