import Faked
import FakedScheduler

/// The error of a bank that can't be reached.
private struct Offline: Error {}

extension Scene {
  static var clock: Scene {
    Scene("Control time: three retries take seven seconds, and no time at all") {
      Transcript.code(
        #"""
        // retrying: production code that repeats work, with pauses of 1, 2, and 4 seconds
        // In a test: @Test(.deterministic)
        let clock = FakeClock()
        bank.when(\.balance).thenThrow(Offline(), times: 3).thenReturn(100)
        async let balance = retrying(attempts: 4, on: clock) {
          try await bank.balance(of: "ada")
        }
        """#)
      let run = try await DeterministicRun(
        of: "the tour", patience: .seconds(10), reporter: { _, _ in }
      ) {
        let bank = FakeBank([:])
        let clock = FakeClock()
        bank.when(\.balance).thenThrow(Offline(), times: 3).thenReturn(100)
        async let balance = retrying(attempts: 4, on: clock) {
          try await bank.balance(of: "ada")
        }
        Transcript.code("await clock.advance(by: .seconds(3))")
        await clock.advance(by: .seconds(3))
        try Transcript.show(
          #"bank.invocationCount(of: \.balance)"#, bank.invocationCount(of: \.balance), is: 3)
        Transcript.code("await clock.advance(by: .seconds(4))")
        await clock.advance(by: .seconds(4))
        try Transcript.show("try await balance", try await balance, is: 100)
      }
      try Transcript.expect(run.result != nil, "the retries did not end")
      try run.result?.get()
    }
  }
}
