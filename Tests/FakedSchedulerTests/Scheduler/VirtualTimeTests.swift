import Faked
import FakedScheduler
import Testing

/// Sleeps of a fake clock in an exploration.
@Suite struct VirtualTimeTests {
  @Test func aTimeoutIsTriedAgainstAResponse() async throws {
    let explored = try await explore {
      await withTimeout(on: FakeClock(), orElse: "timeout") {
        await Scheduler.current?.event(named: "the response arrives")
        return "response"
      }
    }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == ["response", "timeout"])
  }

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

  @Test func sleepsEndInTheOrderOfTheirDeadlines() async throws {
    let explored = try await explore {
      let clock = FakeClock()
      let text = SharedText()
      await withTaskGroup(of: Void.self) { group in
        for second in [3, 1, 2] {
          group.addTask {
            try? await clock.sleep(for: .seconds(second))
            text.add("\(second)")
          }
        }
      }
      return text.text
    }
    #expect(explored.results.keys.sorted() == ["123"])
  }

  @Test func sleepsWithOneDeadlineEndInEveryOrder() async throws {
    let explored = try await explore {
      let clock = FakeClock()
      let text = SharedText()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            text.add(name)
          }
        }
      }
      return text.text
    }
    #expect(explored.results.keys.sorted() == ["ab", "ba"])
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
