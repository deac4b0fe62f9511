#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Nanoseconds of a clock that never goes back and that all threads of the process agree on.
@usableFromInline
enum MonotonicTime {
  @usableFromInline @_transparent
  static func now() -> Int {
    #if canImport(Darwin)
      return Int(truncatingIfNeeded: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
    #endif
  }

  /// One moment on both clocks, from which a stored time can be shown as an instant.
  private static let anchor = (instant: ContinuousClock.now, nanoseconds: now())

  /// The moment that stored times count from.
  static var origin: Int { anchor.nanoseconds }

  static func instant(since nanoseconds: Int) -> ContinuousClock.Instant {
    anchor.instant.advanced(by: .nanoseconds(nanoseconds))
  }
}
