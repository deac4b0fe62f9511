import FakedExplore
import Foundation
import TestSupport
import Testing

@MainActor private final class FakePage: Faked {
  nonisolated let load: FunctionID<(String) -> Int, AsyncThrows> = "load(_:)"
  nonisolated init() {}
  func load(_ name: String) async throws -> Int { try await handleCall(\.load, name) }
}

/// Calls and steps of code that stays on the main actor, which no job of the scheduler makes.
struct MainActorCallTests {
  @Test func aTaskContinuesBeforeTheNextEvent() async throws {
    let orders = Captured<Set<[String]>>([])
    let report = try await exploreOrders {
      let events = Captured<[String]>([])
      let page = FakePage()
      page.when(\.load).thenReturn(1)
      async let first: Void = { @MainActor in
        _ = try await page.load("a")
        events.withValue { $0.append("continues") }
      }()
      async let second: Void = { @MainActor in
        await step("b") { events.withValue { $0.append("b") } }
      }()
      _ = try await (first, second)
      orders.withValue { [events = events.value] in _ = $0.insert(events) }
    }
    #expect(orders.value == [["continues", "b"], ["b", "continues"]])
    #expect(report.isExhaustive)
  }

  @Test func timePassesAfterATaskContinues() async throws {
    let report = try await exploreOrders(changes: 0) {
      let clock = FakeClock()
      let page = FakePage()
      page.when(\.load).thenReturn(1)
      let isLate = Captured(false)
      let timer = Task {
        try await clock.sleep(for: .seconds(1))
        isLate.value = true
      }
      try await { @MainActor in
        for name in ["a", "b", "c"] { _ = try await page.load(name) }
        #expect(!isLate.value)
      }()
      timer.cancel()
      _ = await timer.result
    }
    #expect(report.brokenCount == 0)
  }

  @Test func eachWaitCanBeCanceled() async throws {
    let canceled = Captured<Set<Int>>([])
    _ = try await exploreCancellations {
      let page = FakePage()
      page.when(\.load).thenReturn(1)
      await { @MainActor in
        for number in 1...3 {
          do { _ = try await page.load("a") } catch {
            canceled.withValue { _ = $0.insert(number) }
            return
          }
        }
      }()
    }
    #expect(canceled.value == [1, 2, 3])
  }

  @Test func aTestThatOnlyUsesTheMainActorIsNotStuck() async throws {
    try await withFakedScope(patience: .milliseconds(20)) {
      try await withDeterministicTasks { @MainActor in
        for _ in 0..<20 { await Task { @MainActor in _ = usleep(10_000) }.value }
      }
    }
  }
}
