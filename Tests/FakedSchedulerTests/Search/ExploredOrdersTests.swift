import Faked
import FakedScheduler
import Testing

@Suite struct ExploredOrdersTests {
  @Test(.enabled(if: ExactOrders.areKnown))
  func aTaskLeftBehindIsShownWhereItWaits() async throws {
    let startCounts = Locked<[Int]>([])
    let explored = try await OrderExplorer {
      let startCount = Locked(0)
      Task { await waitForever(startCount) }
      await Door().open()
      startCounts.withLock { $0.append(startCount.withLock { $0 }) }
      return []
    }.explore()
    // In the first order, the task has not started when the scenario ends.
    #expect(startCounts.withLock { Set($0) } == [0, 1])
    #expect(startCounts.withLock { $0.first } == 0)
    try #require(explored.leftoverTasks.map(\.title) == ["task 1"])
    let place = explored.leftoverTasks[0].place?.description ?? ""
    #expect(place.hasPrefix("ExploredOrdersTests.swift:"), "\(place)")
    #expect(place.hasSuffix(" in waitForever(_:)"), "\(place)")
  }
}

private actor Door {
  func open() {}
}

private func waitForever(_ startCount: Locked<Int>) async {
  startCount.withLock { $0 += 1 }
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}
