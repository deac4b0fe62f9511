import FakedExplore
import TestSupport
import Testing

private actor Registry {
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

  func wait() async {
    await withCheckedContinuation { waiters[waiters.count] = $0 }
  }

  func resumeAll() {
    let all = waiters.values
    waiters = [:]
    for waiter in all { waiter.resume() }
  }
}

/// Scenarios that depend on the order of a dictionary or a set.
@Suite(.enabled(if: TableOrder.isControlled))
struct TableOrderTests {
  @Test func newTablesHaveTheSameOrderInAllRuns() async throws {
    let orders = Captured<Set<String>>([])
    let kept = Captured<[[Int: Int]]>([])
    try await exploreOrders {
      async let a: Void = step("a") {}
      async let b: Void = step("b") {}
      async let c: Void = step("c") {}
      _ = await (a, b, c)
      let numbers = Dictionary(uniqueKeysWithValues: (1...8).map { ($0, $0) })
      let texts = Set((1...8).map { "\($0)" })
      orders.withValue { _ = $0.insert("\(numbers.keys) \(texts)") }
      // Otherwise, the next run reuses the address.
      kept.withValue { $0.append(numbers) }
    }
    #expect(kept.value.count > 10)
    #expect(orders.value.count == 1, "\(orders.value)")
  }

  @Test func aTableOfContinuationsCanBeExplored() async throws {
    let kept = Captured<[Registry]>([])
    let report = try await exploreOrders {
      let registry = Registry()
      kept.withValue { $0.append(registry) }
      let tasks = (1...3).map { _ in Task { await registry.wait() } }
      await untilIdle()
      await registry.resumeAll()
      for task in tasks { await task.value }
    }
    #expect(report.runs > 1)
    #expect(!report.warnings.contains { $0.contains("repeated") }, "\(report)")
  }
}
