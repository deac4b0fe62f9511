// What differs by platform: the lock and the clock. Apple's systems have both in a module that is ready to
// use. Elsewhere they are the five functions of CFaked: importing the C library takes a second of every
// clean build. They are declared here and not imported, so that whoever imports this module needs no map
// of a C module beside it.
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
  @_silgen_name("faked_lock_create") @usableFromInline
  func makeLock() -> UnsafeMutableRawPointer
  @_silgen_name("faked_lock_destroy") @usableFromInline
  func destroyLock(_ lock: UnsafeMutableRawPointer)
  @_silgen_name("faked_lock_acquire") @usableFromInline
  func acquireLock(_ lock: UnsafeMutableRawPointer)
  @_silgen_name("faked_lock_release") @usableFromInline
  func releaseLock(_ lock: UnsafeMutableRawPointer)
  @_silgen_name("faked_nanoseconds") @usableFromInline
  func readClock() -> UInt64

  @usableFromInline
  struct Mutex: @unchecked Sendable {
    // Sendable holds because a POSIX mutex is made to be used by many threads.
    @usableFromInline let pointer: UnsafeMutableRawPointer

    @usableFromInline
    init() { pointer = makeLock() }

    @usableFromInline
    func destroy() { destroyLock(pointer) }

    @inlinable func lock() { acquireLock(pointer) }
    @inlinable func unlock() { releaseLock(pointer) }
  }

  /// Nanoseconds of a clock that never goes back and that all threads of the process agree on.
  @inlinable
  func monotonicNanoseconds() -> UInt64 { readClock() }
#endif
