/// The calls that the scenario of an exploration makes of fakes without a scope, and its sleeps on clocks that it did not
/// make. The exploration can't decide about these calls.
package final class OutsideCalls: Sendable {
  /// The calls of the exploration that runs on this task.
  @TaskLocal package static var current: OutsideCalls?

  /// A Boolean value that indicates whether an exploration runs, perhaps in another test.
  static var areObserved: Bool { ExplorationCount.current > 0 }

  private let owners = Locked<Set<String>>([])
  private let clockUse = Locked(false)

  package init() { ExplorationCount.add(1) }

  deinit { ExplorationCount.add(-1) }

  /// The names of the called fakes, sorted.
  package var fakes: [String] { owners.withLock { $0.sorted() } }

  /// A Boolean value that indicates whether a task slept on a clock that the scenario did not make.
  package var includeClocks: Bool { clockUse.withLock { $0 } }

  func add(_ owner: String) { _ = owners.withLock { $0.insert(owner) } }

  func addClock() { clockUse.withLock { $0 = true } }
}
