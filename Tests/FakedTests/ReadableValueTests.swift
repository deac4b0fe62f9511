import Faked
import Testing

@Suite struct ReadableValueTests {
  @Test(arguments: [
    (ComparedValue("a\"b\n"), #""a\"b\n""#), (ComparedValue("c" as Character), #""c""#),
    (ComparedValue([Int?.some(1), nil]), "[1, nil]"), (ComparedValue(Set([3, 1, 2])), "[1, 2, 3]"),
    (ComparedValue(["b": 1, "a": 2]), #"["a": 2, "b": 1]"#), (ComparedValue([Int: Int]()), "[:]"),
    (ComparedValue((1, b: "x")), #"(1, b: "x")"#),
    (ComparedValue(State.done(1, why: "x")), #".done(1, why: "x")"#),
    (ComparedValue(State.named("x")), #".named("x")"#), (ComparedValue(State.idle), ".idle"),
    (ComparedValue(Address(city: "Graz", zip: nil)), #"Address(city: "Graz", zip: nil)"#),
    (ComparedValue(Node()), "Node"), (ComparedValue(FakeShelf(ComparedValue(1))), "FakeShelf"),
    (ComparedValue(Int.self), "Int.self"),
    (ComparedValue(Described()), "described"), (ComparedValue(DebugDescribed()), "debugged"),
    (ComparedValue([[[[[1]]]]]), "[[[[…]]]]"), (ComparedValue(TwoLines()), #"first\nsecond"#),
    (ComparedValue(Set([1, 2])), "[1, 2]"), (ComparedValue([Int?].self), "[Int?].self"),
    (ComparedValue([(Int) -> [Int]].self), "[(Int) -> [Int]].self"),
    (ComparedValue(Box(value: [1])), "Box<[Int]>(value: [1])"),
    (ComparedValue(NamedFake()), "cache: NamedFake"),
  ])
  func valuesReadAsTheyAreWrittenInCode(value: ComparedValue, text: String) {
    #expect(throws: FakedError.assertionFailed("FakeShelf.value: expected nil, was \(text).")) {
      try FakeShelf(value).assertProp("value", expectedValue: nil)
    }
  }

  @Test func aLongTextIsShortenedInTheMiddle() {
    let text =
      "\"" + String(repeating: "a", count: 70) + "…" + String(repeating: "b", count: 50)
      + "\" (200 characters)"
    let long = String(repeating: "a", count: 100) + String(repeating: "b", count: 100)
    #expect(throws: FakedError.assertionFailed("FakeShelf.value: expected nil, was \(text).")) {
      try FakeShelf(ComparedValue(long)).assertProp("value", expectedValue: nil)
    }
  }

  @Test func aLongListIsCutBeforeItIsRead() {
    let text = "[" + String(repeating: "0, ", count: 20) + "… and 999980 more]"
    #expect(throws: FakedError.assertionFailed("FakeShelf.value: expected nil, was \(text).")) {
      try FakeShelf(ComparedValue(Array(repeating: 0, count: 1_000_000)))
        .assertProp("value", expectedValue: nil)
    }
  }

  @Test func longTextsAreShownWhereTheyDiffer() {
    let start = String(repeating: "a", count: 200)
    let context = String(repeating: "a", count: 20)
    let length = "(201 characters)"
    let text =
      #"FakeShelf.value: expected "…\#(context)b" \#(length), was "…\#(context)c" \#(length)."#
    #expect(throws: FakedError.assertionFailed(text)) {
      try FakeShelf(ComparedValue(start + "c")).assertProp("value", expectedValue: start + "b")
    }
  }
}

private struct Described: CustomStringConvertible {
  var description: String { "described" }
}

private struct TwoLines: CustomStringConvertible {
  var description: String { "first\nsecond" }
}

private struct Box<Value> {
  let value: Value
}

/// A fake is named, never asked for its description: that may be one of its faked functions.
private struct NamedFake: Faked, CustomStringConvertible {
  let instanceId = FakeInstance("cache")
  let describe: FunctionID<(NamedFake) -> String, Throws> = "describe"
  var description: String { (try? handleCall(\.describe, self)) ?? "undescribed" }
}

private struct DebugDescribed: CustomDebugStringConvertible {
  var debugDescription: String { "debugged" }
}

private struct FakeShelf: Faked {
  let instanceId = "shelf"
  let value: Any?
  init(_ compared: ComparedValue) { value = compared.value }
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
