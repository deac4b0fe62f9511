import FakedTesting
import TestSupport
import Testing

struct StepTests {
  @Test func aStepOfADetachedTaskIsAnEvent() async throws {
    let orders = Captured<Set<String>>([])
    try await exploreOrders {
      let log = Captured("")
      let task = Task.detached { await step("work") { log.value += "a" } }
      await step("other") { log.value += "b" }
      await task.value
      orders.withValue { _ = $0.insert(log.value) }
    }
    #expect(orders.value == ["ab", "ba"])
  }
}
