import FakedReplay
import Foundation
import Testing

/// The forms in which a secret is found.
@Suite struct SecretValuesTests {
  private static let secret = #"pä"/w d&1"#

  @Test(arguments: [
    #"pä"/w d&1"#, #"p\u00e4\"\/w d&1"#, #"p\\u00E4\\\"\\/w d\u00261"#, "p%C3%A4%22%2Fw%20d%261",
    "p%c3%a4%22/w+d%261", "p%25C3%25A4%2522%252Fw%2520d%25261", "p&#228;&quot;/w d&amp;1",
    "p&#xE4;&#34;&#x2f;w&#32;d&amp;amp;1",
  ])
  func aSecretIsRemovedInEveryForm(text: String) {
    let values = SecretValues([Self.secret])
    #expect(values.removed(from: "a=\(text)&b") == "a=REDACTED&b")
  }

  @Test(arguments: 0..<6) func aSecretIsRemovedFromBase64(position: Int) {
    let values = SecretValues(["hunter22"])
    let bytes = Data(repeating: 0x2E, count: position) + Data("hunter22".utf8) + Data("..".utf8)
    let text = bytes.base64EncodedString()
    let removed = values.removed(from: text)
    #expect(removed.contains("REDACTED") && !values.isIn(Data(removed.utf8)))
    #expect(removed.utf8.count < text.utf8.count)
  }

  @Test func aSecretIsRemovedFromOtherEncodings() {
    let values = SecretValues(["hunter22"])
    let wide = Data("a hunter22".utf8.flatMap { [$0, 0] })
    #expect(!values.isIn(values.removed(from: wide)) && values.isIn(wide))
    #expect(
      values.removed(from: Data([0xFF]) + Data("hunter22".utf8)) == Data([0xFF])
        + Data("REDACTED".utf8))
  }

  @Test func aLongSecretIsRemovedBeforeItsPart() {
    #expect(
      SecretValues(["abcd", "abcdefgh"]).removed(from: "abcdefgh abcd") == "REDACTED REDACTED")
  }

  @Test func overlappingSecretsAreRemovedTogether() {
    let values = SecretValues(["abcdef", "defghijkl", "kl12", "5678", "7890"])
    #expect(values.removed(from: "<abcdefghijkl1234> 567890") == "<REDACTED34> REDACTED")
    #expect(values.removed(from: "abcdefabcdef") == "REDACTEDREDACTED")
    #expect(SecretValues(["abab"]).removed(from: "ababab.") == "REDACTED.")
  }

  @Test(arguments: [33, 64, 5_000]) func aLongSecretIsRemovedInEveryForm(length: Int) {
    let secret = String((0..<length).map { Array("aB3-_./+\"x9é")[($0 * 7 + $0 / 11) % 12] })
    let values = SecretValues([secret])
    let escaped = secret.replacingOccurrences(of: "\"", with: "\\\"")
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    for text in [secret, escaped, percent] {
      #expect(values.removed(from: "[\(text)] [\(text)]") == "[REDACTED] [REDACTED]")
    }
    let base64 = Data("..\(secret)..".utf8).base64EncodedString()
    #expect(values.removed(from: base64).utf8.count < 30)
    // A part is not the secret.
    #expect(values.removed(from: String(secret.dropLast(2))) == String(secret.dropLast(2)))
  }

  @Test(arguments: [
    #"\\"#, #"a\"#, "100%", "%41b", "&amp", "a&#1;", "\u{1F600}!!", "a+b c", "tab\there",
    "line\nend",
  ])
  func signsOfEscapesAreFoundInEveryForm(secret: String) throws {
    let secret = "k" + secret + "ey"
    let values = SecretValues([secret])
    let json = try String(decoding: JSONEncoder().encode([secret, secret]), as: UTF8.self)
    let twice = try String(decoding: JSONEncoder().encode([json]), as: UTF8.self)
    let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let html = secret.unicodeScalars.map { "&#\($0.value);" }.joined()
    #expect(values.removed(from: json) == #"["REDACTED","REDACTED"]"#)
    #expect(values.removed(from: twice) == #"["[\"REDACTED\",\"REDACTED\"]"]"#)
    #expect(values.removed(from: "<\(percent)>&\(html)") == "<REDACTED>&REDACTED")
  }

  @Test func repeatedSignsTakeNoTime() {
    let signs = String(repeating: #"\"#, count: 30)
    let values = SecretValues(["a" + signs, signs + "b"])
    #expect(values.removed(from: "a" + signs + "c") == "REDACTEDc")
  }

  @Test func aValueOfThreeCharactersIsAPartOfOtherWords() {
    #expect(SecretValues(["abc", "", "REDACTED"]).removed(from: "abcd") == "abcd")
  }

  @Test(arguments: [20, 2_000]) func manySecretsInALongTextAreFoundInTime(count: Int) {
    let values = SecretValues((0..<count).map { "token-\($0)-abcdefgh" })
    let text = String(repeating: "lorem ipsum dolor sit amet, ", count: 40_000)
    let duration = ContinuousClock().measure {
      #expect(values.removed(from: text + "token-7-abcdefgh") == text + "REDACTED")
    }
    #expect(duration < .seconds(20))
  }
}
