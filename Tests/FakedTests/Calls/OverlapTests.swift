import Faked
import TestSupport
import Testing

struct OverlapTests {
  private let fake = FakeLibrary()

  @Test func consecutiveCallsDoNotOverlap() throws {
    #expect(fake.maxConcurrentCalls(to: \.count) == 0)
    fake.when(\.count) { $0 }
    for n in 0..<10_000 { _ = try fake.count(n) }
    #expect(fake.maxConcurrentCalls(to: \.count) == 1)
  }

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
    sends.resumeAll(returning: 0)
    for task in tasks { _ = try await task.value }
    #expect(fake.maxConcurrentCalls(to: \.send) == 3)
  }

  @Test(arguments: 1...20) func theOverlapCountIsExact(_ seed: UInt64) async throws {
    var random = SeededNumbers(seed: seed)
    let fake = FakeLibrary()
    let held = fake.hold(\.load, atMost: .longerThanATest)
    var underWay: [(call: HeldCall<Int, Int, any Error>, task: Task<Int, any Error>)] = []
    var most = 0
    for n in 0..<60 {
      if underWay.isEmpty || Bool.random(using: &random) {
        let task = Task { try await fake.load(n) }
        underWay.append((try await held.next(within: .longerThanATest), task))
        most = max(most, underWay.count)
      } else {
        let (call, task) = underWay.remove(at: .random(in: underWay.indices, using: &random))
        call.resume(returning: n)
        _ = try await task.value
      }
    }
    for (call, task) in underWay {
      call.resume(returning: 0)
      _ = try await task.value
    }
    #expect(fake.maxConcurrentCalls(to: \.load) == most)
  }

  private static let spans: [(spans: [(UInt64, Int)], most: Int)] = [
    ([], 0), ([(5, 0)], 1), ([(5, -1), (6, -1), (9, 3)], 3),
    ([(10, 5), (15, 3)], 1), ([(10, 0), (11, 0)], 1), ([(10, 10), (15, 0)], 2),
    ([(10, 6), (15, 3)], 2), ([(1, 9), (2, 2), (4, 2), (6, 9)], 2), ([(4, 1), (1, 9), (6, -1)], 2),
  ]

  @Test(arguments: spans)
  func adjacentCallsDoNotOverlap(_ spans: [(UInt64, Int)], _ most: Int) {
    #expect(
      maxConcurrency(
        spans.map { CallSpan(index: $0.0, duration: $0.1 < 0 ? nil : UInt64($0.1)) }) == most)
  }
}
