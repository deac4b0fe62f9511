import Faked
import Testing

private struct User: Equatable { var name: String, age: Int }

/// Matchers through the API that tests use: a reader of one matcher's verdict and text.
private struct Probe<Value>: Faked {
  let instanceId = FakeInstance()
  let ask: FunctionID<(Value) -> Bool, Throws> = "ask"

  /// Nil when it matches, and what the failure says of the argument when it does not.
  func verdict(_ matcher: Matcher<Value>, on value: Value) -> String? {
    resetBehaviors()
    when(\.ask, matching: matcher).thenReturn(true)
    do {
      return try handleCall(\.ask, value) ? nil : "no"
    } catch {
      let lines = "\(error)".split(separator: "\n")
      return lines.count < 2
        ? "\(error)" : lines[1].components(after: "): argument 1: ")
    }
  }
}

extension Substring {
  fileprivate func components(after mark: String) -> String {
    var rest = self
    while !rest.isEmpty, !rest.hasPrefix(mark) { rest = rest.dropFirst() }
    return String(rest.dropFirst(mark.count))
  }
}

private func verdict<Value>(_ matcher: Matcher<Value>, on value: Value) -> String? {
  Probe<Value>().verdict(matcher, on: value)
}

struct MatcherTests {
  @Test func anyMatchesEverything() {
    #expect(verdict(.any, on: 1) == nil)
    #expect(verdict(.any, on: nil as Int?) == nil)
  }

  @Test func equalSaysBothValues() {
    #expect(verdict(.equal("token"), on: "token") == nil)
    #expect(verdict(.equal("token"), on: "tokn") == "expected \"token\", was \"tokn\"")
    #expect(verdict(.equal(1), on: nil as Int?) == "expected 1, was nil")
    #expect(verdict(.equal(nil), on: 1 as Int?) == "expected nil, was 1")
    #expect(
      verdict(.equal(User(name: "Ada", age: 1)), on: User(name: "Eve", age: 1))
        == "name: expected \"Ada\", was \"Eve\"")
    #expect(
      verdict(.equal(.nan), on: Double.nan)
        == "expected nan, was nan; NaN is not equal to itself")
  }

  @Test func oneOfListsItsValues() {
    #expect(verdict(.oneOf(1, 2), on: 2) == nil)
    #expect(verdict(.oneOf(1, 2), on: 3) == "expected one of 1, 2, was 3")
  }

  @Test func nilAndNotNilAreOpposites() {
    #expect(verdict(.isNil, on: nil as Int?) == nil)
    #expect(verdict(.isNil, on: 1 as Int?) == "expected nil, was 1")
    #expect(verdict(.notNil, on: 1 as Int?) == nil)
    #expect(verdict(.notNil, on: nil as Int?) == "expected not nil, was nil")
    #expect(verdict(.isNil, on: nil as Any?) == nil)
    #expect(verdict(.notNil, on: nil as Any?) == "expected not nil, was nil")
    #expect(verdict(.isNil, on: 1) == "expected nil, was 1")
  }

  @Test func unwrappedMatchesWhatTheOptionalHolds() {
    #expect(verdict(.unwrapped(.prefix("a")), on: "abc" as String?) == nil)
    #expect(
      verdict(.unwrapped(.prefix("a")), on: nil as String?)
        == "expected something that begins with \"a\", was nil")
  }

  @Test func anOptionalTakesTheMatchersOfWhatItWraps() {
    #expect(verdict(.prefix("a"), on: "abc" as String?) == nil)
    #expect(
      verdict(.prefix("a"), on: nil as String?)
        == "expected something that begins with \"a\", was nil")
    #expect(
      verdict(.contains("x"), on: "abc" as Substring?)
        == "expected something that contains \"x\", was \"abc\"")
    #expect(verdict(.contains(2), on: [1, 2] as [Int]?) == nil)
    #expect(
      verdict(.prefix([2]), on: [1] as [Int]?) == "expected something that begins with [2], was [1]"
    )
    #expect(verdict(.range(1...3), on: 4 as Int?) == "expected 1...3, was 4")
    #expect(verdict(.range(1...3), on: nil as Int?) == "expected 1...3, was nil")
    let allowed = [1, 2]
    #expect(verdict(.oneOf(allowed), on: 2 as Int?) == nil)
    #expect(verdict(.oneOf(1, nil), on: nil as Int?) == nil)
    #expect(verdict(.oneOf(allowed), on: 3 as Int?) == "expected one of 1, 2, was 3")
    #expect(
      verdict(.keyPath(\.age, .range(18...)), on: User(name: "A", age: 3) as User?)
        == ".age: expected 18..., was 3")
    #expect(
      verdict(.unwrapped(.equal(User(name: "A", age: 1))), on: User(name: "A", age: 3) as User?)
        == "age: expected 1, was 3")
  }

  @Test func theParametersOfAStringIDTakeAllMatchers() {
    #expect(verdict(.prefix("a"), on: "abc" as Any?) == nil)
    #expect(
      verdict(.prefix("a"), on: 1 as Any?)
        == "expected String something that begins with \"a\", was 1 of type Int")
    #expect(verdict(.contains("b"), on: "abc" as Any?) == nil)
    #expect(verdict(.contains(2), on: [1, 2] as Any?) == nil)
    #expect(verdict(.contains("b"), on: ["a", "b"] as Any?) == nil)
    #expect(verdict(.contains("b"), on: ["a", "bc"] as Any?) != nil)
    #expect(verdict(.contains("b"), on: "ac" as Any?) != nil)
    #expect(verdict(.prefix([1]), on: [1, 2] as Any?) == nil)
    #expect(verdict(.range(1...3), on: 2 as Any?) == nil)
    #expect(verdict(.range(1...3), on: 4 as Any?) == "expected Int 1...3, was 4")
    #expect(verdict(.oneOf(1, "a", nil), on: "a" as Any?) == nil)
    #expect(verdict(.oneOf(1, "a", nil), on: nil as Any?) == nil)
    #expect(verdict(.oneOf(1, "a"), on: 2 as Any?) == "expected one of 1, \"a\", was 2")
    let allowed = [1, 2]
    #expect(verdict(.oneOf(allowed), on: 2 as Any?) == nil)
    #expect(verdict(.where { $0 == "a" }, on: "a" as Any?) == nil)
    #expect(verdict(.where { (key: String) in key == "a" }, on: 1 as Any?) != nil)
    #expect(verdict(.where { $0 is Double }, on: 1.5 as Any?) == nil)
    #expect(
      verdict(.keyPath(\User.age, .range(18...)), on: User(name: "A", age: 20) as Any?) == nil)
    #expect(verdict(.either(.equal(1), .isNil), on: nil as Any?) == nil)
  }

  @Test func aCaptureTakesTheTypeOfItsBox() throws {
    let names = Captured<[String]>([])
    let probe = Probe<Any?>()
    #expect(probe.verdict(.capture(into: names), on: "a") == nil)
    #expect(names.value == ["a"])
  }

  @Test func closuresAndCustomMatchersAreALine() {
    #expect(verdict(.where { $0 > 3 }, on: 4) == nil)
    #expect(verdict(.where { $0 > 3 }, on: 3) == "expected where { … }, was 3")
    let even = Matcher<Int>("an even number") { $0.isMultiple(of: 2) }
    #expect(verdict(even, on: 2) == nil)
    #expect(verdict(even, on: 3) == "expected an even number, was 3")
  }

  @Test func aTypeThatDoesNotFitIsAMismatchThatSaysSo() {
    #expect(verdict(.type(String.self), on: "a" as Any?) == nil)
    #expect(verdict(.type(String.self), on: 1 as Any?) == "expected String, was 1 of type Int")
    #expect(verdict(.type(String.self), on: nil as Any?) == "expected String, was nil")
    #expect(
      verdict(.type(Int.self, .range(1...3)), on: 4 as Any?) == "expected Int 1...3, was 4")
    #expect(verdict(.equal("a"), on: 1 as Any?) == "expected \"a\" (String), was 1 (Int)")
  }

  @Test func rangesContainAndPrefix() {
    #expect(verdict(.range(1..<3), on: 2) == nil)
    #expect(verdict(.range(1..<3), on: 3) == "expected 1..<3, was 3")
    #expect(verdict(.range(...5), on: 5) == nil)
    #expect(verdict(.contains(2), on: [1, 2]) == nil)
    #expect(verdict(.contains(3), on: [1, 2]) == "expected something that contains 3, was [1, 2]")
    #expect(verdict(.contains("ell"), on: "hello") == nil)
    #expect(verdict(.contains(""), on: "") == nil)
    #expect(
      verdict(.contains("x"), on: "hello")
        == "expected something that contains \"x\", was \"hello\"")
    #expect(verdict(.prefix("he"), on: "hello") == nil)
    #expect(verdict(.prefix([1, 2]), on: [1, 2, 3]) == nil)
    #expect(
      verdict(.prefix([2]), on: [1, 2]) == "expected something that begins with [2], was [1, 2]")
  }

  @Test func matchersCompose() {
    #expect(verdict(.not(.equal(1)), on: 2) == nil)
    #expect(verdict(.not(.equal(1)), on: 1) == "expected not 1, was 1")
    #expect(verdict(.all(.range(1...5), .not(.equal(3))), on: 4) == nil)
    #expect(
      verdict(.all(.range(1...5), .not(.equal(3))), on: 3) == "expected 1...5 and not 3, was 3")
    #expect(verdict(.either(.equal(1), .range(7...)), on: 8) == nil)
    #expect(
      verdict(.either(.equal(1), .range(7...)), on: 2) == "expected either 1 or 7..., was 2")
    #expect(
      verdict(.keyPath(\.age, .range(18...)), on: User(name: "A", age: 3))
        == ".age: expected 18..., was 3")
  }
}
