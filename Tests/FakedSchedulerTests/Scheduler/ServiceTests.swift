import FakedScheduler
import TestSupport
import Testing

@Suite struct ServiceTests {
  @Test(arguments: Service.all)
  func theBugIsFound(_ service: Service) async {
    let explored = await explore(preemptions: 2) { await service.run(false) }
    let failures = explored.firstOrders.filter { !$0.key.isEmpty }
    // Optimized programs move less between actors, so a bug may have no order in which it shows.
    guard ExactOrders.areKnown else { return }
    #expect(failures.values.min() == service.firstFailure)
  }

  @Test(arguments: Service.all)
  func theFixedServicePassesInEveryOrder(_ service: Service) async {
    let explored = await explore(preemptions: 2) { await service.run(true) }
    #expect(explored.isComplete || !TaskControl.isComplete)
    #expect(explored.results.keys.sorted() == [""])
  }

  @Test(arguments: Service.all)
  func theNumbersOfOrdersAreKnown(_ service: Service) async {
    var orders: [Int] = []
    for preemptions in 0...2 {
      let explored = await explore(preemptions: preemptions) { await service.run(false) }
      orders.append(explored.orders)
      #expect(explored.divergences == 0)
    }
    if ExactOrders.areKnown { #expect(orders == service.orders) }
  }

  @Test(arguments: Service.all)
  func theResultIsTheSameInEveryRun(_ service: Service) async {
    let first = await explore(preemptions: 1) { await service.run(false) }
    for _ in 1..<Repetitions.count {
      #expect(await explore(preemptions: 1) { await service.run(false) } == first)
    }
  }

  @Test(arguments: Service.all)
  func theResultIsTheSameInParallelRuns(_ service: Service) async {
    let first = await explore(preemptions: 1) { await service.run(false) }
    await withTaskGroup(of: Explored.self) { group in
      for _ in 0..<Repetitions.count + 2 {
        group.addTask { await explore(preemptions: 1) { await service.run(false) } }
      }
      for await other in group { #expect(other == first) }
    }
  }
}
