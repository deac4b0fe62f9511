import FakedTesting
import Testing

struct VerifyTests {
  private let fake = FakeStorage()

  @Test func countsPassWhereTheyHold() async throws {
    fake.verify(\.get, called: .never)
    _ = try fake.get("a")
    fake.verify(\.get)
    _ = try fake.get("b")
    fake.verify(\.get, called: 2)
    fake.verify(\.get, called: .atLeast(2))
    fake.verify(\.get, called: .atMost(2))
    fake.verify(\.get, called: .in(1...3))
    fake.verify(\.get, with: "a")
    fake.verify(\.get, called: 2, matching: .oneOf("a", "b"))
    fake.verify(\.get, called: .never, with: "c")
    fake.verify(\.get) { $0 == "b" }
    try await fake.save(User())
    fake.verify(\.save, with: User())
    fake.verify(\.save, matching: .keyPath(\.name, .prefix("A")))
    fake.verify(\.save) { $0.address.city == "Wien" }
    try fake.send("a", nil)
    fake.verify(\.send)
    fake.verify(\.send, with: "a", nil)
    fake.verify(\.send, matching: .type(String.self), .isNil)
    fake.verify(\.send, matching: .any, .any)
    fake.verify(\.send) { params in params.count == 2 }
    fake.verify(\.send) { params in params[0].value as? String == "a" }
  }

  @Test func aFunctionWithoutParametersIsVerifiedLikeAnyOther() async throws {
    _ = fake.now()
    fake.verify(\.nowID)
    fake.verify(\.nowID, called: 1)
    fake.verify(\.nowID) { true }
    verifyInOrder { fake.verify(\.nowID) }
    try await eventually(within: .zero) { fake.verify(\.nowID) }
  }

  @Test func aFailureIsAtTheLineOfTheCheck() {
    let found = failures {
      fake.verify(\.get)
      fake.verify(\.set, with: "a", "b")
      fake.verify(\.send, called: 2)
      fake.verifyNoMoreCalls()
    }
    let first = #line - 5
    #expect(found.map(\.line) == [first, first + 1, first + 2])
  }

  @Test func theFailureOfArgumentsShowsTheNearestCallFirst() throws {
    _ = fake.now()
    _ = fake.now()
    try fake.set("xyz", "tokn")
    _ = fake.now()
    try fake.set("abc", "tokn")
    #expect(
      failure { fake.verify(\.set, with: "abc", "token") } == """
        Expected 1 call of FakeStorage.set with ("abc", "token"); none of its 2 calls matches.
          call 5: set("abc", "tokn")    argument 2: expected "token", was "tokn"
          call 3: set("xyz", "tokn")    argument 1: expected "abc", was "xyz"; argument 2: expected \
        "token", was "tokn"
        """)
  }

  @Test func callsAsNearStayInOrderAndInColumns() throws {
    try fake.set("abcdef", "token")
    try fake.set("abc", "tokn")
    #expect(
      failure { fake.verify(\.set, with: "abc", "token") } == """
        Expected 1 call of FakeStorage.set with ("abc", "token"); none of its 2 calls matches.
          call 1: set("abcdef", "token")    argument 1: expected "abc", was "abcdef"
          call 2: set("abc", "tokn")        argument 2: expected "token", was "tokn"
        """)
  }

  @Test func theDifferenceWithinAnArgumentIsAPath() async throws {
    try await fake.save(User(address: .init(city: "Graz")))
    #expect(
      failure { fake.verify(\.save, with: User()) } == """
        Expected 1 call of FakeStorage.save with (User(name: "Ada", address: Address(city: \
        "Wien"))); its only call does not match.
          call 1: save(User(name: "Ada", address: Address(city: "Graz")))    argument 1: \
        address.city: expected "Wien", was "Graz"
        """)
  }

  @Test func aWrongCountListsTheCalls() throws {
    #expect(
      failure { fake.verify(\.get) } == """
        Expected 1 call of FakeStorage.get; it was never called.
          No function of this fake was called.
        """)
    _ = fake.now()
    #expect(
      failure { fake.verify(\.get, called: .atLeast(2), with: "a") } == """
        Expected at least 2 calls of FakeStorage.get with ("a"); it was never called.
          Called: now 1 time.
        """)
    _ = try fake.get("a")
    _ = try fake.get("b")
    _ = try fake.get("a")
    #expect(
      failure { fake.verify(\.get, called: .never) } == """
        Expected no calls of FakeStorage.get; there were 3 calls.
          call 2: get("a")
          call 3: get("b")
          call 4: get("a")
        """)
    #expect(
      failure { fake.verify(\.get, called: 1, with: "a") } == """
        Expected 1 call of FakeStorage.get with ("a"); 2 of its 3 calls match.
          call 2: get("a")
          call 4: get("a")
        """)
    #expect(
      failure { fake.verify(\.get, called: .in(3...4), with: "a") } == """
        Expected 3 to 4 calls of FakeStorage.get with ("a"); 2 of its 3 calls match.
          call 2: get("a")
          call 4: get("a")
          call 3: get("b")    argument 1: expected "a", was "b"
        """)
    #expect(
      failure { fake.verify(\.get, called: .atMost(1)) }?.hasPrefix(
        "Expected at most 1 call of FakeStorage.get; there were 3 calls.") == true)
    #expect(
      failure { fake.verify(\.get) { $0 == "c" } } == """
        Expected 1 call of FakeStorage.get for which the closure returns true; none of its 3 calls matches.
          call 2: get("a")    the closure returned false
          call 3: get("b")    the closure returned false
          call 4: get("a")    the closure returned false
        """)
  }

  @Test func longListsAreCut() throws {
    for n in 0..<30 { _ = try fake.get("\(n)") }
    let text = try #require(failure { fake.verify(\.get) })
    #expect(text.split(separator: "\n").count == 22)
    #expect(text.hasSuffix("\n  … and 10 more calls"))
  }

  @Test func anUnknownNameIsNamed() throws {
    try fake.send(1, 2)
    #expect(
      failure { fake.verify(\.misspelled) } == """
        Expected 1 call of FakeStorage.sned; it was never called.
          Called: send 1 time. Did you mean "send"?
        """)
  }

  @Test func aCallUnderAnIDOfAnotherTypeIsNamed() throws {
    struct FakeStore: Faked {
      let instanceId = FakeInstance()
      let put: FunctionID<(String) -> Void, Throws> = "put"
      let otherPut: FunctionID<(Int) -> Void, Throws> = "put"
    }
    let fake = FakeStore()
    fake.when(\.otherPut) { _ in }
    try fake.handleCall(\.otherPut, 1)
    #expect(
      failure { fake.verify(\.put, with: "a") } == """
        Expected 1 call of FakeStore.put with ("a"); it was never called.
          Called: put 1 time. "put" was called under an ID of another type: verify the ID that the \
        method calls.
        """)
  }

  @Test func longArgumentsAreNotSaidToBeTheSame() throws {
    let one = String(repeating: "a", count: 300)
    let other = one + "b"
    try fake.send(one.replacing("aaa", with: "aba", maxReplacements: 40), "key")
    #expect(
      failure { fake.verify(\.set, with: one, "key") }?.contains("Another function") == false)
    try fake.send(other, "key")
    #expect(
      failure { fake.verify(\.set, with: other, "key") }?.contains("Another function") == false)
  }

  @Test func aFakeThatOutlivedItsScopeSaysSo() throws {
    let (used, unused) = try withFakedScope {
      let (used, unused) = (FakeStorage(), FakeStorage())
      _ = try used.get("a")
      return (used, unused)
    }
    let text = """
      After the end of its test: FakeStorage cannot be verified. The scope of this fake has ended, \
      and its calls with it: verify within the scope.
      """
    #expect(failure { used.verify(\.get) } == text)
    #expect(failure { used.verify(\.get, with: "a") } == text)
    #expect(failure { used.verify(\.get, arguments: ["a"]) } == text)
    #expect(failure { used.verify(\.get, called: .never) } == text)
    #expect(failure { used.verifyNoMoreCalls() } == text)
    #expect(failure { used.verifyNoCalls() } == text)
    #expect(failure { unused.verify(\.get) }?.contains("it was never called") == true)
    // A call that comes late is not kept either.
    _ = try? unused.get("b")
    #expect(failure { unused.verify(\.get, with: "b") } == text)
  }

  @Test func theOnlyCallMayNotBeKept() throws {
    fake.history = .countsOnly
    _ = try fake.get("a")
    #expect(
      failure { fake.verify(\.get, with: "a") } == """
        FakeStorage.get cannot be verified: its only call is not kept. Set `history` to \
        `.unlimited`, or verify the count alone.
        """)
  }

  @Test func aCountThatCannotBeIsRefused() {
    let text = """
      FakeStorage.get cannot be verified: -1 calls are fewer than none. Write a number from 0, or \
      `.never`.
      """
    #expect(failure { fake.verify(\.get, called: -1) } == text)
    #expect(failure { fake.verify(\.get, called: .atLeast(-1)) } == text)
    #expect(failure { fake.verify(\.get, called: .in(-1...2)) } == text)
  }

  @Test func afterTearDownThereIsNothingToVerify() throws {
    _ = try fake.get("a")
    fake.tearDown()
    #expect(
      failure { fake.verify(\.get) } == """
        Expected 1 call of FakeStorage.get; it was never called.
          No function of this fake was called since it was torn down.
        """)
  }

  @Test func verifyingDoesNotRunTheBehavior() throws {
    let runs = Captured(0)
    fake.when(\.get) { _ in
      runs.withValue { $0 += 1 }
      return nil
    }
    _ = try fake.get("a")
    fake.verify(\.get, with: "a")
    fake.verify(\.get) { _ in true }
    #expect(runs.value == 1)
    #expect(fake.invocationCount(of: \.get) == 1)
  }

  @Test func capturesGetTheArgumentsOfCountedCalls() throws {
    try fake.set("a", "x")
    try fake.set("b", "y")
    try fake.set("c", "x")
    let values = Captured<[String]>([])
    fake.verify(\.set, called: 2, matching: .capture(into: values), .equal("x"))
    #expect(values.value == ["a", "c"])
    _ = failure { fake.verify(\.set, matching: .capture(into: values), .equal("x")) }
    #expect(values.value == ["a", "c"])
  }
}

struct VerifyCountTests {
  private let fake = FakeStorage()

  @Test func aCountIsANumberOrARange() throws {
    for key in ["a", "b", "c"] { _ = try fake.get(key) }
    let expected = 3
    fake.verify(\.get, called: expected)
    fake.verify(\.get, called: ["a", "b", "c"].count, matching: .oneOf(["a", "b", "c"]))
    fake.verify(\.get, called: 1...3)
    fake.verify(\.get, called: 3..<4)
    fake.verify(\.get, called: 2...)
    fake.verify(\.get, called: ...3)
    fake.verify(\.get, called: ..<4)
    fake.verify(\.get, called: 1...2, matching: .oneOf("a", "b"))
    fake.verify(\.get, called: 2...) { $0 != "b" }
    let texts = failures {
      fake.verify(\.get, called: 1..<3)
      fake.verify(\.get, called: 4...)
      fake.verify(\.get, called: ...2)
      fake.verify(\.get, called: 3..<3)
      fake.verify(\.get, called: ..<0)
      fake.verify(\.get, called: Dozen())
      fake.verify(\.get, called: .atLeastOnce, with: "x")
      fake.verify(\.get, called: 4) { _ in true }
    }.map { String($0.text.prefix { $0 != "\n" }) }
    #expect(
      texts == [
        "Expected 1 to 2 calls of FakeStorage.get; there were 3 calls.",
        "Expected at least 4 calls of FakeStorage.get; there were 3 calls.",
        "Expected at most 2 calls of FakeStorage.get; there were 3 calls.",
        """
        FakeStorage.get cannot be verified: no number of calls is in that range. Write a number \
        from 0, or `.never`.
        """,
        """
        FakeStorage.get cannot be verified: no number of calls is in that range. Write a number \
        from 0, or `.never`.
        """,
        "FakeStorage.get cannot be verified: Dozen() is no count. Write a number from 0, or `.never`.",
        "Expected at least 1 call of FakeStorage.get with (\"x\"); none of its 3 calls matches.",
        "Expected 4 calls of FakeStorage.get for which the closure returns true; 3 calls match.",
      ])
  }

  @Test func theSameArgumentsOfAnotherFunctionAreMentioned() throws {
    try fake.send("value", "key")
    #expect(
      failure { fake.verify(\.set, with: "value", "key") } == """
        Expected 1 call of FakeStorage.set with ("value", "key"); it was never called.
          Called: send 1 time.
          Another function got these arguments: call 1: send("value", "key")
        """)
    try fake.set("value", "tokn")
    #expect(
      failure { fake.verify(\.set, with: "value", "key") } == """
        Expected 1 call of FakeStorage.set with ("value", "key"); its only call does not match.
          call 2: set("value", "tokn")    argument 2: expected "key", was "tokn"
          Another function got these arguments: call 1: send("value", "key")
        """)
  }

  @Test func aPassingCheckMakesNoTexts() throws {
    struct Loud: Equatable, CustomStringConvertible {
      let texts: Captured<Int>
      static func == (left: Loud, right: Loud) -> Bool { true }
      var description: String {
        texts.withValue { $0 += 1 }
        return "loud"
      }
    }
    struct FakeRoom: Faked {
      let instanceId = FakeInstance()
      let enter: FunctionID<(Loud) -> Void, Returns> = "enter"
      func enter(_ loud: Loud) { handleCall(\.enter, loud, default: ()) }
    }
    let (room, loud) = (FakeRoom(), Loud(texts: Captured(0)))
    withFakedScope {
      room.enter(loud)
      room.verify(\.enter, with: loud)
      room.verify(\.enter, matching: .oneOf(loud))
      verifyInOrder { room.verify(\.enter, with: loud) }
      room.verifyNoMoreCalls()
    }
    #expect(loud.texts.value == 0)
  }

  @Test func aFailureOfManyCallsIsShort() throws {
    for number in 0..<20_000 { _ = try fake.get("\(number)") }
    let text = try #require(failure { fake.verify(\.get, called: 2, with: "19999") })
    #expect(text.hasPrefix("Expected 2 calls of FakeStorage.get with (\"19999\"); 1 of its 20000"))
    #expect(text.contains("\n  call 20000: get(\"19999\")\n  call 1: get(\"0\")"))
    #expect(text.hasSuffix("\n  … and 19980 more calls"))
    #expect(failure { fake.verifyNoCalls() }?.hasSuffix("\n  … and 19980 more calls") == true)
  }
}

/// What the type of `called:` lets through, for a protocol cannot be closed.
private struct Dozen: CallCountExpression {}
