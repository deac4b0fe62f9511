import FakedExplore
import TestSupport
import Testing

struct SampledOrdersTests {
  /// Runs steps at the same time, and returns their names in the order in which they happened.
  private func steps(_ names: [String]) async -> String {
    let log = Captured("")
    await withTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask { await step(name) { log.withValue { $0 += name } } }
      }
    }
    return log.value
  }

  @Test func aSampleTriesBothEndsOfACanceledCall() async throws {
    let effects = Captured<Set<Int>>([])
    for seed in 0..<8 {
      _ = try await explored {
        // One order, and a sample of one.
        try await exploreOrders(limit: 2, seed: UInt64(seed)) {
          let depot = FakeDepot()
          let count = Captured(0)
          depot.when(\.fetch) { _ in
            count.value += 1
            return "x"
          }
          let task = Task { _ = try? await depot.fetch("a") }
          task.cancel()
          async let other: Void = step("b") {}
          _ = await (task.value, other)
          effects.withValue { _ = $0.insert(count.value) }
        }
      }
    }
    #expect(effects.value == [0, 1])
  }

  @Test func theSeedDeterminesTheSampleThatTheReportNames() async throws {
    func orders(seed: UInt64) async throws -> [String] {
      let orders = Captured<[String]>([])
      let (report, _) = try await explored {
        try await exploreOrders(limit: 20, seed: seed) {
          let log = await steps(["a", "b", "c", "d"])
          orders.withValue { $0.append(log) }
        }
      }
      #expect("\(report)".hasPrefix("20 orders, 0 broken, a sample of 20.\n"), "\(report)")
      #expect(!report.isExhaustive)
      return orders.value
    }
    let first = try await orders(seed: 7)
    #expect(try await orders(seed: 7) == first)
    #expect(try await orders(seed: 8) != first)
  }
}
