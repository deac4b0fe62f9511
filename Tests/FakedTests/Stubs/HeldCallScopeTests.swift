import Faked
import TestSupport
import Testing

struct HeldCallScopeTests {
  @Test func callsThatTheTestDidNotRequestAreCounted() async throws {
    let scope = ProbedScope()
    let fake = try await scope.run {
      let fake = FakeLibrary()
      let held = fake.hold(\.find)
      async let first = fake.find("a")
      try await held.next().resume(returning: 1)
      _ = try await first
      Task { try await fake.find("b") }
      while held.pending.isEmpty { await Task.yield() }
      return fake
    }
    #expect(
      scope.end().map(\.message) == [
        """
        1 call of FakeLibrary.find was still held at the end of the test: find("b").
          Resume each: `let call = try await held.next()`, then `call.resume(returning: …)` or `call.resume(throwing: …)`.
          The test asked for 1 of the 2 calls with `next()`. If it expects no more, the code under test makes 1 call too many.
        """
      ])
    withExtendedLifetime(fake) {}
  }

  @Test(.tags(.process), .enabled(if: ChildProcess.canRun))
  func aHeldCallOutsideAScopeStopsTheProcess() async throws {
    let expired = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fake = FakeLibrary()
      _ = fake.hold(\.makeID, atMost: .zero)
      _ = await fake.make()
    }
    #expect(
      expired.errorText.contains("1 call of FakeLibrary.make was still held after 0 µs: make."))
    // A natural default would hide the problem.
    let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fake = FakeLibrary()
      _ = fake.hold(\.put, atMost: .zero)
      _ = try await fake.put(1)
    }
    #expect(
      typed.errorText.contains("1 call of FakeLibrary.put was still held after 0 µs: put(1)."))
  }
}
