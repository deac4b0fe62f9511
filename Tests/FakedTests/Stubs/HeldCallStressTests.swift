import Dispatch
import Faked
import TestSupport
import Testing

struct HeldCallStressTests {
  private let fake = FakeLibrary()

  @Test func aThousandCallsAreResumedFromSeveralThreadsInAnyOrder() async throws {
    let count = 1_000
    let held = fake.hold(\.load, atMost: .seconds(600))
    let sums = Task {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for n in 0..<count { group.addTask { try await fake.load(n) == 2 * n ? n : 0 } }
        return try await group.reduce(0, +)
      }
    }
    var calls: [HeldCall<Int, Int, any Error>] = []
    for _ in 0..<count { calls.append(try await held.next(within: .seconds(600))) }
    #expect(held.pending.count == count)
    var random = SeededNumbers(seed: 7)
    let shuffled = calls.shuffled(using: &random)
    DispatchQueue.concurrentPerform(iterations: 4) { part in
      for call in shuffled[part * count / 4..<(part + 1) * count / 4] {
        call.resume(returning: 2 * call.arguments)
      }
    }
    #expect(try await sums.value == count * (count - 1) / 2)
    #expect(held.pending.isEmpty)
    #expect(Set(calls.map(\.arguments)).count == count)
    #expect(fake.maxConcurrentCalls(to: \.load) == count)
  }

  @Test func aRaceOfCancellationAndResumptionEndsACallOnce() async throws {
    let scope = ProbedScope()
    try await scope.run {
      let fake = FakeLibrary()
      let held = fake.hold(\.load, atMost: .seconds(600))
      var resumed = 0
      for n in 0..<10_000 {
        let task = Task { try await fake.load(n) }
        let call = try await held.next(within: .seconds(600))
        async let resumption: Void = Task.detached { call.resume(returning: n) }.value
        async let cancellation: Void = Task.detached { task.cancel() }.value
        let result = await task.result
        _ = await (resumption, cancellation)
        if case .success = result { resumed += 1 }
        #expect((try? result.get() == n) ?? (held.cancelled.last?.arguments == n))
      }
      #expect(held.pending.isEmpty)
      #expect(held.cancelled.count == 10_000 - resumed)
      #expect(fake.invocationCount(of: \.load) == 10_000)
    }
    let late = scope.end()
    #expect(late.allSatisfy { $0.message.contains("its task was canceled") })
  }

  @Test func aRaceOfTearDownAndCallsLeavesNoCallHeld() async throws {
    for _ in 0..<500 {
      let fake = FakeLibrary()
      let held = fake.hold(\.load, atMost: .seconds(600))
      let tasks = (0..<4).map { n in Task.detached { try await fake.load(n) } }
      let waiting = Task.detached { try await held.next(within: .seconds(600)) }
      await Task.detached { fake.tearDown() }.value
      // A late call is unstubbed. No call waits.
      for task in tasks { await #expect(throws: (any Error).self) { try await task.value } }
      _ = await waiting.result
      #expect(held.pending.isEmpty)
    }
  }
}
