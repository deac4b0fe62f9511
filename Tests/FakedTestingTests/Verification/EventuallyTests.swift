import FakedTesting
import TestSupport
import Testing

struct EventuallyTests {
  private let fake = FakeStorage()

  /// Runs `eventually` with a time limit that is never reached.
  private func soon(
    isolation: isolated (any Actor)? = #isolation, _ checks: () -> Void
  ) async throws {
    let (long, start) = (Duration.seconds(1_800), ContinuousClock.now)
    try await eventually(within: long, checks)
    #expect(ContinuousClock.now - start < long)
  }

  @Test func noMoreCallsLeavesOutTheCallsOfTheOtherChecks() async throws {
    try fake.get("a")
    try await eventually(within: .zero) {
      fake.verify(\.get)
      fake.verifyNoMoreCalls()
    }
    // A call in the list of another failure is not reported again.
    let found = try await failures {
      try await eventually(within: .zero) {
        fake.verify(\.get, called: 2)
        fake.verifyNoMoreCalls()
      }
    }
    #expect(found.count == 1)
  }

  @Test func aCallThatIsNotMadeInTimeThrowsTheWholeText() async throws {
    let start = ContinuousClock.now
    let line = #line + 1
    let error = await #expect(throws: FakedError.self) {
      try await eventually(within: .milliseconds(20)) { fake.verify(\.get) }
    }
    #expect(
      error
        == .missingCall(
          """
          Expected 1 call of FakeStorage.get; it was never called.
            No function of this fake was called.
            `eventually` at EventuallyTests.swift:\(line) waited 20 ms.
          """))
    #expect(ContinuousClock.now - start >= .milliseconds(20))
  }

  @Test(.faked) func aFakedTestReportsAFailedWaitAtItsLine() async throws {
    let line = #line + 2
    let found = await failures {
      let error = await #expect(throws: (any Error).self) {
        try await eventually(within: .milliseconds(1)) { fake.verify(\.get) }
      }
      #expect(!(error is FakedError))
    }
    let text = """
      Expected 1 call of FakeStorage.get; it was never called.
        No function of this fake was called.
        `eventually` at EventuallyTests.swift:\(line) waited 1 ms.
      """
    #expect(found == [ReportedFailure(text: text, line: line)])
  }

  @Test func aConditionIsWaitedFor() async throws {
    let items = Captured([Int]())
    let adding = Task {
      for item in 1...3 {
        await Task.yield()
        items.withValue { $0.append(item) }
      }
    }
    try await eventually("the items are loaded", within: .seconds(1_800)) {
      items.value.count == 3
    }
    await adding.value
    #expect(items.value == [1, 2, 3])
  }

  @Test func aConditionThatDoesNotHoldInTimeThrowsTheWholeText() async throws {
    let evaluations = Captured(0)
    let line = #line + 1
    let error = await #expect(throws: FakedError.self) {
      try await eventually("the list is loaded", within: .milliseconds(20)) {
        evaluations.withValue { $0 += 1 }
        return false
      }
    }
    #expect(
      error
        == .assertionFailed(
          """
          The condition "the list is loaded" did not hold.
            `eventually` at EventuallyTests.swift:\(line) waited 20 ms.
          """))
    #expect(evaluations.value > 1)
    await #expect(throws: StoreError.full) {
      try await eventually("it throws") { throw StoreError.full }
    }
  }

  @Test(.faked) func aFakedTestReportsAConditionThatDoesNotHold() async throws {
    let line = #line + 2
    let found = await failures {
      await #expect(throws: (any Error).self) {
        try await eventually("it is so", within: .zero) { false }
      }
    }
    let text = """
      The condition "it is so" did not hold.
        `eventually` at EventuallyTests.swift:\(line) waited 0 µs.
      """
    #expect(found == [ReportedFailure(text: text, line: line)])
  }

  @Test func aCheckForNoCallsWaitsTheWholeTime() async throws {
    let start = ContinuousClock.now
    try await eventually(within: .milliseconds(20)) { fake.verify(\.get, called: .never) }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    let found = try await failures {
      let fake = fake
      let caller = Task { try fake.get("a") }
      try await soon { fake.verify(\.get, called: .never) }
      _ = try await caller.value
    }
    #expect(found.count == 1)
  }

  @Test func cancellationEndsTheWait() async throws {
    let waiter = Task { [fake] in
      try await eventually(within: .seconds(1_800)) { fake.verify(\.get) }
    }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
  }
}
