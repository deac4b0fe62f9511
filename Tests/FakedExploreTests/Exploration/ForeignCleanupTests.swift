import Dispatch
import FakedExplore
import TestSupport
import Testing

/// Cleanup of the library, and of other tests, is not work that leaves a scenario.
struct ForeignCleanupTests {
  @Test func stateOfDeadObjectsIsReleasedOutsideTheRun() async throws {
    let report = try await exploreFaults {
      // This object could belong to another test.
      await Task { FakeParcel().when(\.send) { [farewell = Farewell()] in _ = farewell } }.value
      FakedFunctionHolder.sweep()
      _ = try? await FakeDepot().fetch("a")
    }
    #expect(!report.warnings.contains { $0.contains("came back from outside") })
  }

  // The time limit of a held call is a task that no scheduler runs. It begins to sleep at some moment of the run.
  @Test func anExpiredTimeLimitIsNotOutsideWork() async throws {
    for _ in 0..<20 {
      let report = try await exploreOrders(changes: 0) {
        let depot = FakeDepot()
        let held = depot.hold(\.fetch)
        async let text = depot.fetch("a")
        async let other: Void = step("something else") { for _ in 0..<100 { await Task.yield() } }
        try await held.next().resume(returning: "b")
        _ = try await (text, other)
      }
      #expect(!report.warnings.contains { $0.contains("came back from outside") })
    }
  }

  @Test func aTaskThatOutlivesAnExplorationMayCallItsFakes() async throws {
    let group = DispatchGroup()
    let report = try await exploreOrders(limit: 6) {
      let depot = FakeDepot()
      group.enter()
      Task {
        _ = try? await depot.fetch("a")
        DispatchQueue.global().async {
          for _ in 0..<20_000 { _ = try? depot.load("a") }
          group.leave()
        }
      }
      async let first = depot.fetch("a")
      async let second = depot.fetch("a")
      _ = try await (first, second)
    }
    #expect(report.broken.isEmpty)
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }
}

private final class FakeParcel: Faked {
  let send: FunctionID<() -> Void, Returns> = "send()"
}

/// An object that adds work to a queue when it is deinitialized.
private final class Farewell: Sendable {
  deinit { DispatchQueue.global().async {} }
}
