import FakedScheduler
import TestSupport
import Testing

@Suite struct SearchTests {
  @Test func ordersWithFewerChangesComeFirst() async throws {
    var search = Search(within: Budget(changes: 2))
    var costs: [Int] = []
    while let prefix = search.next() {
      costs.append(prefix.costs.changes)
      let run = try await ScenarioRun.guided(by: .prefix(prefix)) { _ = await eventsOfThreeTasks() }
      #expect(run.choices.costs.changes == prefix.costs.changes)
      search.add(run.choices, after: prefix)
    }
    #expect(costs == costs.sorted())
    #expect(costs.last == 2)
  }

  @Test func everyOrderIsRunOnce() async throws {
    let explored = try await explore { await eventsOfThreeTasks() }
    let orders = explored.runs.map { $0.choices.map(\.chosen) }
    #expect(Set(orders).count == orders.count)
  }

  @Test(arguments: ["", "x", "3:1=1", "3:5=1 5f", "3:1=0 5f", "-1: 5f", "3:1=1 5f x"])
  func aTextThatIsNotAnOrderIsRefused(text: String) { #expect(Replay(text) == nil) }
}
