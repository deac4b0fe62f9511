// The lock and the clock, which the C library of each system provides.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  // The static library of `Runtime` needs this module, but doesn't link it.
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

// Declared here, because the partial Darwin module for checking this file on Linux doesn't contain it.
@_silgen_name("getenv")
private func environment(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>?

/// A POSIX mutex, which the thread sanitizer understands on every platform.
@usableFromInline
struct Mutex: @unchecked Sendable {
  // Sendable holds because a POSIX mutex is made to be used by many threads.
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
}

/// Returns the nanoseconds of a clock that never goes backward and that all threads share.
@usableFromInline
func monotonicNanoseconds() -> UInt64 {
  #if canImport(Darwin)
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
  #else
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  #endif
}

/// Returns the value of an environment variable.
package func environmentValue(_ name: String) -> String? {
  name.withCString { environment($0).map { String(cString: $0) } }
}

#if !canImport(Darwin)
  @_silgen_name("faked_functions") private func functions() -> UnsafeRawPointer

  /// The functions of CFaked, in the order of its table. CFaked is not imported, because every module that imports this
  /// one would then need its module map.
  struct SystemFunctions {
    let asyncContext: @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>) -> Void
    let callers: @convention(c) (UnsafeMutablePointer<UInt64>, Int32) -> Int32
    let asyncCallers:
      @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UInt64>, Int32) -> Int32
    let hash: @convention(c) (UnsafePointer<UInt64>, Int32) -> UInt64
    let explorations: @convention(c) (Int32) -> Int32

    static let all = functions().load(as: SystemFunctions.self)
  }
#endif

/// The number of explorations that run. Every call of a fake without a scope reads it. An atomic number saves 90
/// instructions, but needs C: on Apple's systems, it is behind a lock.
package enum ExplorationCount {
  #if canImport(Darwin)
    private static let count = Locked<Int32>(0)
  #endif

  static var current: Int32 { add(0) }

  @discardableResult
  package static func add(_ change: Int32) -> Int32 {
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
