import Faked
import TestSupport
import Testing

struct OverlapTests {
  private let fake = FakeLibrary()

  @Test func nestedCallsOverlapAndALimitedHistoryCoversTheLastCalls() throws {
    fake.when(\.count) { n in n == 0 ? 0 : try fake.count(n - 1) }
    _ = try fake.count(4)
    #expect(fake.maxConcurrentCalls(to: \.count) == 5)
    fake.history = .last(2)
    #expect(fake.maxConcurrentCalls(to: \.count) == 2)
    fake.history = .last(0)
    #expect(fake.maxConcurrentCalls(to: \.count) == 1, "there was a call, whatever is kept")
    fake.resetStubs()
  }

  @Test func callsInFlightOverlap() async throws {
    let sends = fake.hold(\.send)
    var tasks: [Task<Int, any Error>] = []
    for n in 1...3 {
      tasks.append(Task { try await fake.send("\(n)") })
      _ = try await sends.next()
      #expect(fake.maxConcurrentCalls(to: \.send) == n)
    }
    for call in sends.pending { call.resume(returning: 0) }
    for task in tasks { _ = try await task.value }
    #expect(fake.maxConcurrentCalls(to: \.send) == 3)
  }
}
