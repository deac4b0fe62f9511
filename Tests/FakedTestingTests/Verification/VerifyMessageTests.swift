import FakedTesting
import TestSupport
import Testing

/// The messages of a failed `verify`.
struct VerifyMessageTests {
  private let fake = FakeStorage()

  @Test func theNearestCallsComeFirstInColumns() throws {
    try fake.set("abcdef", "token")
    _ = fake.now()
    try fake.set("xyz", "tokn")
    try fake.set("abc", "tokn")
    #expect(
      failure { fake.verify(\.set, with: "abc", "token") } == """
        Expected 1 call of FakeStorage.set with ("abc", "token"); none of its 3 calls matches.
          call 1: set("abcdef", "token")    argument 1: expected "abc", was "abcdef"
          call 4: set("abc", "tokn")        argument 2: expected "token", was "tokn"
          call 3: set("xyz", "tokn")        argument 1: expected "abc", was "xyz"; argument 2: expected \
        "token", was "tokn"
        """)
  }

  @Test func aWrongCountListsTheCalls() throws {
    for key in ["a", "b", "a"] { try fake.get(key) }
    let texts = failures {
      fake.verify(\.get, called: .never)
      fake.verify(\.get, called: 1, with: "a")
      fake.verify(\.get, called: 3...4, with: "a")
      fake.verify(\.get) { $0 == "c" }
    }.map(\.text)
    #expect(
      texts == [
        """
        Expected no calls of FakeStorage.get; there were 3 calls.
          call 1: get("a")
          call 2: get("b")
          call 3: get("a")
        """,
        """
        Expected 1 call of FakeStorage.get with ("a"); 2 of its 3 calls match.
          call 1: get("a")
          call 3: get("a")
        """,
        """
        Expected 3 to 4 calls of FakeStorage.get with ("a"); 2 of its 3 calls match.
          call 1: get("a")
          call 3: get("a")
          call 2: get("b")    argument 1: expected "a", was "b"
        """,
        """
        Expected 1 call of FakeStorage.get for which the closure returns true; none of its 3 calls matches.
          call 1: get("a")    the closure returned false
          call 2: get("b")    the closure returned false
          call 3: get("a")    the closure returned false
        """,
      ])
  }

  @Test func aFunctionWithoutCallsNamesTheCalledFunctions() throws {
    struct FakeShelf: Faked {
      let instanceId = FakeInstance()
      let put: FunctionID<(String) -> Void, Throws> = "put"
      let otherPut: FunctionID<(Int) -> Void, Throws> = "put"
    }
    let shelf = FakeShelf()
    shelf.when(\.otherPut) { _ in }
    let texts = try failures {
      fake.verify(\.get)
      try fake.send(1, 2)
      fake.verify(\.get, called: 2..., with: "a")
      fake.verify(\.misspelled)
      fake.tearDown()
      fake.verify(\.get)
      fake.verify(\.send, called: .never)
      try shelf.handleCall(\.otherPut, 1)
      shelf.verify(\.put, with: "a")
    }.map(\.text)
    #expect(
      texts == [
        """
        Expected 1 call of FakeStorage.get; it was never called.
          No function of this fake was called.
        """,
        """
        Expected at least 2 calls of FakeStorage.get with ("a"); it was never called.
          Called: send 1 time.
        """,
        """
        Expected 1 call of FakeStorage.sned; it was never called.
          Called: send 1 time. Did you mean "send"?
        """,
        """
        Expected 1 call of FakeStorage.get; it was never called.
          No function of this fake was called since it was torn down.
        """,
        """
        FakeStorage.send cannot be verified. `tearDown()` discarded 1 call. Verify before the tear-down.
        """,
        """
        Expected 1 call of FakeShelf.put with ("a"); it was never called.
          Called: put 1 time. "put" was called under an ID of another type. Verify the ID that the \
        method calls.
        """,
      ])
  }

  @Test func theSameArgumentsOfAnotherFunctionAreMentioned() throws {
    let texts = try failures {
      try fake.send("value", "key")
      fake.verify(\.set, with: "value", "key")
      try fake.set("value", "tokn")
      fake.verify(\.set, with: "value", "key")
    }.map(\.text)
    #expect(
      texts == [
        """
        Expected 1 call of FakeStorage.set with ("value", "key"); it was never called.
          Called: send 1 time.
          Another function got these arguments: call 1: send("value", "key")
        """,
        """
        Expected 1 call of FakeStorage.set with ("value", "key"); its only call does not match.
          call 2: set("value", "tokn")    argument 2: expected "key", was "tokn"
          Another function got these arguments: call 1: send("value", "key")
        """,
      ])
    let inOrder = failure { verifyInOrder { fake.verify(\.set, with: "value", "key") } }
    #expect(inOrder?.contains("Another function got these arguments") == true)
  }

  @Test func aValueUsesItsTestDescription() throws {
    struct Token: Equatable, CustomTestStringConvertible {
      let secret: String
      var testDescription: String { "a token of \(secret.count) characters" }
    }
    struct FakeKeys: Faked {
      let instanceId = FakeInstance()
      let use: FunctionID<([Token], ClosedRange<Int>) -> Void, Throws> = "use"
    }
    let keys = FakeKeys()
    keys.when(\.use) { _, _ in }
    try keys.handleCall(\.use, [Token(secret: "abc")], 1...2)
    #expect(
      failure { keys.verify(\.use, called: .never) } == """
        Expected no calls of FakeKeys.use; there was 1 call.
          call 1: use([a token of 3 characters], 1...2)
        """)
  }

  @Test func aFailureOfManyCallsIsShort() throws {
    for number in 0..<20_000 { try fake.get("\(number)") }
    let text = try #require(failure { fake.verify(\.get, called: 2, with: "19999") })
    #expect(text.hasPrefix("Expected 2 calls of FakeStorage.get with (\"19999\"); 1 of its 20000"))
    #expect(text.contains("\n  call 20000: get(\"19999\")\n  call 1: get(\"0\")"))
    #expect(text.hasSuffix("\n  … and 19980 more calls"))
    let all = failure { fake.verify(\.get) }
    #expect(all?.hasSuffix("\n  … and 19980 more calls") == true)
  }
}
