import FakedExplore
import TestSupport
import Testing

/// Scenarios that don't do the same in every run.
struct UnrepeatableScenarioTests {
  @Test func anOrderThatEndsEarlyIsNotCounted() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreOrders {
        runs.value += 1
        if runs.value.isMultiple(of: 2) { return }
        async let first: Void = step("a") {}
        async let second: Void = step("b") {}
        _ = await (first, second)
      }
    }
    #expect(!report.isExhaustive)
    #expect(
      report.warnings.first?.hasPrefix("an order could not be repeated: ") == true, "\(report)")
  }

  @Test func aCancellationThatNeverHappensIsReported() async throws {
    let runs = Captured(0)
    let (report, _) = try await explored {
      try await exploreCancellations {
        runs.value += 1
        if runs.value == 3 { return }
        for key in ["a", "b"] { _ = try? await FakeDepot().fetch(key) }
      }
    }
    #expect(
      report.warnings.first == """
        a run could not be repeated: the scenario behaved differently in two runs. Create all state in the closure, and \
        don't depend on the time, on random numbers, on the order of a `Set` or `Dictionary`, or on work that the \
        exploration doesn't control.
        """, "\(report)")
  }
}
