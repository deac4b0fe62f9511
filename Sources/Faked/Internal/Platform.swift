// The lock and the clock. Apple's systems have both in Darwin; elsewhere CFaked provides them, because
// importing the whole C library adds a second to every clean build.
#if canImport(Darwin)
  internal import Darwin
#else
  internal import CFaked
#endif

/// A POSIX mutex, which the thread sanitizer understands on every platform.
@usableFromInline
struct Mutex: @unchecked Sendable {
  // Sendable holds because a POSIX mutex is made to be used by many threads.
  #if canImport(Darwin)
    private let pointer: UnsafeMutablePointer<pthread_mutex_t>

    init() {
      pointer = .allocate(capacity: 1)
      pthread_mutex_init(pointer, nil)
    }

    func destroy() {
      pthread_mutex_destroy(pointer)
      pointer.deallocate()
    }

    @usableFromInline func lock() { pthread_mutex_lock(pointer) }
    @usableFromInline func unlock() { pthread_mutex_unlock(pointer) }
  #else
    private let pointer: UnsafeMutableRawPointer

    init() { pointer = faked_lock_create() }

    func destroy() { faked_lock_destroy(pointer) }

    @usableFromInline func lock() { faked_lock_acquire(pointer) }
    @usableFromInline func unlock() { faked_lock_release(pointer) }
  #endif
}

/// Returns the nanoseconds of a clock that never goes back and that all threads share.
@usableFromInline
func monotonicNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  #else
    faked_nanoseconds()
  #endif
}

/// Returns the value of an environment variable.
func environmentValue(_ name: String) -> String? {
  #if canImport(Darwin)
    getenv(name).map { String(cString: $0) }
  #else
    faked_environment(name).map { String(cString: $0) }
  #endif
}

/// Returns a number that identifies the current thread for as long as it runs.
func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(faked_thread())
  #endif
}
