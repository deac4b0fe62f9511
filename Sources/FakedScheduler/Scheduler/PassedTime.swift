import Faked

// The time that sleeps in a run would have taken.

#if os(Linux) || os(Android)
  @_silgen_name("faked_set_passed_time")
  private func setPassedTime(_ nanoseconds: Int64)
  @_silgen_name("faked_passed_time")
  private func currentPassedTime() -> Int64
#else
  private func setPassedTime(_ nanoseconds: Int64) {}
  private func currentPassedTime() -> Int64 { 0 }
#endif

/// The time that has passed in a run. `ContinuousClock` and `SuspendingClock` add it to the real time on the threads that
/// run the scheduler's jobs.
package final class PassedTime: Sendable {
  private let nanoseconds: Locked<Int64>

  /// Creates a time that starts at the passed time of the surrounding run.
  init(after outer: PassedTime?) { nanoseconds = Locked(outer?.value ?? 0) }

  private var value: Int64 { nanoseconds.withLock { $0 } }

  /// Adds a duration. The total is limited to a century.
  func add(_ duration: Duration) {
    let limit: Duration = .seconds(100 * 365 * 86_400)
    nanoseconds.withLock { $0 = Int64(min(.nanoseconds($0) + duration, limit) / .nanoseconds(1)) }
    use()
  }

  /// Applies the time on this thread.
  func use() { if SleepHook.isInstalled { setPassedTime(value) } }

  /// Applies the real time on this thread.
  static func useNone() { setPassedTime(0) }

  /// A Boolean value that indicates whether the clocks include the passed time. With a sanitizer, they don't.
  package static let isShown: Bool = {
    let current = currentPassedTime()
    defer { setPassedTime(current) }
    setPassedTime(0)
    let now = ContinuousClock.now
    setPassedTime(3_600_000_000_000)
    return SleepHook.isInstalled && ContinuousClock.now - now >= .seconds(3_600)
  }()
}
