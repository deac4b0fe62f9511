import FakedScheduler
import TestSupport
import Testing

@Suite struct ServiceTests {
  /// Optimized programs move less between actors, so they have other orders.
  @Test(arguments: Service.all)
  func theBugIsFound(_ service: Service) async throws {
    var orders: [Int] = []
    var firstFailure: Int?
    for changes in 0...2 {
      let explored = try await explore(changes: changes) { await service.run(false) }
      orders.append(explored.orders)
      #expect(explored.divergences == 0)
      firstFailure = explored.firstOrders.filter { !$0.key.isEmpty }.values.min()
    }
    guard ExactOrders.areKnown else { return }
    #expect(firstFailure == service.firstFailure)
    #expect(orders == service.orders)
  }

  @Test(arguments: Service.all)
  func theFixedServicePassesInEveryOrder(_ service: Service) async throws {
    let explored = try await explore { await service.run(true) }
    #expect(explored.isComplete)
    #expect(explored.results.keys.sorted() == [""])
  }

  @Test(.enabled(if: Repetitions.areRequested), arguments: Service.all)
  func theResultIsTheSameInParallelRuns(_ service: Service) async throws {
    let first = try await explore(changes: 1) { await service.run(false) }
    try await withThrowingTaskGroup(of: Explored.self) { group in
      for _ in 0..<Repetitions.count + 1 {
        group.addTask { try await explore(changes: 1) { await service.run(false) } }
      }
      for try await other in group { #expect(other == first) }
    }
  }
}
