import FakedTesting
import TestSupport
import Testing

/// `verify` with values, matchers, and a closure.
struct VerifyArgumentsTests {
  @Test func everyFormComparesArgumentsInOrder() async throws {
    struct Sums: Faked {
      let instanceId = FakeInstance()
      let add: FunctionID<(Int, Int, Int) -> Void, Throws> = "add"
    }
    let sums = Sums()
    for digit in [1, 2] { try? sums.handleCall(\.add, digit, 3, 4) }
    sums.verify(\.add) { a, b, c in (a * 10 + b) * 10 + c == 134 }
    sums.verify(\.add, called: .never) { a, b, _ in a > b }
    sums.verify(\.add, with: 1, 3, 4)
    sums.verify(\.add, called: .never, with: 9, 3, 4)
    sums.verify(\.add, called: .never, with: 1, 9, 4)
    sums.verify(\.add, called: .never, with: 1, 3, 9)
    sums.verify(\.add, matching: .equal(1), .equal(3), .equal(4))
    sums.verify(\.add, called: .never, matching: .equal(9), .any, .any)
    sums.verify(\.add, called: .never, matching: .any, .equal(9), .any)
    sums.verify(\.add, called: .never, matching: .any, .any, .equal(9))
    let fake = FakeStorage()
    try await fake.save(User())
    fake.verify(\.save, with: User())
    fake.verify(\.save, matching: .keyPath(\.name, .prefix("A")))
    fake.verify(\.save) { $0.address.city == "Wien" }
    fake.verify(\.save, called: .never) { $0.address.city == "Graz" }
    try fake.send("a", nil)
    fake.verify(\.send, with: "a", nil)
    fake.verify(\.send, called: .never, with: "a", "b")
    fake.verify(\.send, matching: .type(String.self), .isNil)
    fake.verify(\.send, called: .never, matching: .any, .notNil)
    fake.verify(\.send) { params in params.count == 2 && params[0].value as? String == "a" }
    fake.verify(\.send, called: .never) { params in params.isEmpty }
  }
}

/// All calls of a function, compared with a list of arguments.
struct VerifyArgumentListTests {
  private let fake = FakeStorage()

  @Test func aListOfArgumentsRequiresCallsInOrder() throws {
    fake.verify(\.set, arguments: [])
    try fake.set("a", "k")
    try fake.set("b", "k")
    try fake.get("x")
    fake.verify(\.set, arguments: [("a", "k"), ("b", "k")])
    fake.verify(\.get, arguments: ["x"])
    fake.verifyNoMoreCalls()
  }

  @Test func theFailureNamesDifferentAndMissingArguments() throws {
    try fake.set("a", "k")
    _ = fake.now()
    try fake.set("c", "k")
    #expect(
      failure { fake.verify(\.set, arguments: [("a", "k"), ("b", "k"), ("d", "k")]) } == """
        Expected 3 calls of FakeStorage.set with these arguments, in order; there were 2 calls.
          call 1: set("a", "k")
          call 3: set("c", "k")    argument 1: expected "b", was "c"
          missing: set("d", "k")
        """)
    #expect(
      failure { fake.verify(\.set, arguments: [("a", "k")]) } == """
        Expected 1 call of FakeStorage.set with these arguments, in order; there were 2 calls.
          call 1: set("a", "k")
          call 3: set("c", "k")    not expected
        """)
    fake.history = .last(1)
    #expect(
      failure { fake.verify(\.set, arguments: [("c", "k")]) }?.contains("cannot be verified")
        == true)
  }

  @Test func longListsStartAtTheFirstDifference() throws {
    for number in 0..<100 { try fake.set("\(number)", "k") }
    let wanted = (0..<200).map { ($0 == 50 ? "x" : "\($0)", "k") }
    let text = try #require(failure { fake.verify(\.set, arguments: wanted) })
    #expect(text.contains("\n  … 47 earlier, as expected\n  call 48: set(\"47\", \"k\")\n"))
    #expect(text.contains("argument 1: expected \"x\", was \"50\""))
    #expect(text.contains("\n  … and 33 more calls\n  missing: set(\"100\", \"k\")\n"))
    #expect(text.hasSuffix("\n  … and 80 more missing"))
  }
}
