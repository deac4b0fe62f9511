import FakedExplore
import TestSupport
import Testing

/// Calls that throw, in the orders of an exploration.
struct ThrownResponseTests {
  @Test(arguments: [StoreError.full, CancellationError()] as [any Error & Sendable])
  func aConstantErrorIsOneEventAsAConstantResultIs(error: any Error & Sendable) async throws {
    @Sendable func events(throwing: Bool) async throws -> Substring? {
      let report = try await exploreOrders {
        let depot = FakeDepot()
        let stub = depot.when(\.fetch)
        if throwing { stub.thenThrow(error) } else { stub.thenReturn("x") }
        async let loading = try? await depot.fetch("a")
        async let typing: Void = step("type") {}
        _ = await (loading, typing)
      }
      return "\(report)".split(separator: "\n").last
    }
    for throwing in [true, false] {
      #expect(try await events(throwing: throwing)?.contains(": 1 call, 1 step, ") == true)
    }
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
}
