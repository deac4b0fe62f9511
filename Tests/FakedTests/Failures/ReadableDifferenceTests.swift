import Faked
import Foundation
import Testing

struct ReadableDifferenceTests {
  private func difference(_ expected: Any, _ actual: Any) -> String? {
    FakeHolder(actual).failure(of: "value", expected: expected)?.message
  }

  /// The descriptions of these values don't show the difference, so their parts do.
  @Test func valuesWithTheSameDescriptionAreComparedByTheirParts() {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    let pairs: [(expected: Any, actual: Any, text: String)] = [
      (Data([1, 2, 0x0A]), Data([1, 2, 0xB0]), "[2]: expected 10, was 176."),
      (Data([1, 2]), Data(), ": expected 2 bytes, was 0 bytes."),
      (date(0.25), date(0.5), ".timeIntervalSinceReferenceDate: expected 0.25, was 0.5."),
      (
        date(0), date(1),
        ": expected 2001-01-01 00:00:00 +0000, was 2001-01-01 00:00:01 +0000."
      ),
    ]
    for (expected, actual, text) in pairs {
      #expect(difference(expected, actual) == "FakeHolder.value" + text)
    }
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
