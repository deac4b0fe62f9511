import Faked
import FakedScheduler
import Testing

/// Sleeps of a fake clock in an exploration.
@Suite struct VirtualTimeTests {
  @Test func aTimeoutIsNeverTriedAgainstComputation() async throws {
    let explored = try await explore {
      await withTimeout(on: FakeClock(), orElse: "timeout") {
        for _ in 0..<5 { await Task.yield() }
        return "computed"
      }
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["computed"])
  }

  @Test func aTaskThatSleepsInALoopHasABoundedNumberOfOrders() async throws {
    let explored = try await explore(changes: 2, limit: 100) {
      let clock = FakeClock()
      let heartbeat = Task {
        while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
      }
      await Scheduler.current?.event(named: "stop")
      heartbeat.cancel()
      await heartbeat.value
      return "stopped"
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["stopped"])
  }
}
