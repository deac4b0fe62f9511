// The types and functions of Apple's C library that Faked uses. Nothing here is ever run.
public struct pthread_mutex_t { public init() {} }
public struct pthread_mutexattr_t {}
@discardableResult
public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }

public struct clockid_t: Sendable {}
public var CLOCK_UPTIME_RAW: clockid_t { clockid_t() }
public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { 0 }

public func pow(_ base: Double, _ exponent: Double) -> Double { 0 }
public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar>! { nil }
@discardableResult
public func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { 0 }
public var errno: Int32 { 0 }
public enum POSIXErrorCode: Int32, Sendable {
  case EIO, ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETDOWN, ENETUNREACH, EPIPE, ETIMEDOUT
}
public struct ObjCBool: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { false }
}

public var O_RDONLY: Int32 { 0 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_UN: Int32 { 8 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
@discardableResult
public func flock(_ file: Int32, _ operation: Int32) -> Int32 { 0 }
@discardableResult
public func close(_ file: Int32) -> Int32 { 0 }
public var EINTR: Int32 { 4 }
public func memchr(
  _ bytes: UnsafeRawPointer!, _ byte: Int32, _ count: Int
) -> UnsafeMutableRawPointer! { nil }
