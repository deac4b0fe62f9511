import FakedTesting
import Testing

/// `verify` with a closure, for every number of parameters, sync and async.
struct VerifyWhereTests {
  private struct Sums: Faked {
    let instanceId = FakeInstance()
    let one: FunctionID<(Int) throws -> Void> = "one"
    let two: FunctionID<(Int, Int) throws -> Void> = "two"
    let three: FunctionID<(Int, Int, Int) throws -> Void> = "three"
    let four: FunctionID<(Int, Int, Int, Int) throws -> Void> = "four"
    let five: FunctionID<(Int, Int, Int, Int, Int) throws -> Void> = "five"
    let asyncOne: FunctionID<(Int) async throws -> Void> = "asyncOne"
    let asyncTwo: FunctionID<(Int, Int) async throws -> Void> = "asyncTwo"
    let asyncThree: FunctionID<(Int, Int, Int) async throws -> Void> = "asyncThree"
    let asyncFour: FunctionID<(Int, Int, Int, Int) async throws -> Void> = "asyncFour"
    let asyncFive: FunctionID<(Int, Int, Int, Int, Int) async throws -> Void> = "asyncFive"
  }

  private let fake = Sums()

  @Test func theClosureGetsTheArgumentsInTheirOrder() {
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
  }

  @Test func theClosureGetsTheArgumentsOfAnAsyncCallInTheirOrder() async {
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
