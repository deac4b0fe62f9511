// The lock, the clock, and the threads. Apple's systems have them in Darwin. Elsewhere CFaked provides them, because
// importing the whole C library adds a second to every clean build. CFaked is not imported, because every module that
// imports this one would then need its module map.
#if canImport(Darwin)
  internal import Darwin

  // Declared here, because the partial Darwin module for checking this file on Linux doesn't contain it.
  @_silgen_name("getenv")
  private func environment(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  @_silgen_name("pthread_self") private func thread() -> UInt
#else
  // These are called several times for each call of a fake, and the table below would add 10 ns.
  @_silgen_name("faked_lock_acquire") private func acquire(_ lock: UnsafeMutableRawPointer)
  @_silgen_name("faked_lock_release") private func release(_ lock: UnsafeMutableRawPointer)
  @_silgen_name("faked_nanoseconds") private func nanoseconds() -> UInt64
  @_silgen_name("faked_functions") private func functions() -> UnsafeRawPointer

  /// The other functions of CFaked, in the order of its table.
  struct SystemFunctions {
    let createLock: @convention(c) () -> UnsafeMutableRawPointer
    let destroyLock: @convention(c) (UnsafeMutableRawPointer) -> Void
    let thread: @convention(c) () -> UInt
    let environment: @convention(c) (UnsafePointer<CChar>) -> UnsafePointer<CChar>?
    let asyncContext: @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>) -> Void
    let callers: @convention(c) (UnsafeMutablePointer<UInt64>, Int32) -> Int32
    let asyncCallers:
      @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UInt64>, Int32) -> Int32
    let hash: @convention(c) (UnsafePointer<UInt64>, Int32) -> UInt64
    let explorations: @convention(c) (Int32) -> Int32

    static let all = functions().load(as: SystemFunctions.self)
  }
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

    init() { pointer = SystemFunctions.all.createLock() }

    func destroy() { SystemFunctions.all.destroyLock(pointer) }

    @usableFromInline func lock() { acquire(pointer) }
    @usableFromInline func unlock() { release(pointer) }
  #endif
}

/// Returns the nanoseconds of a clock that never goes backward and that all threads share.
@usableFromInline
func monotonicNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  #else
    nanoseconds()
  #endif
}

/// The number of explorations that run. Every call of a fake without a scope reads it. An atomic number saves 90
/// instructions, but needs C: on Apple's systems, it is behind a lock.
enum ExplorationCount {
  #if canImport(Darwin)
    private static let count = Locked<Int32>(0)
  #endif

  static var current: Int32 { add(0) }

  @discardableResult
  static func add(_ change: Int32) -> Int32 {
    #if canImport(Darwin)
      count.withLock { count in
        count += change
        return count
      }
    #else
      SystemFunctions.all.explorations(change)
    #endif
  }
}

/// Returns the value of an environment variable.
package func environmentValue(_ name: String) -> String? {
  #if canImport(Darwin)
    name.withCString { environment($0).map { String(cString: $0) } }
  #else
    SystemFunctions.all.environment(name).map { String(cString: $0) }
  #endif
}

/// Returns a number that identifies the current thread for as long as it runs.
func currentThread() -> UInt {
  #if canImport(Darwin)
    thread()
  #else
    SystemFunctions.all.thread()
  #endif
}
