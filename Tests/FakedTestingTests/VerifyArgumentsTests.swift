import FakedTesting
import Testing

/// `verify` with values, matchers and a closure, for every number of parameters, sync and async.
struct VerifyArgumentsTests {
  private struct Sums: Faked {
    let instanceId = FakeInstance()
    let one: FunctionID<(Int) -> Void, Throws> = "one"
    let two: FunctionID<(Int, Int) -> Void, Throws> = "two"
    let three: FunctionID<(Int, Int, Int) -> Void, Throws> = "three"
    let four: FunctionID<(Int, Int, Int, Int) -> Void, Throws> = "four"
    let five: FunctionID<(Int, Int, Int, Int, Int) -> Void, Throws> = "five"
    let asyncOne: FunctionID<(Int) -> Void, AsyncThrows> = "asyncOne"
    let asyncTwo: FunctionID<(Int, Int) -> Void, AsyncThrows> = "asyncTwo"
    let asyncThree: FunctionID<(Int, Int, Int) -> Void, AsyncThrows> = "asyncThree"
    let asyncFour: FunctionID<(Int, Int, Int, Int) -> Void, AsyncThrows> = "asyncFour"
    let asyncFive: FunctionID<(Int, Int, Int, Int, Int) -> Void, AsyncThrows> = "asyncFive"
  }

  private let fake = Sums()

  @Test func aPartThatReadsAlikeIsNoDifference() {
    struct Ticket: Equatable, CustomReflectable {
      let number: Int
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    struct Order: Equatable {
      let ticket: Ticket
      let count: Int
    }
    struct Shop: Faked {
      let instanceId = FakeInstance()
      let sell: FunctionID<(Order) -> Void, Throws> = "sell"
    }
    let shop = Shop()
    try? shop.handleCall(\.sell, Order(ticket: Ticket(number: 1), count: 1))
    let text = failure { shop.verify(\.sell, with: Order(ticket: Ticket(number: 2), count: 2)) }
    #expect(
      text?.hasSuffix(
        """
        call 1: sell(Order(ticket: Ticket, count: 1))    argument 1: count: expected 2, was 1
        """) == true, "\(text ?? "")")
  }

  @Test func everyFormComparesTheArgumentsInTheirOrder() {
    for digit in [1, 2] {
      try? fake.handleCall(\.one, digit)
      try? fake.handleCall(\.two, digit, 3)
      try? fake.handleCall(\.three, digit, 3, 4)
      try? fake.handleCall(\.four, digit, 3, 4, 5)
      try? fake.handleCall(\.five, digit, 3, 4, 5, 6)
    }
    fake.verify(\.one) { $0 == 1 }
    fake.verify(\.two) { a, b in a * 10 + b == 13 }
    fake.verify(\.three) { a, b, c in (a * 10 + b) * 10 + c == 134 }
    fake.verify(\.four) { a, b, c, d in ((a * 10 + b) * 10 + c) * 10 + d == 1345 }
    fake.verify(\.five) { a, b, c, d, e in [a, b, c, d, e] == [1, 3, 4, 5, 6] }
    fake.verify(\.one, with: 1)
    fake.verify(\.one, matching: .equal(1))
    fake.verify(\.one, called: .never, with: 9)
    fake.verify(\.one, called: .never, matching: .equal(9))
    fake.verify(\.two, with: 1, 3)
    fake.verify(\.two, matching: .equal(1), .equal(3))
    fake.verify(\.two, called: .never, with: 9, 3)
    fake.verify(\.two, called: .never, matching: .equal(9), .any)
    fake.verify(\.two, called: .never, with: 1, 9)
    fake.verify(\.two, called: .never, matching: .any, .equal(9))
    fake.verify(\.three, with: 1, 3, 4)
    fake.verify(\.three, matching: .equal(1), .equal(3), .equal(4))
    fake.verify(\.three, called: .never, with: 9, 3, 4)
    fake.verify(\.three, called: .never, matching: .equal(9), .any, .any)
    fake.verify(\.three, called: .never, with: 1, 9, 4)
    fake.verify(\.three, called: .never, matching: .any, .equal(9), .any)
    fake.verify(\.three, called: .never, with: 1, 3, 9)
    fake.verify(\.three, called: .never, matching: .any, .any, .equal(9))
    fake.verify(\.four, with: 1, 3, 4, 5)
    fake.verify(\.four, matching: .equal(1), .equal(3), .equal(4), .equal(5))
    fake.verify(\.four, called: .never, with: 9, 3, 4, 5)
    fake.verify(\.four, called: .never, matching: .equal(9), .any, .any, .any)
    fake.verify(\.four, called: .never, with: 1, 9, 4, 5)
    fake.verify(\.four, called: .never, matching: .any, .equal(9), .any, .any)
    fake.verify(\.four, called: .never, with: 1, 3, 9, 5)
    fake.verify(\.four, called: .never, matching: .any, .any, .equal(9), .any)
    fake.verify(\.four, called: .never, with: 1, 3, 4, 9)
    fake.verify(\.four, called: .never, matching: .any, .any, .any, .equal(9))
    fake.verify(\.five, with: 1, 3, 4, 5, 6)
    fake.verify(\.five, matching: .equal(1), .equal(3), .equal(4), .equal(5), .equal(6))
    fake.verify(\.five, called: .never, with: 9, 3, 4, 5, 6)
    fake.verify(\.five, called: .never, matching: .equal(9), .any, .any, .any, .any)
    fake.verify(\.five, called: .never, with: 1, 9, 4, 5, 6)
    fake.verify(\.five, called: .never, matching: .any, .equal(9), .any, .any, .any)
    fake.verify(\.five, called: .never, with: 1, 3, 9, 5, 6)
    fake.verify(\.five, called: .never, matching: .any, .any, .equal(9), .any, .any)
    fake.verify(\.five, called: .never, with: 1, 3, 4, 9, 6)
    fake.verify(\.five, called: .never, matching: .any, .any, .any, .equal(9), .any)
    fake.verify(\.five, called: .never, with: 1, 3, 4, 5, 9)
    fake.verify(\.five, called: .never, matching: .any, .any, .any, .any, .equal(9))
  }

  @Test func everyFormComparesTheArgumentsOfAnAsyncCallInTheirOrder() async {
    for digit in [1, 2] {
      try? await fake.handleCall(\.asyncOne, digit)
      try? await fake.handleCall(\.asyncTwo, digit, 3)
      try? await fake.handleCall(\.asyncThree, digit, 3, 4)
      try? await fake.handleCall(\.asyncFour, digit, 3, 4, 5)
      try? await fake.handleCall(\.asyncFive, digit, 3, 4, 5, 6)
    }
    fake.verify(\.asyncOne) { $0 == 1 }
    fake.verify(\.asyncTwo) { a, b in a * 10 + b == 13 }
    fake.verify(\.asyncThree) { a, b, c in (a * 10 + b) * 10 + c == 134 }
    fake.verify(\.asyncFour) { a, b, c, d in ((a * 10 + b) * 10 + c) * 10 + d == 1345 }
    fake.verify(\.asyncFive) { a, b, c, d, e in [a, b, c, d, e] == [1, 3, 4, 5, 6] }
    fake.verify(\.asyncOne, with: 1)
    fake.verify(\.asyncOne, matching: .equal(1))
    fake.verify(\.asyncOne, called: .never, with: 9)
    fake.verify(\.asyncOne, called: .never, matching: .equal(9))
    fake.verify(\.asyncTwo, with: 1, 3)
    fake.verify(\.asyncTwo, matching: .equal(1), .equal(3))
    fake.verify(\.asyncTwo, called: .never, with: 9, 3)
    fake.verify(\.asyncTwo, called: .never, matching: .equal(9), .any)
    fake.verify(\.asyncTwo, called: .never, with: 1, 9)
    fake.verify(\.asyncTwo, called: .never, matching: .any, .equal(9))
    fake.verify(\.asyncThree, with: 1, 3, 4)
    fake.verify(\.asyncThree, matching: .equal(1), .equal(3), .equal(4))
    fake.verify(\.asyncThree, called: .never, with: 9, 3, 4)
    fake.verify(\.asyncThree, called: .never, matching: .equal(9), .any, .any)
    fake.verify(\.asyncThree, called: .never, with: 1, 9, 4)
    fake.verify(\.asyncThree, called: .never, matching: .any, .equal(9), .any)
    fake.verify(\.asyncThree, called: .never, with: 1, 3, 9)
    fake.verify(\.asyncThree, called: .never, matching: .any, .any, .equal(9))
    fake.verify(\.asyncFour, with: 1, 3, 4, 5)
    fake.verify(\.asyncFour, matching: .equal(1), .equal(3), .equal(4), .equal(5))
    fake.verify(\.asyncFour, called: .never, with: 9, 3, 4, 5)
    fake.verify(\.asyncFour, called: .never, matching: .equal(9), .any, .any, .any)
    fake.verify(\.asyncFour, called: .never, with: 1, 9, 4, 5)
    fake.verify(\.asyncFour, called: .never, matching: .any, .equal(9), .any, .any)
    fake.verify(\.asyncFour, called: .never, with: 1, 3, 9, 5)
    fake.verify(\.asyncFour, called: .never, matching: .any, .any, .equal(9), .any)
    fake.verify(\.asyncFour, called: .never, with: 1, 3, 4, 9)
    fake.verify(\.asyncFour, called: .never, matching: .any, .any, .any, .equal(9))
    fake.verify(\.asyncFive, with: 1, 3, 4, 5, 6)
    fake.verify(\.asyncFive, matching: .equal(1), .equal(3), .equal(4), .equal(5), .equal(6))
    fake.verify(\.asyncFive, called: .never, with: 9, 3, 4, 5, 6)
    fake.verify(\.asyncFive, called: .never, matching: .equal(9), .any, .any, .any, .any)
    fake.verify(\.asyncFive, called: .never, with: 1, 9, 4, 5, 6)
    fake.verify(\.asyncFive, called: .never, matching: .any, .equal(9), .any, .any, .any)
    fake.verify(\.asyncFive, called: .never, with: 1, 3, 9, 5, 6)
    fake.verify(\.asyncFive, called: .never, matching: .any, .any, .equal(9), .any, .any)
    fake.verify(\.asyncFive, called: .never, with: 1, 3, 4, 9, 6)
    fake.verify(\.asyncFive, called: .never, matching: .any, .any, .any, .equal(9), .any)
    fake.verify(\.asyncFive, called: .never, with: 1, 3, 4, 5, 9)
    fake.verify(\.asyncFive, called: .never, matching: .any, .any, .any, .any, .equal(9))
  }

  @Test func aClosureThatAcceptsNoCallFailsTheTest() async {
    try? fake.handleCall(\.two, 1, 3)
    try? await fake.handleCall(\.asyncTwo, 1, 3)
    let failures = failures {
      fake.verify(\.two) { a, b in a > b }
      fake.verify(\.asyncTwo) { a, b in a > b }
    }
    #expect(failures.map(\.line) == [#line - 3, #line - 2])
  }
}

/// All calls of a function, compared with a list of arguments.
struct VerifyArgumentListTests {
  private let fake = FakeStorage()

  @Test func aListOfArgumentsIsTheCallsInOrder() throws {
    fake.verify(\.set, arguments: [])
    try fake.set("a", "k")
    try fake.set("b", "k")
    _ = try fake.get("x")
    fake.verify(\.set, arguments: [("a", "k"), ("b", "k")])
    fake.verify(\.get, arguments: ["x"])
    fake.verifyNoMoreCalls()
    #expect(fake.calls(to: \.set).map(\.arguments).elementsEqual([("a", "k"), ("b", "k")], by: ==))
  }

  @Test func theFailureNamesWhatDiffersAndWhatIsMissing() throws {
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

  @Test func longListsAreShownFromTheFirstDifference() throws {
    for number in 0..<100 { try fake.set("\(number)", "k") }
    let wanted = (0..<200).map { ($0 == 50 ? "x" : "\($0)", "k") }
    let text = try #require(failure { fake.verify(\.set, arguments: wanted) })
    #expect(text.contains("\n  … 47 earlier, as expected\n  call 48: set(\"47\", \"k\")\n"))
    #expect(text.contains("argument 1: expected \"x\", was \"50\""))
    #expect(text.contains("\n  … and 33 more calls\n  missing: set(\"100\", \"k\")\n"))
    #expect(text.hasSuffix("\n  … and 80 more missing"))
  }
}
