/// The calls that the scenario of an exploration makes of fakes without a scope, and its sleeps on clocks that it did not
/// make. The exploration can't decide about them.
package final class OutsideCalls: Sendable {
  /// A run of the scenario.
  package struct Run: Sendable {
    fileprivate let calls: OutsideCalls
    /// A number that no other run in the process has.
    let number: Int

    func addCall(of owner: String) { calls.state.withLock { _ = $0.owners.insert(owner) } }

    /// Records a sleep or an advance of a clock.
    ///
    /// - Parameter number: The number of the run that made the clock, or `nil` if no run did.
    func addWait(onClockOf number: Int?) {
      if number != self.number { calls.state.withLock { $0.sawClock = true } }
    }
  }

  private struct State {
    var owners: Set<String> = []
    var sawClock = false
  }

  /// The run on this task.
  @TaskLocal package static var current: Run?

  /// A Boolean value that indicates whether an exploration runs, perhaps in another test.
  static var areObserved: Bool { ExplorationCount.current > 0 }

  private static let runCount = Locked(0)
  private let state = Locked(State())

  package init() { ExplorationCount.add(1) }

  deinit { ExplorationCount.add(-1) }

  /// The names of the called fakes, sorted.
  package var fakes: [String] { state.withLock { $0.owners.sorted() } }

  /// A Boolean value that indicates whether a task slept on a clock that its run did not make.
  package var sawClock: Bool { state.withLock { $0.sawClock } }

  /// Returns the next run.
  package func nextRun() -> Run {
    let number = Self.runCount.withLock { count in
      count += 1
      return count
    }
    return Run(calls: self, number: number)
  }
}
