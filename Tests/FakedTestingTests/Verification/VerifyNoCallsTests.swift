import FakedTesting
import TestSupport
import Testing

struct VerifyNoCallsTests {
  private let fake = FakeStorage()

  @Test func noMoreCallsRequiresEveryCallToBeVerified() throws {
    fake.verifyNoMoreCalls()
    try fake.get("a")
    try fake.set("v", "k")
    try fake.get("b")
    #expect(
      failure { fake.verifyNoMoreCalls() } == """
        Expected no calls of FakeStorage; there were 3 calls.
          call 1: get("a")
          call 2: set("v", "k")
          call 3: get("b")
        """)
    fake.verify(\.get, with: "a")
    fake.verify(\.set)
    #expect(
      failure { fake.verifyNoMoreCalls() } == """
        Expected no more calls of FakeStorage; there was 1 call.
          call 3: get("b")
        """)
    fake.verify(\.get, called: 2)
    fake.verifyNoMoreCalls()
    _ = fake.now()
    #expect(failure { fake.verifyNoMoreCalls() } != nil)
    fake.resetCalls()
    fake.verifyNoMoreCalls()
  }

  @Test func checksReportDiscardedCalls() throws {
    fake.history = .last(2)
    for key in ["a", "b", "c", "d"] { try fake.get(key) }
    let once = FakeStorage()
    once.history = .last(0)
    try once.get("a")
    let texts = failures {
      fake.verify(\.get, called: 4)
      fake.verify(\.get, called: 1..., with: "d")
      fake.verify(\.get, with: "a")
      fake.verify(\.get, called: .never, with: "a")
      once.verify(\.get, with: "a")
      verifyInOrder { fake.verify(\.get, called: 1...) }
      verifyInOrder { fake.verify(\.get, called: 4...) }
      fake.history = .last(0)
      fake.verifyNoMoreCalls()
    }.map(\.text)
    func text(_ kept: String) -> String {
      """
      FakeStorage.get cannot be verified: \(kept) kept. Set `history` to `.unlimited` before the \
      calls, or verify the count alone.
      """
    }
    #expect(
      texts == [
        text("only the last 2 of its 4 calls are"), text("only the last 2 of its 4 calls are"),
        text("its only call is not"), text("only the last 2 of its 4 calls are"),
        """
        FakeStorage cannot be verified: 4 calls are not kept. Set `history` to `.unlimited` before the calls.
        """,
      ])
  }
}
