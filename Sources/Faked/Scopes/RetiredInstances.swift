/// The fakes whose scopes are over, until those who still call them had their time.
enum RetiredInstances {
  /// How long after the end of a test a task that it left behind still gets its responses.
  private static let mercy = Duration.seconds(10)
  /// More than these are not kept, whatever their time.
  private static let most = 1_000

  private struct Retired {
    /// Keeps an instance of the registry; a token lives as long as its fake, which may capture itself.
    let kept: FakeInstance?
    weak var instance: FakeInstance?
    let end: ContinuousClock.Instant
  }

  /// Oldest first.
  private static let retired = Locked<[Retired]>([])

  static func add(_ instances: [FakeInstance]) {
    let now = ContinuousClock.now
    let new = instances.map {
      Retired(kept: $0.identity == nil ? nil : $0, instance: $0, end: now)
    }
    let old = retired.withLock { retired in
      retired += new
      return removeOld(from: &retired, at: now)
    }
    forget(old)
  }

  private static func removeOld(
    from retired: inout [Retired], at now: ContinuousClock.Instant
  ) -> [Retired] {
    let late = retired.prefix { now - $0.end > mercy }.count
    let count = max(late, retired.count - most)
    let old = Array(retired.prefix(count))
    retired.removeFirst(count)
    return old
  }

  private static func forget(_ old: [Retired]) {
    for old in old {
      guard let instance = old.instance, instance.dropDispensableStubs(ifEndedBy: old.end) else {
        continue
      }
      // An object leaves the registry with its owner, and knows until then that its test is over.
      if case .object = instance.identity { continue }
      FakedFunctionHolder.remove(instance)
    }
  }
}
