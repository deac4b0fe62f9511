import Faked
import Testing

private struct User: Equatable { var name: String, age: Int }

/// A type whose parts don't help a reader.
private struct Stamp: Equatable, CustomReflectable, CustomStringConvertible {
  let number: Int
  var customMirror: Mirror { Mirror(self, children: []) }
  var description: String { "stamp \(number)" }
}

private struct Letter: Equatable { var stamp: Stamp }

private struct Unequal: Equatable {
  static func == (left: Unequal, right: Unequal) -> Bool { false }
}

private struct Probe<Value>: Faked {
  let instanceId = FakeInstance()
  let ask: FunctionID<(Value) -> Bool, Throws> = "ask"
}

/// Expects that a matcher matches, or that a failure describes the mismatch with this text.
private func expect<Value>(
  _ matcher: Matcher<Value>, on value: Value, says text: String? = nil,
  at location: SourceLocation = #_sourceLocation
) {
  let probe = Probe<Value>()
  probe.when(\.ask, matching: matcher).thenReturn(true)
  var said: String?
  do {
    _ = try probe.handleCall(\.ask, value)
  } catch {
    let line = "\(error)".split(separator: "\n").dropFirst().first ?? "\(error)"
    said = line.split(separator: ": argument 1: ", maxSplits: 1).last.map(String.init)
  }
  #expect(said == text, sourceLocation: location)
}

struct MatcherTests {
  private let grown = User(name: "A", age: 20)
  private let child = User(name: "A", age: 3)

  @Test func equalDescribesBothValues() {
    expect(.any, on: 1)
    expect(.any, on: nil as Int?)
    expect(.equal("token"), on: "token")
    expect(.equal("token"), on: "tokn", says: "expected \"token\", was \"tokn\"")
    expect(.equal(1), on: nil as Int?, says: "expected 1, was nil")
    expect(.equal(nil), on: 1 as Int?, says: "expected nil, was 1")
    expect(.equal(grown), on: child, says: "age: expected 20, was 3")
    expect(
      .equal(.nan), on: Double.nan, says: "expected nan, was nan; NaN is not equal to itself")
    expect(
      .equal(Letter(stamp: Stamp(number: 1))), on: Letter(stamp: Stamp(number: 2)),
      says: "stamp: expected stamp 1, was stamp 2")
    expect(
      .equal(Unequal()), on: Unequal(),
      says: "expected Unequal(), was Unequal(); they have the same description, but are not equal")
    expect(.oneOf(1, 2), on: 2)
    expect(.oneOf(1, 2), on: 3, says: "expected one of 1, 2, was 3")
  }

  @Test func nilAndNotNilAreOpposites() {
    expect(.isNil, on: nil as Int?)
    expect(.isNil, on: 1 as Int?, says: "expected nil, was 1")
    expect(.notNil, on: 1 as Int?)
    expect(.notNil, on: nil as Int?, says: "expected not nil, was nil")
    expect(.isNil, on: nil as Any?)
    expect(.notNil, on: nil as Any?, says: "expected not nil, was nil")
    expect(.isNil, on: 1, says: "expected nil, was 1")
  }

  @Test func matchersOfTheWrappedTypeMatchOptionals() {
    let noPrefix = "expected String something that begins with \"a\", was nil"
    expect(.type(String.self, .prefix("a")), on: "abc" as String?)
    expect(.type(String.self, .prefix("a")), on: nil as String?, says: noPrefix)
    expect(.equal(grown), on: child as User?, says: "age: expected 20, was 3")
    expect(.type(Int.self, .range(1...3)), on: 4 as Int?, says: "expected Int 1...3, was 4")
    expect(.oneOf(1, nil), on: nil as Int?)
  }

  @Test func closuresRangesAndPartsMatch() {
    expect(.where { $0 > 3 }, on: 4)
    expect(.where { $0 > 3 }, on: 3, says: "expected where { … }, was 3")
    let even = Matcher<Int>("an even number") { $0.isMultiple(of: 2) }
    expect(even, on: 2)
    expect(even, on: 3, says: "expected an even number, was 3")
    expect(.range(1..<3), on: 2)
    expect(.range(1..<3), on: 3, says: "expected 1..<3, was 3")
    expect(.range(...5), on: 5)
    expect(.contains(2), on: [1, 2])
    expect(.contains(3), on: [1, 2], says: "expected something that contains 3, was [1, 2]")
    expect(.contains("ell"), on: "hello")
    expect(.contains(""), on: "")
    expect(
      .contains("x"), on: "hello",
      says: "expected something that contains \"x\", was \"hello\"")
    expect(.prefix("he"), on: "hello")
    expect(.prefix([1, 2]), on: [1, 2, 3])
    let once = Matcher<[Int]>.prefix(AnySequence([1, 2].makeIterator()))
    expect(once, on: [1, 2, 3])
    expect(once, on: [2, 1], says: "expected something that begins with [1, 2], was [2, 1]")
    expect(.prefix([2]), on: [1, 2], says: "expected something that begins with [2], was [1, 2]")
  }

  @Test func matchersCanBeCombined() {
    expect(.not(.equal(1)), on: 2)
    expect(.not(.equal(1)), on: 1, says: "expected not 1, was 1")
    expect(.all(.range(1...5), .not(.equal(3))), on: 4)
    expect(.all(.range(1...5), .not(.equal(3))), on: 3, says: "expected not 3, was 3")
    expect(.keyPath(\.age, .range(18...)), on: child, says: ".age: expected 18..., was 3")
  }
}
