import FakedScheduler
import TestSupport
import Testing

@Suite struct ConstructTests {
  @Test(arguments: Construct.all)
  func everyOrderIsRunOnce(_ construct: Construct) async {
    let explored = await explore(construct.body)
    #expect(explored.isComplete || !TaskControl.isComplete)
    #expect(explored.divergences == 0)
    #expect(explored.outsideOrders == 0)
    #expect(Set(explored.results.keys).isSubset(of: construct.results))
    if ExactOrders.areKnown {
      #expect(explored.results.keys.sorted() == construct.results)
      #expect(explored.orders == construct.orders)
    }
  }

  @Test(.enabled(if: TaskControl.isComplete), arguments: Construct.all.filter { $0.orders < 2_000 })
  func ordersAreTheSameInEachRun(_ construct: Construct) async {
    let first = await explore(construct.body)
    for _ in 1..<Repetitions.count { #expect(await explore(construct.body) == first) }
  }
}
