import FakedTesting
import TestSupport
import Testing

struct FakeNumberTests {
  @Test func messagesNumberFakesOfOneType() throws {
    let texts = try failures {
      try withFakedScope(.lenient) {
        let first = FakeStorage()
        first.verify(\.get)
        let second = FakeStorage()
        try first.get("a")
        try second.get("b")
        for fake in [first, second] { fake.verify(\.get, called: .never) }
        try second.get("c")
        second.verifyNoMoreCalls()
        let log = FakeLog()
        log.write("c")
        FakeLog().write("d")
        log.verifyNoMoreCalls()
      }
      withFakedScope(.lenient) { FakeStorage().verify(\.get) }
    }.map { $0.text.prefix { $0 != ";" } }
    #expect(
      texts == [
        "Expected 1 call of FakeStorage.get", "Expected no calls of FakeStorage.get",
        "Expected no calls of FakeStorage #2.get", "Expected no more calls of FakeStorage #2",
        "Expected no calls of log: FakeLog", "Expected 1 call of FakeStorage.get",
      ])
  }

  @Test func aCheckOfTheWrongFakeNamesTheCalledOne() throws {
    let texts = try failures {
      try withFakedScope(.lenient) {
        let (first, second) = (FakeStorage(), FakeStorage())
        try first.get("other")
        try second.get("a")
        first.verify(\.get, with: "a")
        first.verify(\.get, called: 2)
        first.verify(\.get, called: .never, with: "other")
        first.verify(\.get, where: { $0 == "a" })
      }
    }.map { $0.text.replacing(#/ +FakeNumberTests\.(swift:\d+ in )?.*/#, with: "") }
    #expect(
      texts == [
        """
        Expected 1 call of FakeStorage.get with ("a"); its only call does not match.
          call 1: get("other")    argument 1: expected "a", was "other"
          FakeStorage #2 received call 2: get("a")
        """,
        """
        Expected 2 calls of FakeStorage.get; there was 1 call.
          call 1: get("other")
          FakeStorage #2 received call 2: get("a")
        """,
        """
        Expected no calls of FakeStorage.get with ("other"); 1 call matches.
          call 1: get("other")
        """,
        """
        Expected 1 call of FakeStorage.get for which the closure returns true; its only call does not match.
          call 1: get("other")    the closure returned false
        """,
      ])
  }

  @Test func anUnstubbedCallNamesTheStubbedFake() {
    withFakedScope(.lenient) {
      let (first, second) = (FakeObject(), FakeObject())
      second.when(\.load) { _ in 1 }
      let line = #line - 1
      let error = #expect(throws: FakedError.self) { try first.load(1) }
      error.map { TestScope.current?.sawError($0) }
      #expect(
        error?.message.replacing(#/, called (at .* )?in [^ ]*\./#, with: ".") == """
          No stub responds to FakeObject #2.load(1).
            No function of this fake is stubbed.
            FakeObject has a stub for load (FakeNumberTests.swift:\(line)). Check which fake the code uses.
            Write before the call: fake.when(\\.load) { _ in … }
          """)
    }
  }
}
