import FakedReplay
import Foundation
import Testing

/// The forms in which a secret is found.
@Suite struct SecretValuesTests {
  /// Returns a text without a secret. The rest of the text stays only if the form of the secret is a usual one.
  private func removed(_ secret: String, from text: String) -> String {
    let values = SecretValues([secret])
    let removed = values.removed(from: text)
    #expect(!values.isIn(Data(removed.utf8)))
    return removed
  }

  @Test(arguments: [
    #"pä"/w d&1"#, #"pä\"\/w d&1"#, "p%C3%A4%22%2Fw%20d%261", "p%c3%a4%22%2fw%20d%261",
    "p%C3%A4%22%2Fw+d%261",
  ])
  func aSecretInAUsualFormIsReplacedWhereItIs(text: String) {
    #expect(removed(#"pä"/w d&1"#, from: "a=\(text)&b") == "a=REDACTED&b")
  }

  @Test(arguments: [
    #"p\u00e4\"\/w d\u00261"#, #"p\\u00E4\\\"\\/w d\\u00261"#, "p%25C3%25A4%2522%252Fw%2520d%25261",
    "p&#228;&quot;/w d&amp;1", "p&#xE4;&#34;&#x2f;w&#32;d&amp;amp;1",
    "%5C%22p%5Cu00e4%5C%22%5C/w%20d%261",
    #"p\u0026#228;\u0026quot;/w d\u0026amp;1"#, #"p\&#228;\&quot;\&#x2f;w d&#x26;1"#,
    #"p\u{e4}\x22/w d&1"#,
  ])
  func aTextWithASecretInAnotherFormIsReplaced(text: String) {
    let removed = removed(#"pä"/w d&1"#, from: "a=\(text) b")
    #expect(removed.contains("REDACTED") && !removed.contains("w d"))
  }

  @Test(arguments: 0..<6) func aSecretIsRemovedFromBase64(position: Int) {
    let bytes = Data(repeating: 0x2E, count: position) + Data("hunter22".utf8) + Data("..".utf8)
    let text = bytes.base64EncodedString()
    let removed = removed("hunter22", from: text)
    #expect(removed.contains("REDACTED") && removed.utf8.count < text.utf8.count)
    let lines = text.prefix(5) + "\r\n" + text.dropFirst(5)
    #expect(SecretValues(["hunter22"]).isIn(Data(lines.utf8)))
  }

  @Test func valuesThatAreTooShortAreIgnored() {
    #expect(SecretValues(["abc", "", "REDACTED"]).removed(from: "abcd") == "abcd")
  }
}
