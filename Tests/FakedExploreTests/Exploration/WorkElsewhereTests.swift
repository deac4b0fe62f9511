import Dispatch
import FakedExplore
import TestSupport
import Testing

/// Explorations of code that uses queues and threads.
struct WorkElsewhereTests {
  @Test func theReportLocatesWorkThatComesBackFromOutside() async throws {
    let (report, _) = try await explored {
      try await exploreOrders {
        async let first: Void = Self.waitForAQueue()
        async let second: Void = Self.waitForAQueue()
        _ = await (first, second)
      }
    }
    #expect(report.brokenCount == 0, "\(report)")
    #expect(!report.isExhaustive)
    let warning = try #require(report.warnings.first)
    #expect(
      warning.hasPrefix("a task came back from outside the scheduler")
        && warning.hasSuffix("For a sleep, use a FakeClock; for a callback, call it in a `step`."))
    #expect(
      warning.contains("in WorkElsewhereTests.waitForAQueue()") || !CallSiteTable.hasLines,
      "\(warning)")
    #expect(report.warnings.count == 1, "\(report)")
  }

  private static func waitForAQueue() async {
    await withCheckedContinuation { continuation in
      // A task that is resumed before it has suspended just continues.
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
        continuation.resume()
      }
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
          for _ in 0..<2_000 { _ = try? depot.load("a") }
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
