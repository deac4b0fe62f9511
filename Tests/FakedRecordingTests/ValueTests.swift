import FakedRecording
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

  @Test func valuesComeBackAsTheyWere() throws {
    _ = try roundTrip(3)
    _ = try roundTrip(UInt64.max)
    _ = try roundTrip(Int64.min)
    _ = try roundTrip(0.1 + 0.2)
    _ = try roundTrip(1e300)
    _ = try roundTrip(Float(0.1))
    _ = try roundTrip(-Double.infinity)
    _ = try roundTrip(true)
    _ = try roundTrip("a \"quoted\" \\ text\n\u{1} 👩‍👩‍👧 \u{2028}")
    _ = try roundTrip([1, 2, 3])
    _ = try roundTrip([[Int]]())
    _ = try roundTrip(Int?.none)
    _ = try roundTrip([1, nil, 3])
    _ = try roundTrip(["a": [1: "b"]])
    _ = try roundTrip(Shape.circle(radius: 2.5))
    _ = try roundTrip(Shape.none)
    _ = try roundTrip(Tree(name: "a", children: [Tree(name: "b", note: "c"), Tree(name: "")]))
    _ = try roundTrip(Decimal(string: "123456789.123456789"))
    _ = try roundTrip(UUID())
    _ = try roundTrip(1..<5)
    _ = try roundTrip(Locale(identifier: "de_CH"))
    _ = try roundTrip(DateComponents(year: 2026, month: 2))
    let dog = try ValueEncoder.encode(Dog(name: "Rex"))
    #expect(dog.text == #"{"name": "Rex", "super": {"legs": 4}}"#)
    #expect(try ValueDecoder.decode(dog, as: Dog.self).legs == 4)
  }

  @Test(arguments: [
    "2026-01-01T9999999999999999999:00:00Z", "2026-01-01T999999999999999999:00:00Z",
    "999999999999999999-01-01T00:00:00Z", "2026-01-01T00:61:00Z",
  ])
  func aDateBeyondTheCalendarIsNone(text: String) { #expect(DateText.date(text) == nil) }

  @Test func datesDataAndAddressesAreReadable() throws {
    #expect(try roundTrip(Date(timeIntervalSince1970: 0)).text == "\"1970-01-01T00:00:00Z\"")
    #expect(
      try roundTrip(Date(timeIntervalSince1970: 951_782_400.5)).text == "\"2000-02-29T00:00:00.5Z\""
    )
    #expect(try roundTrip(Data("Grüezi\n".utf8)).text == "\"text:Grüezi\\n\"")
    #expect(try roundTrip(Data([0, 255])).text == "\"base64:AP8=\"")
    #expect(try roundTrip(Data()).text == "\"text:\"")
    #expect(
      try roundTrip(URL(string: "https://example.com/a?b=1")).text
        == "\"https://example.com/a?b=1\"")
  }

  @Test func everyDateComesBackExactly() throws {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<300 {
      _ = try roundTrip(Date(timeIntervalSinceReferenceDate: (numbers.fraction() - 0.5) * 2e10))
    }
    for date in [Date.distantPast, .distantFuture, Date()] { _ = try roundTrip(date) }
    #expect(throws: EncodingError.self) {
      try ValueEncoder.encode(Date(timeIntervalSinceReferenceDate: .infinity))
    }
    #expect(throws: EncodingError.self) { try ValueEncoder.encode([Decimal.nan]) }
  }

  @Test func whatCouldNotBeReadIsNotWritten() throws {
    func tree(_ depth: Int) -> Tree {
      (1..<depth).reduce(Tree(name: "")) { tree, _ in Tree(name: "", children: [tree]) }
    }
    // A tree has two levels for each, its list of children being one.
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

  @Test func whatHasNoOrderIsSorted() throws {
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
    ("", "line 1, column 1: the text ends where a value should stand; the file seems cut off"),
    (
      "{\"a\": 1,\n \"b\"",
      "line 2, column 5: expected a colon after the name, found the end of the text; the file seems cut off"
    ),
    (
      "[1, 2",
      "line 1, column 6: expected a comma or ], found the end of the text; the file seems cut off"
    ),
    ("[\"ab", "line 1, column 5: the text ends within a string; the file seems cut off"),
    ("[1] x", "line 1, column 5: there is more after the end of the value"),
    ("[01]", "line 1, column 2: this is no number"),
    ("[1.]", "line 1, column 2: this is no number"),
    ("[-]", "line 1, column 2: this is no number"),
    ("[nul]", "line 1, column 2: expected null"),
    ("<html>", "line 1, column 1: no value begins with <"),
    ("{a: 1}", "line 1, column 2: expected a name in quotes, found a"),
    ("[\"\\x\"]", "line 1, column 4: there is no escape \\x"),
    ("[\"\\u12\"]", "line 1, column 5: \\u wants four hexadecimal digits"),
    ("[\"a\u{1}\"]", "line 1, column 4: a string must not hold byte 1"),
  ])
  func whatIsNoJSONNamesThePlace(text: String, problem: String) {
    #expect {
      try JSON(parsing: Data(text.utf8))
    } throws: {
      "\($0)" == problem
    }
  }

  @Test func deepNestingAndBytesThatAreNoTextAreRefused() {
    for bytes in [Array(repeating: UInt8(ascii: "["), count: 1_000_000), [0x22, 0xFF, 0x22]] {
      #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    }
  }

  @Test func escapesAndSurrogatesAreRead() throws {
    let json = try JSON(parsing: Data(#"["\u00e9\ud83d\ude00\n\/", "\ud800", 1E2]"#.utf8))
    #expect(json.elements?.first?.string == "é😀\n/")
    #expect(json.elements?[1].string == "\u{FFFD}")
    #expect(json.elements?[2].int == 100)
    #expect(try JSON(parsing: [0xEF, 0xBB, 0xBF] + Data("[]".utf8)) == .array([]))
  }

  @Test func equalityLooksAtValuesNotAtForm() throws {
    let one = try JSON(parsing: Data(#"{"a": 1.0, "b": [1e1]}"#.utf8))
    let other = try JSON(parsing: Data(#"{"b": [10], "a": 1}"#.utf8))
    #expect(one == other)
    #expect(one != .object([]))
    for (one, other) in [
      ("1.50e+2", "150"), ("0.10", "1E-1"), ("-0.0", "0"), ("-1e400", "-10e399"),
    ] {
      #expect(try JSON(parsing: one.utf8) == JSON(parsing: other.utf8))
    }
    for (one, other) in [
      ("12345678901234567.89", "12345678901234567.91"), ("0.1", "-0.1"),
      ("1e-9223372036854775808", "1"),
    ] {
      #expect(try JSON(parsing: one.utf8) != JSON(parsing: other.utf8))
    }
  }
}
