import FakedTesting
import TestSupport
import Testing

/// A fake that two tests use at the same time.
struct SharedFakeTests {
  @Test func aFailedCheckFailsBothTests() throws {
    let (owner, other) = (ProbedScope("owner()"), ProbedScope("other()"))
    let fake = owner.run { FakeStorage() }
    _ = try owner.run { try fake.get("a") }
    let line = #line + 1
    other.run { fake.verify(\.get, called: 2) }
    let failures = owner.end() + other.end()
    #expect(failures.map(\.site?.line) == [UInt(line), UInt(line)])
    let text = """
      Expected 2 calls of FakeStorage.get; there was 1 call.
        call 1: get("a")
        other() makes this check, but the fake belongs to owner(), which runs at the same time. Create a separate fake in each test.
      """
    #expect(failures.map(\.message) == [text, text])
  }

  @Test func aCheckSaysThatCallsWereReset() throws {
    let found = try failures {
      try withFakedScope(.lenient) {
        let fake = FakeStorage()
        try fake.get("a")
        fake.resetCalls()
        fake.verify(\.get)
      }
    }.map(\.text)
    #expect(
      found == [
        """
        Expected 1 call of FakeStorage.get; it was never called.
          No function of this fake was called since `resetCalls()`.
        """
      ])
  }
}
