import FakedTesting
import TestSupport
import Testing

/// Calls that throw, in the orders of an exploration.
struct ThrownResponseTests {
  @Test func aConstantErrorIsOneEvent() async throws {
    let report = try await exploreOrders(preemptions: 0) {
      let depot = FakeDepot()
      depot.when(\.fetch).thenThrow(StoreError.full)
      async let loading = try? await depot.fetch("a")
      async let typing: Void = step("type") {}
      _ = await (loading, typing)
    }
    #expect(report.runs > 1)
  }

  @Test func theStoryNamesTheError() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        let depot = FakeDepot()
        depot.when(\.fetch) { _ in throw StoreError.full }
        _ = try? await depot.fetch("a")
        #expect(Bool(false))
      }
    }
    let events = report.broken.first?.events ?? []
    let call = #"scenario: FakeDepot.fetch("a")"#
    #expect(events.contains { $0.contains("\(call) throws StoreError.full") }, "\(report)")
  }

  @Test func theStoryNamesAnInjectedFault() async throws {
    let (report, _) = try await explored {
      try await exploreFaults(failingWith: StoreError.full) {
        try await exploreOrders {
          let depot = FakeDepot()
          depot.when(\.fetch) { _ in "x" }
          let text = try? await depot.fetch("a")
          #expect(text == "x")
        }
      }
    }
    let text = #"scenario: FakeDepot.fetch("a") throws StoreError.full"#
    #expect("\(report)".contains(text), "\(report)")
    #expect(!"\(report)".contains("takes effect"), "\(report)")
  }
}
