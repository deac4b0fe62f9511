/// Gives every call an index that orders it among all calls of the process, without a shared counter.
///
/// The index is the nanosecond of the call, made unique: an instance never gives the same one twice,
/// and instances differ in the low bits. Threads that call different fakes share no memory for it.
@usableFromInline
struct CallClock {
  @usableFromInline static let serialBits = 10
  @usableFromInline var latest = 0
  @usableFromInline let serial: Int
  /// When the process began to count: the bits that are left are enough for a process of 100 days.
  @usableFromInline let origin = MonotonicTime.origin

  init(serial: Int) { self.serial = serial & (1 << Self.serialBits - 1) }

  @usableFromInline @_transparent
  mutating func index(at nanoseconds: Int) -> Int {
    latest = max(latest &+ 1, nanoseconds &- origin)
    return latest &<< Self.serialBits | serial
  }

  /// The time since a call began.
  @usableFromInline @_transparent
  func duration(of index: Int, until nanoseconds: Int) -> Int {
    max(0, nanoseconds &- origin &- index &>> Self.serialBits)
  }

  static func start(of index: Int) -> ContinuousClock.Instant {
    MonotonicTime.instant(since: index &>> serialBits)
  }
}
