// What differs by platform: the lock and the clock. Apple's systems have both in a module that is
// ready to use; elsewhere importing the C library would take a second of every clean build.
#if canImport(Darwin)
  import Darwin

  @usableFromInline
  struct Mutex: @unchecked Sendable {
    // Sendable holds because a POSIX mutex is made to be used by many threads.
    @usableFromInline let pointer: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init() {
      pointer = .allocate(capacity: 1)
      pthread_mutex_init(pointer, nil)
    }

    @usableFromInline
    func destroy() {
      pthread_mutex_destroy(pointer)
      pointer.deallocate()
    }

    @inlinable func lock() { pthread_mutex_lock(pointer) }
    @inlinable func unlock() { pthread_mutex_unlock(pointer) }
  }

  /// Nanoseconds of a clock that never goes back and that all threads of the process agree on.
  @inlinable
  func monotonicNanoseconds() -> UInt64 { clock_gettime_nsec_np(CLOCK_UPTIME_RAW) }
#else
  import CFaked

  @usableFromInline
  struct Mutex: @unchecked Sendable {
    // Sendable holds because a POSIX mutex is made to be used by many threads.
    @usableFromInline let pointer: UnsafeMutableRawPointer

    @usableFromInline
    init() { pointer = faked_lock_create() }

    @usableFromInline
    func destroy() { faked_lock_destroy(pointer) }

    @inlinable func lock() { faked_lock_acquire(pointer) }
    @inlinable func unlock() { faked_lock_release(pointer) }
  }

  /// Nanoseconds of a clock that never goes back and that all threads of the process agree on.
  @inlinable
  func monotonicNanoseconds() -> UInt64 { faked_nanoseconds() }
#endif
