import FakedTesting
import TestSupport
import Testing

/// A fake that two tests use at the same time.
struct SharedFakeTests {
  @Test func aFailedCheckBelongsToTheTestThatMakesIt() throws {
    let (owner, other) = (ProbedScope("owner()"), ProbedScope("other()"))
    let fake = owner.run { FakeStorage() }
    _ = try owner.run { try fake.get("a") }
    let line = #line + 1
    other.run { fake.verify(\.get, called: 2) }
    #expect(owner.recorded.value.isEmpty)
    let failure = try #require(other.recorded.value.first)
    #expect(failure.site?.line == UInt(line))
    #expect(
      failure.message == """
        Expected 2 calls of FakeStorage.get; there was 1 call.
          call 1: get("a")
          This fake belongs to owner(), which runs at the same time. Create a fake of its own in each test.
        """)
    owner.end()
    other.end()
  }

  @Test func aFailedCheckInAnInnerScopeHasNoNote() throws {
    let found = try failures {
      try withFakedScope(.lenient) {
        let fake = FakeStorage()
        try fake.get("a")
        withFakedScope { fake.verify(\.get, called: 2) }
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("belongs to") == false)
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
