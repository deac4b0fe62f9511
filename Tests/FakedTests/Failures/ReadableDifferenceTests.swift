import Faked
import Testing

struct ReadableDifferenceTests {
  private func difference(_ expected: Any, _ actual: Any) -> String? {
    FakeHolder(actual).failure(of: "value", expected: expected)?.message
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
