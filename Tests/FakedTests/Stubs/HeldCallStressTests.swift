import Dispatch
import Faked
import TestSupport
import Testing

struct HeldCallStressTests {
  private let fake = FakeLibrary()

  @Test func aRaceOfCancellationAndResumptionEndsACallOnce() async throws {
    let scope = ProbedScope()
    try await scope.run {
      let fake = FakeLibrary()
      let count = 1_000 * Repetitions.count
      let held = fake.hold(\.load, atMost: .seconds(600))
      var resumed = 0
      for n in 0..<count {
        let task = Task { try await fake.load(n) }
        let call = try await held.next(within: .seconds(600))
        async let resumption: Void = Task.detached { call.resume(returning: n) }.value
        async let cancellation: Void = Task.detached { task.cancel() }.value
        let result = await task.result
        _ = await (resumption, cancellation)
        if case .success = result { resumed += 1 }
        #expect((try? result.get()) ?? n == n)
      }
      #expect(held.pending.isEmpty)
      #expect(fake.calls(to: \.load).filter(\.succeeded).count == resumed)
      #expect(fake.invocationCount(of: \.load) == count)
    }
    let late = scope.end()
    #expect(late.allSatisfy { $0.message.contains("its task was canceled") })
  }
}
