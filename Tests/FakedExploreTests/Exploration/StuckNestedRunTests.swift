import Dispatch
import FakedExplore
import TestSupport
import Testing

/// Explorations within an exploration whose runs wait for something.
struct StuckNestedRunTests {
  @Test(.timeLimit(.minutes(10))) func aStuckOrderEndsWithinExploreFaults() async throws {
    let inner = Captured<ExplorationReport?>(nil)
    let (report, _) = try await explored {
      try await exploreFaults {
        inner.value = try await exploreOrders {
          let depot = FakeDepot()
          if (try? await depot.fetch("a")) != nil { return }
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }
    #expect(report.broken.count == 1, "\(report)")
    let failure = inner.value?.broken.first?.failures.first
    #expect(
      failure?.hasPrefix("The scenario waits for something that can no longer happen") == true,
      "\(report)")
  }

  @Test(.timeLimit(.minutes(10))) func workOnAQueueAndASleepEndWithinExploreFaults() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        try await exploreOrders {
          let clock = FakeClock()
          _ = try? await FakeDepot().fetch("a")
          DispatchQueue.global().async {}
          try await clock.sleep(for: .seconds(1))
        }
      }
    }
    #expect(report.broken.isEmpty, "\(report)")
  }

  @Test func anOrderWithinExploreFaultsCannotBeRepeated() async throws {
    let (report, _) = try await explored {
      try await exploreFaults {
        try await exploreOrders {
          async let first: Void = step("a") {}
          async let second: Void = step("b") {}
          _ = await (first, second)
          _ = try? await FakeDepot().fetch("a")
          #expect(Bool(false))
        }
      }
    }
    #expect(!report.broken.isEmpty)
    #expect(!"\(report)".contains("Repeat it with"), "\(report)")
  }
}
