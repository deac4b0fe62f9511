import FakedTesting
import TestSupport
import Testing

/// A fake that two tests use at the same time.
struct SharedFakeTests {
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
