import Foundation

/// Values that must not appear in a recording: unchanged, percent-encoded, escaped as in JSON or HTML, or in base64.
package struct SecretValues: Sendable {
  /// The text that replaces a secret.
  package static let mark = "REDACTED"
  /// The minimum length of a value. Shorter values are often parts of other words.
  package static let shortest = 4

  private let values: Set<String>
  /// The usual forms of the values, the longest first.
  private let forms: [Data]

  package init(_ values: [String]) {
    self.values = Set(values.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) })
      .filter { Self.isLongEnough($0) && $0 != Self.mark }
    forms = Set(self.values.flatMap(Self.forms)).map { Data($0.utf8) }
      .sorted { $0.count > $1.count }
  }

  /// Returns a Boolean value that indicates whether a value has the minimum length.
  package static func isLongEnough(_ value: String) -> Bool {
    value.trimmingCharacters(in: .whitespacesAndNewlines).unicodeScalars.count >= shortest
  }

  /// Returns the forms of a value that are replaced where they are. Texts with other forms are replaced as a whole.
  private static func forms(of value: String) -> [String] {
    let percent = value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value
    let json = JSON.string(value).text.dropFirst().dropLast()
    return [
      value, String(json), String(json.replacing("/", with: #"\/"#)), percent,
      percent.replacing("%20", with: "+"),
      percent.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() },
    ] + base64(of: value)
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns the base64 of a value between other bytes: one text for each position at which it can begin in a group of
  /// three bytes, without the characters that also have bits of the bytes next to it.
  private static func base64(of value: String) -> [String] {
    (0...2).flatMap { offset -> [String] in
      let bytes = Data(count: offset) + Data(value.utf8)
      let (first, end) = ((offset * 8 + 5) / 6, bytes.count * 8 / 6)
      // Images contain shorter texts by chance.
      guard end - first >= 5 else { return [] }
      let text = String(bytes.base64EncodedString().prefix(end).dropFirst(first))
      return [text, text.replacing("+", with: "-").replacing("/", with: "_")]
    }
  }

  /// Returns a Boolean value that indicates whether a whole text is one of the values.
  package func contains(_ text: String) -> Bool { values.contains(text) }

  /// Returns a Boolean value that indicates whether one of the values is somewhere in the bytes, in any form.
  package func isIn(_ bytes: Data) -> Bool {
    !forms.isEmpty
      && Self.layers(of: bytes).contains { layer in forms.contains { layer.range(of: $0) != nil } }
  }

  /// Returns the text without the values. A word, a field, or a text that has one in an unusual form is replaced as a
  /// whole.
  package func removed(from text: String) -> String {
    guard isIn(Data(text.utf8)) else { return text }
    let new = forms.reduce(text) { text, form in
      text.replacingOccurrences(of: String(decoding: form, as: UTF8.self), with: Self.mark)
    }
    let words = new.replacing(/[^\/?&#;=,\s"'<>]+/) { match in
      isIn(Data(match.output.utf8)) ? Self.mark : String(match.output)
    }
    return isIn(Data(words.utf8)) ? Self.mark : words
  }

  /// Returns the bytes, and what they mean if they are text whose characters are escaped once or several times. The line
  /// breaks of base64 are left out.
  package static func layers(of bytes: Data) -> [Data] {
    var layers = [bytes]
    // Binary data has characters that look like escapes by chance.
    let isText = bytes.utf8Text != nil
    while isText, layers.count < 10, let last = layers.last, let next = unescaped(last) {
      layers.append(next)
    }
    let lines =
      layers.last.flatMap { String(data: $0, encoding: .isoLatin1) }?
      .components(separatedBy: .newlines) ?? []
    return lines.count > 1 ? layers + [Data(lines.joined().utf8)] : layers
  }

  /// Returns the meaning of bytes whose characters are percent-encoded, or escaped as in JSON, JavaScript, or HTML.
  /// `nil` if none are.
  private static func unescaped(_ bytes: Data) -> Data? {
    guard ["%", "\\", "&"].contains(where: { bytes.range(of: Data($0.utf8)) != nil }), let escapes,
      // Latin-1 has one character for each byte.
      let text = String(data: bytes, encoding: .isoLatin1)
    else { return nil }
    let bytes = Data(bytes)
    var (result, end) = (Data(), 0)
    for match in escapes.matches(in: text, range: NSRange(location: 0, length: bytes.count)) {
      let group = (1..<match.numberOfRanges).first { match.range(at: $0).length > 0 } ?? 0
      let (all, content) = (match.range, match.range(at: group))
      let text = bytes[content.location..<content.location + content.length]
      result += bytes[end..<all.location]
      result += meaning(of: String(decoding: text, as: UTF8.self), in: group)
      end = all.location + all.length
    }
    return end == 0 ? nil : result + bytes[end...]
  }

  private static let escapes = try? NSRegularExpression(
    pattern: #"(?:%|\\x)([0-9A-Fa-f]{2})|\\u(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{4}))"#
      + #"|&#x([0-9A-Fa-f]{1,6});?|&#([0-9]{1,7});?|&(amp|lt|gt|quot|apos);|\\([^A-Za-z0-9])|\\([nrt])"#
  )

  /// Returns the bytes that a group of ``escapes`` stands for.
  private static func meaning(of content: String, in group: Int) -> Data {
    switch group {
    case 1: return Data([UInt8(content, radix: 16) ?? 0])
    case 2...5:
      let scalar = UInt32(content, radix: group == 5 ? 10 : 16).flatMap(Unicode.Scalar.init)
      return Data(String(scalar ?? "?").utf8)
    default: return Data((names[content] ?? content).utf8)
    }
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "n": "\n", "r": "\r", "t": "\t",
  ]
}

extension Data {
  /// The bytes as text, or `nil` if they are not UTF-8 or have control characters. Logs have escape characters.
  package var plainText: String? {
    let control = #"[\x00-\x08\x0E-\x1A]"#
    return utf8Text.flatMap { $0.range(of: control, options: .regularExpression) == nil ? $0 : nil }
  }

  /// The bytes as text, including any byte order mark, or `nil` if they are not UTF-8.
  package var utf8Text: String? {
    // Foundation's conversion drops a byte order mark. That of the standard library repairs other bytes, which takes
    // seconds in a test.
    String(data: self, encoding: .utf8) == nil ? nil : String(decoding: self, as: UTF8.self)
  }
}
