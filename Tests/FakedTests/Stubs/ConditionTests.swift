import Faked
import Testing

private final class Token {}
private struct Address: Equatable { var city = "Wien", zip = 1010 }
private struct User { var name = "Ada", address = Address(), token = Token() }

private struct Fake: Faked {
  let instanceId = FakeInstance()
  let set: FunctionID<(String, Int?) -> String, Throws> = "set"
  let store: FunctionID<(User) -> Int, Throws> = "store"
  let any: FunctionID<(Any?) -> Int, Throws> = "any"
  let send = "send"

  func set(_ key: String, _ n: Int?) throws -> String { try handleCall(\.set, key, n) }
  func store(_ user: User) throws -> Int { try handleCall(\.store, user) }
  func any(_ value: Any?) throws -> Int { try handleCall(\.any, value) }
  func send(_ a: Any?, _ b: Any?) throws -> Int { try handleCall(\.send, params: a, b) }
}

struct ConditionTests {
  private let fake = Fake()

  @Test func theNewestConditionThatMatchesAllArgumentsResponds() throws {
    fake.when(\.set) { _, _ in "all" }
    fake.when(\.set, with: "a", 1).thenReturn("a1")
    func results() throws -> [String] {
      try [fake.set("a", 1), fake.set("a", 2), fake.set("a", nil), fake.set("b", 1)]
    }
    #expect(try results() == ["a1", "all", "all", "all"])
    fake.when(\.set, matching: .equal("a"), .any).thenReturn("a*")
    #expect(try results() == ["a*", "a*", "a*", "all"])
    fake.when(\.set, with: "a", 1).thenReturn("a1 again")
    #expect(try fake.set("a", 1) == "a1 again")
    fake.when(\.set) { _, _ in "hides all" }
    #expect(try fake.set("a", 1) == "hides all")
  }

  @Test func stringIDsCompareByValueAndStructure() throws {
    fake.when(\.send, with: "a", nil).thenReturn(1)
    fake.when(\.send, with: ["k": [1, 2]], User(token: Token())).thenReturn(2)
    fake.when(\.send, matching: .type(Int.self, .range(1...3)), .any).thenReturn(3)
    fake.when("send").where { params in params[1].value is Double }.thenReturn(4)
    #expect(try [fake.send("a", nil), fake.send(2, "x"), fake.send("q", 1.5)] == [1, 3, 4])
    #expect(throws: FakedError.self) { try fake.send(4, "x") }
    #expect(throws: FakedError.self) { try fake.send("a", "b") }
  }

  @Test func theFailureStatesTheNumberOfParametersBeforeTheClosure() throws {
    fake.when(\.send, with: "a").where { _ in false }.thenReturn(1)
    fake.when(\.send, with: "a", 1).where { _ in false }.thenReturn(1)
    let message = #expect(throws: FakedError.self) { try fake.send("a", 1) }?.message
    #expect(message?.contains(": expected 1 parameter, was called with 2\n") == true)
    #expect(message?.contains(": the closure returned false\n") == true)
  }

  @Test func theFailureNamesTheArgumentThatDidNotMatch() throws {
    fake.when(\.set, with: "abc", 1).thenReturn("x")
    let first = #line - 1
    fake.when(\.set, matching: .prefix("t"), .type(Int.self, .range(5...))).thenReturn("y")
    let second = #line - 1
    let error = #expect(throws: FakedError.self) { try fake.set("tokn", 1) }
    #expect(
      error?.message == """
        No stub responds to Fake.set("tokn", 1).
          Stub for (something that begins with "t", Int 5...) at ConditionTests.swift:\(second): \
        argument 2: expected Int 5..., was 1
          Stub for ("abc", 1) at ConditionTests.swift:\(first): argument 1: expected "abc", was "tokn"
          Write before the call: fake.when(\\.set, with: "tokn", 1).thenReturn(…)
        """)
  }

  @Test func capturesKeepOnlyCallsThatMatchCompletely() throws {
    let keys = Captured<[String]>([])
    fake.when(\.set) { _, _ in "other" }
    fake.when(\.set, matching: .capture(into: keys), .equal(1)).where { key, _ in key != "d" }
      .thenReturn("one")
    _ = try fake.set("a", 2)
    for key in ["b", "c", "d"] { _ = try fake.set(key, 1) }
    #expect(keys.value == ["b", "c"])
  }

  @Test func valuesMatchByIdentityPropertyAndType() throws {
    let token = Token()
    fake.when(\.store) { _ in 0 }
    fake.when(\.store, matching: .where { $0.name == "Eve" }).thenReturn(1)
    fake.when(\.store, matching: .keyPath(\.address.city, .prefix("G"))).thenReturn(2)
    fake.when(\.store, matching: .keyPath(\.token, .identical(to: token))).thenReturn(3)
    let users = [
      User(name: "Ada"), User(name: "Eve"), User(address: Address(city: "Graz")),
      User(token: token),
    ]
    #expect(try users.map(fake.store) == [0, 1, 2, 3])
    fake.when(\.any) { _ in 0 }
    fake.when(\.any, matching: .identical(to: token)).thenReturn(4)
    fake.when(\.any, matching: .isNil).thenReturn(5)
    fake.when(\.any, matching: .type(String.self)).thenReturn(6)
    #expect(try [1, token, nil, "a"].map(fake.any) == [0, 4, 5, 6])
  }
}
