import FakedScheduler
import TestSupport
import Testing

@Suite struct ConstructTests {
  @Test(arguments: Construct.all)
  func everyOrderIsRunOnce(_ construct: Construct) async throws {
    let explored = try await explore(construct.body)
    #expect(explored.isComplete)
    #expect(explored.divergences == 0)
    #expect(explored.outsideOrders == 0)
    #expect(Set(explored.results.keys).isSubset(of: construct.results))
    if ExactOrders.areKnown {
      #expect(explored.results.keys.sorted() == construct.results)
      #expect(explored.orders == construct.orders)
    }
  }
}
