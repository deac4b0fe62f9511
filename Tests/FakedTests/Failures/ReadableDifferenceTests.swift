import Faked
import Foundation
import Testing

/// Failures show where values differ whose descriptions are equal.
struct ReadableDifferenceTests {
  private func difference(_ expected: Any, _ actual: Any) -> String? {
    FakeHolder(actual).failure(of: "value", expected: expected)?.message
  }

  @Test func dataIsShownAsTextOrBytes() {
    let long = [UInt8](repeating: 0xFF, count: 30)
    let pairs: [(expected: Data, actual: Data, text: String)] = [
      (Data("one".utf8), Data("two".utf8), #"expected 3 bytes "one", was 3 bytes "two"."#),
      (Data("a".utf8), Data(), #"expected 1 byte "a", was 0 bytes."#),
      (Data([0xFF]), Data([0xFE]), "expected 1 byte: ff, was 1 byte: fe."),
      (
        Data([1, 2, 0x0A]), Data([1, 2, 0xB0]),
        "expected 3 bytes from byte 2: 0a, was 3 bytes from byte 2: b0."
      ),
      (Data([0xFF, 1]), Data([0xFF]), "expected 2 bytes from byte 1: 01, was 1 byte."),
      (
        Data([0] + long), Data([1] + long),
        "expected 31 bytes: 00\(String(repeating: " ff", count: 15)) …, "
          + "was 31 bytes: 01\(String(repeating: " ff", count: 15)) …."
      ),
    ]
    for (expected, actual, text) in pairs {
      #expect(difference(expected, actual) == "FakeHolder.value: " + text)
    }
    #expect(difference(Data([1]), 1) == "FakeHolder.value: expected 1 byte (Data), was 1 (Int).")
  }

  @Test(arguments: [
    (0.25, 0.5, "250", "500"), (0, 0.001, "000", "001"), (0, 0.000_25, "000000", "000250"),
  ])
  func datesShowAFractionThatDiffers(
    _ one: Double, _ other: Double, _ left: String, _ right: String
  ) {
    let dates = (
      Date(timeIntervalSinceReferenceDate: one), Date(timeIntervalSinceReferenceDate: other)
    )
    #expect(
      difference(dates.0, dates.1) == """
        FakeHolder.value: expected 2001-01-01 00:00:00.\(left) +0000, was 2001-01-01 00:00:00.\(right) +0000.
        """)
  }

  @Test func invisibleCharactersAreEscaped() {
    let pairs: [(String, String)] = [
      ("a\u{A0}b", #""a\u{A0}b""#), ("a\u{200B}", #""a\u{200B}""#), ("e\u{200D}", #""e\u{200D}""#),
      ("\u{FEFF}a", #""\u{FEFF}a""#), ("é 👩‍🚀 ❤️ ñ", #""é 👩‍🚀 ❤️ ñ""#),
    ]
    for (text, shown) in pairs {
      #expect(difference("", text) == "FakeHolder.value: expected \"\", was \(shown).")
    }
  }
}
