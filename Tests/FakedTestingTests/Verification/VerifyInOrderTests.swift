import FakedTesting
import TestSupport
import Testing

struct VerifyInOrderTests {
  private let first = FakeStorage()
  private let second = FakeStorage()

  @Test func callsOfSeveralFakesInOrderPass() throws {
    try first.get("1")
    try second.get("2")
    try first.get("3")
    try second.send(4, nil)
    verifyInOrder {
      first.verify(\.get)
      second.verify(\.get, with: "2")
      first.verify(\.get, with: "3")
      second.verify(\.send)
    }
    verifyInOrder {
      first.verify(\.get, called: 2)
      second.verify(\.send, with: 4, nil)
    }
    verifyInOrder {
      second.verify(\.get)
      first.verify(\.get)
      first.verify(\.get, called: .never)
    }
    first.verifyNoMoreCalls()
    second.verifyNoMoreCalls()
  }

  @Test func anOrderWithoutChecksFails() async throws {
    try first.get("1")
    let line = #line + 3
    let found = failures {
      verifyInOrder { verifyInOrder { first.verify(\.get) } }
      verifyInOrder { for n in [String]() { first.verify(\.get, with: n) } }
    }
    let inner = await #expect(throws: FakedError.self) {
      try await eventually(within: .zero) {
        first.verify(\.get)
        verifyInOrder {}
      }
    }
    let error = await #expect(throws: FakedError.self) { try await eventually(within: .zero) {} }
    let text = "has no check. Write `fake.verify(…)` in its closure."
    #expect(
      found == [ReportedFailure(text: "`verifyInOrder` \(text)", line: line)])
    #expect(inner?.message == "`verifyInOrder` \(text)")
    #expect(error?.message == "`eventually` \(text)")
  }

  @Test func theWrongOrderFailsAtTheCheckThatBreaksIt() throws {
    try second.get("2")
    try first.get("1")
    try first.get("3")
    let line = #line + 4
    let found = failures {
      verifyInOrder {
        first.verify(\.get, with: "1")
        second.verify(\.get)
        first.verify(\.get, with: "2")
      }
    }
    #expect(
      found == [
        ReportedFailure(
          text: """
            Expected 1 call of FakeStorage.get after FakeStorage.get with ("1"); the only one was too early.
              call 1: FakeStorage.get("2")    too early
              call 2: FakeStorage.get("1")    as expected
            """, line: line),
        ReportedFailure(
          text: """
            Expected 1 call of FakeStorage.get with ("2") after FakeStorage.get with ("1"); there were none.
              call 1: get("1")    as expected
              call 2: get("3")    argument 1: expected "2", was "3"
            """, line: line + 1),
      ])
  }

  @Test func anUpperBoundAppliesToTheFollowingCalls() throws {
    try second.get("2")
    try first.get("1")
    try first.get("1")
    verifyInOrder {
      second.verify(\.get)
      first.verify(\.get, called: ...2)
      first.verify(\.get, called: ...0)
    }
    let texts = failures {
      verifyInOrder {
        second.verify(\.get)
        first.verify(\.get, called: ...1)
        first.verify(\.get)
        first.verify(\.get, called: .never)
      }
    }.map(\.text)
    #expect(
      texts == [
        """
        Expected at most 1 call of FakeStorage.get after FakeStorage.get; there were 2 calls.
          call 1: FakeStorage.get("2")    as expected
          call 2: FakeStorage.get("1")
          call 3: FakeStorage.get("1")
        """,
        """
        Expected no calls of FakeStorage.get after FakeStorage.get; there was 1 call.
          call 1: FakeStorage.get("2")    as expected
          call 2: FakeStorage.get("1")    as expected
          call 3: FakeStorage.get("1")
        """,
      ])
  }

  @Test func checksOfAllCallsSuggestTheFormForOrders() throws {
    try first.get("1")
    let found = failures {
      verifyInOrder {
        first.verify(\.get)
        first.verifyNoMoreCalls()
        second.verifyNoMoreCalls()
      }
    }
    let never = """
      checks all calls, whenever they were made. Write `called: .never` for a function that must \
      not be called, or move it out of `verifyInOrder`.
      """
    #expect(
      found.map(\.text) == [
        "`verifyNoMoreCalls()` " + never, "`verifyNoMoreCalls()` " + never,
      ])
  }
}
