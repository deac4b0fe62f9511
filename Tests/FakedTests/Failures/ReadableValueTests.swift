import Faked
import Testing

@Suite struct ReadableValueTests {
  @Test func valuesAreShownAsCodeAndTruncated() {
    let (a, b) = (String(repeating: "a", count: 100), String(repeating: "b", count: 100))
    let values: [(value: Any, text: String)] = [
      ("a\"b\n", #""a\"b\n""#), ("c" as Character, #""c""#),
      (a + b, "\"\(a.prefix(70))…\(b.prefix(50))\" (200 characters)"),
      ([Int?.some(1), nil], "[1, nil]"), (Set(1...6), "[1, 2, 3, 4, 5, 6]"),
      (["b": 1, "a": 2], #"["a": 2, "b": 1]"#), ([Int: Int](), "[:]"),
      ([[[[[1]]]]], "[[[[…]]]]"),
      // Truncated before it is read.
      (
        Array(repeating: 0, count: 1_000_000),
        "[" + String(repeating: "0, ", count: 20) + "… and 999980 more]"
      ),
      // The first elements, and the number of the others.
      (
        (1...50).map { Address(city: "City \($0)", zip: nil) },
        "[" + (1...3).map { #"Address(city: "City \#($0)", zip: nil), "# }.joined()
          + "… and 47 more]"
      ),
      ([a + b], "[\"\(a.prefix(70))…\(b.prefix(50))\" (200 characters)]"),
      ((1, b: "x"), #"(1, b: "x")"#),
      (State.done(1, why: "x"), #".done(1, why: "x")"#), (State.named("x"), #".named("x")"#),
      (State.idle, ".idle"),
      (Address(city: "Graz", zip: nil), #"Address(city: "Graz", zip: nil)"#),
      (Box(value: [1]), "Box<[Int]>(value: [1])"), (Node(), "Node"),
      ([Key<(Int) -> Int>: Int].self, "[Key<(Int) -> Int>: Int].self"),
      ([Int?].self, "[Int?].self"), ([(Int) -> [Int]].self, "[(Int) -> [Int]].self"),
      (Box<(Int, [String: Box<Int?>])>.self, "Box<(Int, [String: Box<Int?>])>.self"),
      ((() -> Int)?.self, "(() -> Int)?.self"),
      (Described(), #"one\ntwo"#), (DebugDescribed(), "debugged"),
      (FakeHolder(1), "FakeHolder"), (NamedFake(), "cache: NamedFake"),
    ]
    for (value, text) in values {
      let error = FakedError.assertionFailed("FakeHolder.value: expected nil, was \(text).")
      #expect(FakeHolder(value).failure(of: "value", expected: nil) == error)
    }
  }

  @Test(arguments: [
    (.zero, "0 µs"), (.microseconds(999), "999 µs"), (.microseconds(1_999), "1 ms"),
    (.milliseconds(999), "999 ms"), (.seconds(1), "1 s"), (.milliseconds(1_590), "1.5 s"),
    (.milliseconds(-1_500), "-1.5 s"), (.seconds(Int64.max) + .seconds(1), "\(Int64.max) s"),
  ])
  func aDurationHasTheUnitThatFits(_ duration: Duration, _ text: String) {
    #expect(duration.formattedShort == text)
  }
}

private struct Described: CustomStringConvertible {
  var description: String { "one\ntwo" }
}

private struct DebugDescribed: CustomDebugStringConvertible {
  var debugDescription: String { "debugged" }
}

private struct Key<Value>: Hashable {}

private struct Box<Value> {
  let value: Value
}

/// Messages never read the description of a fake, because it may be a faked function.
private struct NamedFake: Faked, CustomStringConvertible {
  let instanceId = FakeInstance("cache")
  let describe: FunctionID<(NamedFake) -> String, Throws> = "describe"
  var description: String { (try? handleCall(\.describe, self)) ?? "undescribed" }
}

private enum State {
  case idle
  case named(String)
  case done(Int, why: String)
}

private struct Address {
  let city: String
  let zip: String?
}

private final class Node {
  let value = 1
}
