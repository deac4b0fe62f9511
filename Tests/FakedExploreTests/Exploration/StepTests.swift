import FakedExplore
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

  /// The response may arrive right before a step that cancels the task.
  @Test(arguments: [true, false])
  func aCallThatHasItsResponseMayReturnInACanceledTask(isConstant: Bool) async throws {
    let ends = Captured<Set<String>>([])
    let report = try await exploreOrders {
      let depot = FakeDepot()
      if isConstant {
        depot.when(\.fetch).thenReturn("x")
      } else {
        depot.when(\.fetch) { _ in "x" }
      }
      let task = Task {
        let text = try? await depot.fetch("a")
        return "\(text == nil ? "throws" : "returns")\(Task.isCancelled ? ", canceled" : "")"
      }
      async let canceling: Void = step("cancel") { task.cancel() }
      let end = await task.value
      await canceling
      ends.withValue { _ = $0.insert(end) }
    }
    #expect(report.isExhaustive)
    #expect(ends.value == ["returns", "returns, canceled", "throws, canceled"])
  }

  /// Time passes only if no task has its response.
  @Test func aResponseIsNotDeliveredLongAfterTheCancellation() async throws {
    let times = Captured<Set<Duration>>([])
    let report = try await exploreOrders {
      let (depot, clock) = (FakeDepot(), FakeClock())
      depot.when(\.fetch) { _ in "x" }
      let task = Task {
        let text = try? await depot.fetch("a")
        return text != nil && Task.isCancelled
      }
      await step("cancel") { task.cancel() }
      async let sleeping: Void = clock.sleep(for: .seconds(1))
      if await task.value { times.withValue { _ = $0.insert(clock.now.offset) } }
      try await sleeping
    }
    #expect(report.isExhaustive)
    #expect(times.value == [.zero])
  }
}
