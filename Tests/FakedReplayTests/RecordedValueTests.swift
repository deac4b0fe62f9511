import FakedReplay
import Foundation
import Testing

@Suite struct RecordedValueTests {
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case none
  }
  struct Tree: Codable, Equatable {
    var name: String
    var children: [Tree] = []
    var note: String?
  }

  private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws -> JSON {
    let json = try RecordedValue.encode(value)
    let parsed = try JSON(parsing: Data(json.prettyText.utf8))
    #expect(parsed == json)
    #expect(try RecordedValue.decode(parsed, as: Value.self) == value)
    return json
  }

  @Test func valuesRoundTrip() throws {
    let values: [any Codable & Equatable] = [
      3, UInt64.max, Int64.min, 0.30000000000000004, 1e300, -1e-300, Float(0.1),
      true, "a \"quoted\" \\ text\n\u{1} 👩‍👩‍👧 \u{2028}", [1, 2, 3], [[Int]](), Int?.none,
      [1, nil, 3], ["a": [1: "b"]], Shape.circle(radius: 2.5), Shape.none,
      Tree(name: "a", children: [Tree(name: "b", note: "c"), Tree(name: "")]),
      Decimal(string: "123456789.123456789"), UUID(), 1..<5, Locale(identifier: "de_CH"),
      DateComponents(year: 2026, month: 2),
    ]
    for value in values {
      #expect(throws: Never.self, "\(value)") { _ = try roundTrip(value) }
    }
  }

  @Test func datesDataAndURLsAreReadable() throws {
    let values: [(any Codable & Equatable, String)] = [
      (Date(timeIntervalSince1970: 0), "1970-01-01T00:00:00.000Z"),
      (Date(timeIntervalSince1970: 951_782_400.5), "2000-02-29T00:00:00.500Z"),
      (Data("Grüezi\n".utf8), "text:Grüezi\\n"), (Data([0, 255]), "base64:AP8="),
      (Data(), "text:"), (URL(string: "https://example.com/a?b=1"), "https://example.com/a?b=1"),
    ]
    for (value, text) in values { #expect(try roundTrip(value).text == "\"\(text)\"") }
  }
}
