import Faked
import FakedReplay
import Foundation
import Testing

@Suite struct ValueTests {
  private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> JSON {
    let json = try ValueEncoder.encode(value)
    let parsed = try JSON(parsing: Data(json.prettyText.utf8))
    #expect(parsed == json)
    #expect(try ValueDecoder.decode(parsed, as: Value.self) == value)
    return json
  }

  enum Suit: String, Codable, CaseIterable { case clubs, hearts, spades }
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case none
  }
  struct Tree: Codable, Equatable {
    var name: String
    var children: [Tree] = []
    var note: String?
  }
  class Animal: Codable {
    var legs: Int
    init(legs: Int) { self.legs = legs }
  }
  final class Dog: Animal {
    var name: String
    init(name: String) {
      self.name = name
      super.init(legs: 4)
    }
    enum Key: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      name = try values.decode(String.self, forKey: .name)
      try super.init(from: values.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(name, forKey: .name)
      try super.encode(to: values.superEncoder())
    }
  }

  @Test func valuesRoundTrip() throws {
    let values: [any Codable & Equatable] = [
      3, UInt64.max, Int64.min, 0.30000000000000004, 1e300, Float(0.1), -Double.infinity, true,
      "a \"quoted\" \\ text\n\u{1} 👩‍👩‍👧 \u{2028}", [1, 2, 3], [[Int]](), Int?.none, [1, nil, 3],
      ["a": [1: "b"]], Shape.circle(radius: 2.5), Shape.none,
      Tree(name: "a", children: [Tree(name: "b", note: "c"), Tree(name: "")]),
      Decimal(string: "123456789.123456789"), UUID(), 1..<5, Locale(identifier: "de_CH"),
      DateComponents(year: 2026, month: 2),
    ]
    for value in values { _ = try roundTrip(value) }
    let dog = try ValueEncoder.encode(Dog(name: "Rex"))
    #expect(dog.text == #"{"name": "Rex", "super": {"legs": 4}}"#)
    #expect(try ValueDecoder.decode(dog, as: Dog.self).legs == 4)
  }

  @Test(arguments: [
    "2026-01-01T9999999999999999999:00:00Z", "2026-01-01T999999999999999999:00:00Z",
    "999999999999999999-01-01T00:00:00Z", "2026-01-01T00:61:00Z", "2026-01-31T12:00:00.nanZ",
    "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
  ])
  func aDateOutsideTheCalendarIsInvalid(text: String) { #expect(DateText.date(text) == nil) }

  @Test func datesDataAndURLsAreReadable() throws {
    let values: [(any Codable & Equatable, String)] = [
      (Date(timeIntervalSince1970: 0), "1970-01-01T00:00:00Z"),
      (Date(timeIntervalSince1970: 951_782_400.5), "2000-02-29T00:00:00.5Z"),
      (Data("Grüezi\n".utf8), "text:Grüezi\\n"), (Data([0, 255]), "base64:AP8="),
      (Data(), "text:"), (URL(string: "https://example.com/a?b=1"), "https://example.com/a?b=1"),
    ]
    for (value, text) in values { #expect(try roundTrip(value).text == "\"\(text)\"") }
  }

  @Test func datesRoundTripExactly() throws {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<300 {
      let seconds = Double.random(in: -1e10..<1e10, using: &numbers)
      _ = try roundTrip(Date(timeIntervalSinceReferenceDate: seconds))
    }
    for date in [Date.distantPast, .distantFuture, Date()] { _ = try roundTrip(date) }
    #expect(throws: EncodingError.self) {
      try ValueEncoder.encode(Date(timeIntervalSinceReferenceDate: .infinity))
    }
    #expect(throws: EncodingError.self) { try ValueEncoder.encode([Decimal.nan]) }
  }

  @Test func anUnreadableFileIsNotReplaced() throws {
    func tree(_ depth: Int) -> Tree {
      (1..<depth).reduce(Tree(name: "")) { tree, _ in Tree(name: "", children: [tree]) }
    }
    // Each node of a tree adds two levels: its object and its list of children.
    let file = try JSON.object([
      .init(
        "calls", .array([.object([.init("arguments", .array([ValueEncoder.encode(tree(62))]))])]))
    ])
    _ = try JSON(parsing: file.prettyText.utf8)
    #expect {
      try ValueEncoder.encode(tree(63))
    } throws: {
      "\($0)".contains("It is nested more than 124 deep.")
    }
  }

  @Test func unorderedCollectionsAreSorted() throws {
    let names = Set((0..<50).map { "name \($0)" })
    #expect(try roundTrip(names).text == ValueEncoder.encode(names.sorted()).text)
    #expect(
      try roundTrip([Suit.spades: 1, .clubs: 2, .hearts: 3]).text
        == #"["clubs", 2, "hearts", 3, "spades", 1]"#)
    #expect(try roundTrip(["b": 1, "a": 2, "c": 3]).text == #"{"a": 2, "b": 1, "c": 3}"#)
    #expect(try roundTrip([Set([3, 1, 2]): Set(["b", "a"])]).text == #"[[1, 2, 3], ["a", "b"]]"#)
  }
}

@Suite struct JSONTests {
  @Test(arguments: [
    (#""\u+041""#, "line 1, column 4: \\u needs four hexadecimal digits"),
    (
      String(repeating: "[", count: 129),
      "line 1, column 129: the value is nested more than 128 deep"
    ),
    (
      "",
      "line 1, column 1: expected a value, found the end of the text; the file seems to be cut off"
    ),
    (
      "{\"a\": 1,\n \"b\"",
      "line 2, column 5: expected a colon after the name, found the end of the text; the file seems to be cut off"
    ),
    (
      "[1, 2",
      "line 1, column 6: expected a comma or ], found the end of the text; the file seems to be cut off"
    ),
    ("[\"ab", "line 1, column 5: the text ends within a string; the file seems to be cut off"),
    ("[1] x", "line 1, column 5: expected the end of the text after the value"),
    ("[01]", "line 1, column 2: this is not a number"),
    ("[1.]", "line 1, column 2: this is not a number"),
    ("[-]", "line 1, column 2: this is not a number"),
    ("[nul]", "line 1, column 2: expected null"),
    ("<html>", "line 1, column 1: no value begins with <"),
    ("{a: 1}", "line 1, column 2: expected a name in quotes, found a"),
    ("[\"\\x\"]", "line 1, column 4: unknown escape \\x"),
    ("[\"\\u12\"]", "line 1, column 5: \\u needs four hexadecimal digits"),
    ("[\"a\u{1}\"]", "line 1, column 4: a string can't contain byte 1"),
  ])
  func theErrorLocatesInvalidJSON(text: String, problem: String) {
    #expect { try JSON(parsing: text.utf8) } throws: { "\($0)" == problem }
  }

  @Test func bytesThatAreNotTextAreRefused() {
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
  }

  @Test func escapesAndSurrogatePairsAreDecoded() throws {
    let json = try JSON(parsing: Data(#"["\u00e9\ud83d\ude00\n\/", "\ud800"]"#.utf8))
    #expect(json.elements?.map(\.string) == ["é😀\n/", "\u{FFFD}"])
    #expect(try JSON(parsing: "1E2".utf8).int == 100)
    #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF] + Data("[]".utf8)) == .array([]))
  }

  @Test(arguments: [
    (#"{"a": 1.0, "b": [1e1]}"#, #"{"b": [10], "a": 1}"#, true), (#"{"a": 1}"#, "{}", false),
    ("1.50e+2", "150", true), ("0.10", "1E-1", true), ("-0.0", "0", true),
    ("-1e400", "-10e399", true), ("12345678901234567.89", "12345678901234567.91", false),
    ("0.1", "-0.1", false), ("1e-9223372036854775808", "1", false), ("1e400", "1e500", false),
  ])
  func equalityIgnoresTheFormOfValues(one: String, other: String, areEqual: Bool) throws {
    #expect(try (JSON(parsing: one.utf8) == JSON(parsing: other.utf8)) == areEqual)
  }
}
