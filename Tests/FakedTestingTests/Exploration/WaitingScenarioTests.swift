import FakedExplore
import FakedTesting
import TestSupport
import Testing

/// Scenarios that wait for calls. Their limits in real time must not be work outside of the scheduler.
@Suite(.enabled(if: TaskControl.isComplete))
struct WaitingScenarioTests {
  @Test func waitsForCallsAreUnderControl() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      depot.when(\.fetch) { $0 }
      async let call = depot.nextCall(to: \.fetch, after: 0)
      _ = try await depot.fetch("a")
      _ = try await call
      try await eventually { depot.verify(\.fetch) }
    }
    #expect(report.isComplete, "\(report)")
  }

  @Test func heldCallsAreUnderControl() async throws {
    let report = try await exploreOrders {
      let depot = FakeDepot()
      let held = depot.hold(\.fetch)
      async let text = depot.fetch("a")
      async let other: Void = step("b") {}
      try await held.next().resume(returning: "x")
      _ = try await (text, other)
    }
    #expect(report.isComplete, "\(report)")
  }
}
