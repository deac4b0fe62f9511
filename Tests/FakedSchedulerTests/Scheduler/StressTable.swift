import Faked
import FakedScheduler
import Foundation
import Testing

/// Compares an exploration with a stress test, which repeats a scenario and hopes for a bad order.
///
/// It runs only if `FAKED_STRESS` sets a number of repetitions, as `Benchmarks/Scripts/stress.sh` does.
@Suite(.serialized, .enabled(if: runCount > 0)) struct StressTable {
  @Test(arguments: Service.withoutClock)
  func compare(_ service: Service) async {
    let clock = ContinuousClock()
    var failureCount = 0
    let stressTime = await clock.measure {
      for _ in 0..<runCount where await runWithJitter(service) { failureCount += 1 }
    }
    var explored = Explored()
    let time = await clock.measure {
      explored = await explore(preemptions: 2) { await service.run(false) }
    }
    let first = explored.firstOrders.filter { !$0.key.isEmpty }.values.min() ?? 0
    print(
      """
      | \(service.name) | \(failureCount) of \(runCount) in \(stressTime) \
      | order \(first) of \(explored.orders), all in \(time) |
      """)
  }

  /// Runs a service once, next to tasks that occupy the other threads for short times.
  private func runWithJitter(_ service: Service) async -> Bool {
    async let noise: Void = occupy()
    let problem = await service.run(false)
    await noise
    return !problem.isEmpty
  }

  private func occupy() async {
    for _ in 0..<Int.random(in: 0..<4) {
      await Task.yield()
      let end = ContinuousClock.now.advanced(by: .microseconds(Int.random(in: 0..<20)))
      while ContinuousClock.now < end {}
    }
  }
}

/// The number of repetitions, or 0 if the environment sets none.
private let runCount = Int(ProcessInfo.processInfo.environment["FAKED_STRESS"] ?? "") ?? 0
