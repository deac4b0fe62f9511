import FakedTesting
import TestSupport
import Testing

struct VerifyTests {
  private let fake = FakeStorage()

  @Test func aFailureIsAtTheLineOfTheCheck() throws {
    let line = #line + 3
    try fake.get("a")
    let found = failures {
      fake.verify(\.set)
      fake.verify(\.get, with: "b")
      fake.verify(\.get, matching: .equal("b"))
      fake.verify(\.get) { $0 == "b" }
      fake.verify(\.send, with: 1)
      fake.verify(\.send, matching: .any)
      fake.verify(\.send) { _ in true }
      fake.verify(\.nowID)
    }
    #expect(found.map(\.line) == Array(line..<line + 8))
  }

  @Test func aFakeThatOutlivedItsScopeIsReported() throws {
    let (used, unused) = try withFakedScope {
      let (used, unused) = (FakeStorage(), FakeStorage())
      try used.get("a")
      return (used, unused)
    }
    let texts = try failures {
      used.verify(\.get)
      used.verify(\.get, with: "a")
      used.verify(\.get, called: .never)
      used.verifyNoMoreCalls()
      // A late call is not kept either.
      try unused.get("b")
      unused.verify(\.get, with: "b")
    }.map(\.text)
    func text(_ fake: String) -> String {
      """
      After the end of its test: \(fake) cannot be verified. The scope of this fake has ended, \
      and its calls were discarded. Verify within the scope.
      """
    }
    #expect(
      texts == Array(repeating: text("FakeStorage"), count: 4) + [text("FakeStorage #2")])
    let other = withFakedScope { FakeStorage() }
    #expect(failure { other.verify(\.get) }?.contains("it was never called") == true)
    // In a later scope, no call of an earlier one counts.
    let tornDown = FakeStorage()
    try tornDown.get("a")
    tornDown.tearDown()
    withFakedScope {
      tornDown.verify(\.get, called: .never)
      #expect(failure { used.verify(\.get) }?.contains("it was never called") == true)
    }
  }

  @Test func verifyingDoesNotRunTheBehavior() throws {
    let runs = Captured(0)
    fake.when(\.get) { _ in
      runs.withValue { $0 += 1 }
      return nil
    }
    try fake.get("a")
    fake.verify(\.get, with: "a")
    fake.verify(\.get) { _ in true }
    #expect(runs.value == 1)
    #expect(fake.invocationCount(of: \.get) == 1)
  }

  @Test func capturesReceiveTheArgumentsOfCountedCalls() throws {
    for (value, key) in [("a", "x"), ("b", "y"), ("c", "x")] { try fake.set(value, key) }
    let values = Captured<[String]>([])
    fake.verify(\.set, called: 2, matching: .capture(into: values), .equal("x"))
    _ = failure { fake.verify(\.set, matching: .capture(into: values), .equal("x")) }
    #expect(values.value == ["a", "c"])
  }

  @Test func aCountIsANumberOrARange() throws {
    for key in ["a", "b", "c"] { try fake.get(key) }
    let expected = 3
    fake.verify(\.get, called: expected)
    fake.verify(\.get, called: 3)
    fake.verify(\.get, called: 1, with: "a")
    fake.verify(\.get, called: ["a", "b", "c"].count, matching: .oneOf(["a", "b", "c"]))
    fake.verify(\.get, called: 1...3)
    fake.verify(\.get, called: 1...Int.max)
    fake.verify(\.get, called: ...Int.max)
    fake.verify(\.get, called: 3..<4)
    fake.verify(\.get, called: 2...)
    fake.verify(\.get, called: ...3)
    fake.verify(\.get, called: ..<4)
    fake.verify(\.get, called: 1...2, matching: .oneOf("a", "b"))
    fake.verify(\.get, called: 2...) { $0 != "b" }
    let none = """
      FakeStorage.get cannot be verified: the range is empty. Use a number of \
      at least 0, or `.never`.
      """
    let negative = """
      FakeStorage.get cannot be verified: the count -1 is negative. Use a number of at least 0, or \
      `.never`.
      """
    let texts = failures {
      fake.verify(\.get, called: 1..<3)
      fake.verify(\.get, called: 4...)
      fake.verify(\.get, called: ...2)
      fake.verify(\.get, called: 3..<3)
      fake.verify(\.get, called: ..<0)
      fake.verify(\.get, called: -1)
      fake.verify(\.get, called: (-1)...)
      fake.verify(\.get, called: -1...2)
      fake.verify(\.get, called: 1)
      fake.verify(\.get, called: 1..., with: "x")
      fake.verify(\.get, called: 4) { _ in true }
    }.map { String($0.text.prefix { $0 != "\n" }) }
    #expect(
      texts == [
        "Expected 1 to 2 calls of FakeStorage.get; there were 3 calls.",
        "Expected at least 4 calls of FakeStorage.get; there were 3 calls.",
        "Expected at most 2 calls of FakeStorage.get; there were 3 calls.",
        none, none, negative, negative, negative,
        "Expected 1 call of FakeStorage.get; there were 3 calls.",
        "Expected at least 1 call of FakeStorage.get with (\"x\"); none of its 3 calls matches.",
        "Expected 4 calls of FakeStorage.get for which the closure returns true; 3 calls match.",
      ])
  }

  @Test func aPassingCheckRendersNoText() throws {
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
}
