import Faked
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

  @Test func theLongestMatchingSecretIsRemoved() {
    #expect(
      SecretValues(["abcd", "abcdefgh"]).removed(from: "abcdefgh abcd") == "REDACTED REDACTED")
  }

  @Test func overlappingSecretsAreRemovedTogether() {
    let values = SecretValues(["abcdef", "defghijkl", "kl12", "5678", "7890"])
    #expect(values.removed(from: "<abcdefghijkl1234> 567890") == "<REDACTED34> REDACTED")
    #expect(values.removed(from: "abcdefabcdef") == "REDACTEDREDACTED")
    #expect(SecretValues(["abab"]).removed(from: "ababab.") == "REDACTED.")
  }

  @Test(arguments: ["k&lt;ey", "k&amp;lt;ey", "k&amp;amp;ey", "k&amp;quot;&ey"])
  func aSecretWithEntitiesIsFoundAfterEachEscape(secret: String) {
    let values = SecretValues([secret])
    var text = secret
    for _ in 0..<4 {
      #expect(values.removed(from: "<\(text)>") == "<REDACTED>")
      text = text.replacingOccurrences(of: "&", with: "&amp;")
    }
  }

  @Test func aBackslashMayPrecedeAnyCharacterExceptLetters() {
    let values = SecretValues(["p\u{E4}\u{1F600}-x"])
    #expect(values.removed(from: #"[p\ä\😀\-x]"#) == "[REDACTED]")
  }

  @Test func theLastCharacterOfBase64IsRemoved() {
    let padded = SecretValues(["hunter22"])
    let wide = Data("aHVudGVyMjI=".utf8.flatMap { [$0, 0] })
    #expect(padded.removed(from: wide) == Data("REDACTED".utf8) + [0])
    for text in ["aHVudGVyMjI%3D", #"aHVudGVyMjI\u003d"#, "aHVudGVyMjI", "aHVudGVy\r\n MjI="] {
      #expect(padded.removed(from: "[\(text)]") == "[REDACTED]", "\(text)")
    }
    // The two bits that follow the secret make the last character a slash.
    let bits = SecretValues(["hunter2\u{3F}"])
    for text in ["aHVudGVyMj/+", #"aHVudGVyMj\/+"#, "aHVudGVyMj%2F+", "aHVudGVyMj_+"] {
      #expect(bits.removed(from: "[\(text)]") == "[REDACTED+]", "\(text)")
    }
  }

  @Test(arguments: 0..<6) func base64OfAShortSecretIsFoundAtEachPosition(position: Int) {
    let values = SecretValues(["1234"])
    for byte in UInt8.min...UInt8.max {
      let bytes = Data(repeating: byte, count: position) + Data("1234".utf8) + Data([byte])
      #expect(values.isIn(Data(bytes.base64EncodedString().utf8)))
    }
  }

  @Test(arguments: ["\n", "\r\n", #"\n"#, #"\r\n"#, "%0D%0A", "&#10;", "\r\n\t"])
  func base64IsFoundAcrossLines(separator: String) {
    let values = SecretValues(["a long secret, longer than a line"])
    let text = Data("..a long secret, longer than a line..".utf8).base64EncodedString()
    let lines = [text.prefix(16), text.dropFirst(16).prefix(16), text.dropFirst(32)]
    let removed = values.removed(from: lines.joined(separator: separator))
    #expect(removed.utf8.count < 20, "\(removed)")
  }

  @Test(arguments: ["pä55wörd", "пароль", "密码密码", "😀😀😀😀"])
  func aSecretThatIsNotASCIIIsFoundInUTF16(secret: String) throws {
    let values = SecretValues([secret])
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let bytes = try #require("<\(secret)>".data(using: encoding))
      let removed = values.removed(from: bytes)
      #expect(values.isIn(bytes) && removed.count < "REDACTED".utf8.count + 8)
    }
  }

  @Test func aSecretThatIsNotASCIIIsFoundInLatin1() {
    let values = SecretValues(["pä55wörd"])
    #expect(values.removed(from: "p%E455w%F6rd") == "REDACTED")
    #expect(values.isIn(Data([0x70, 0xE4]) + Data("55w".utf8) + Data([0xF6, 0x72, 0x64])))
  }

  @Test(arguments: [
    // JSON in a form.
    "%5C%22p%5Cu00e4%5C%2Fw+d%261", "%5c%22p%C3%A4%5c%2fw%20d%5Cu00261",
    "%255C%2522p%255Cu00e4%255C%252Fw%2520d%25261",
    // HTML in JSON.
    #"\u0026quot;p\u0026#228;/w d\u0026amp;1"#, #"\\u0026quot;pä/w d\\u0026amp;1"#,
    // JSON in HTML.
    #"\&quot;p\u00e4\/w d&amp;1"#, #"\&#34;p\u00e4\&#x2f;w d&#x26;1"#,
    // HTML in a form, and a form in JSON or in a form.
    "%26quot%3Bp%26%23228%3B%2Fw+d%26amp%3B1", #"\u002522pä\/w\u002bd&1"#,
    "%22p%C3%A4/w%2Bd%261",
    // JSON in HTML in a form.
    "%5C%26quot%3Bp%5Cu00e4%5C%2Fw+d%26amp%3B1",
  ])
  func aSecretIsRemovedInFormsInsideOtherForms(text: String) {
    let values = SecretValues([#""pä/w d&1"#])
    #expect(values.removed(from: "a=\(text).b") == "a=REDACTED.b")
  }

  @Test func jsonEscapesAreRecognized() {
    let values = SecretValues(["a\u{8}b\u{C}c\u{1}d"])
    #expect(values.removed(from: #"[a\bb\fc\u0001d]"#) == "[REDACTED]")
    #expect(SecretValues(["pässword"]).removed(from: #"[p\u{e4}ssw\u{00006F}rd]"#) == "[REDACTED]")
  }

  @Test(arguments: [33, 64, 5_000]) func aLongSecretIsRemovedInEveryForm(length: Int) {
    // A secret that repeats itself could begin at many places, unlike a real one.
    var numbers = SeededNumbers(seed: 1)
    let secret = String(
      (0..<length).compactMap { _ in "aB3-_./+\"x9é".randomElement(using: &numbers) })
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
  func secretsWithEscapeCharactersAreFoundInEveryForm(secret: String) throws {
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

  @Test func repeatedBackslashesAreSearchedQuickly() {
    let signs = String(repeating: #"\"#, count: 30)
    let values = SecretValues(["a" + signs, signs + "b"])
    #expect(values.removed(from: "a" + signs + "c") == "REDACTEDc")
  }

  @Test func aSecretIsRemovedInEachUnicodeSpelling() {
    let (composed, decomposed) = ("p\u{E4}ssword", "pa\u{308}ssword")
    let values = SecretValues([composed, decomposed])
    #expect(values.removed(from: "[\(composed)] [\(decomposed)]") == "[REDACTED] [REDACTED]")
    #expect(!SecretValues([composed]).contains(decomposed))
  }

  @Test func valuesThatAreTooShortAreIgnored() {
    #expect(SecretValues(["abc", "", "REDACTED"]).removed(from: "abcd") == "abcd")
  }

  @Test(.timeLimit(.minutes(10)), arguments: [20, 2_000])
  func manySecretsInALongTextAreFound(count: Int) {
    let values = SecretValues((0..<count).map { "token-\($0)-abcdefgh" })
    let text = String(repeating: "lorem ipsum dolor sit amet, ", count: 10_000)
    #expect(values.removed(from: text + "token-7-abcdefgh") == text + "REDACTED")
  }
}
