/// The fakes whose scopes have ended, kept for a grace period for tasks that outlive their tests.
enum EndedFakes {
  /// The time in nanoseconds after the end of a test in which tasks that outlive it still get stubbed responses.
  private static let gracePeriod: UInt64 = 10_000_000_000
  /// The maximum number of fakes to keep.
  private static let maxFakes = 1_000

  private struct EndedFake {
    /// A fake that the registry keeps. A fake with a `FakeInstance` lives as long as its copies.
    let kept: FakeInstance?
    weak var fake: FakeInstance?
    /// The nanosecond at which the test ended.
    let end: UInt64
  }

  /// Oldest first.
  private static let fakes = Locked<[EndedFake]>([])

  static func add(_ ended: [FakeInstance]) {
    var old = fakes.withLock { fakes in
      // Under the lock, because several tests may end at the same time, and the oldest fake must come first.
      let now = monotonicNanoseconds()
      fakes += ended.map { EndedFake(kept: $0.identity == nil ? nil : $0, fake: $0, end: now) }
      return removeOld(from: &fakes, at: now)
    }
    if old.isEmpty { return }
    // Most old fakes belong to other tests.
    CurrentScheduler.outside {
      for old in old { forget(old) }
      old = []
    }
  }

  private static func removeOld(
    from fakes: inout [EndedFake], at now: UInt64
  ) -> [EndedFake] {
    let late = fakes.prefix { now - $0.end > gracePeriod }.count
    let count = max(late, fakes.count - maxFakes)
    let old = Array(fakes.prefix(count))
    fakes.removeFirst(count)
    return old
  }

  private static func forget(_ old: EndedFake) {
    guard let fake = old.fake, fake.state.removeDispensableStubs(ifEndedBy: old.end) else { return }
    // An object leaves the registry when it is deallocated. Until then, its calls must report that its test has ended.
    if case .object = fake.identity { return }
    FakedFunctionHolder.remove(fake)
  }
}
