import Foundation

/// Values that must not appear in a recording: unchanged, percent-encoded, escaped as in JSON or HTML, or in base64.
package struct SecretValues: Sendable {
  /// The text that replaces a secret.
  package static let mark = "REDACTED"
  /// The minimum length of a value. Shorter values are often parts of other words.
  package static let shortest = 4

  private var values: Set<String> = []
  /// The usual forms of the values, the longest first.
  private var forms: [Data] = []

  package init(_ values: [String] = []) { add(values) }

  package mutating func add(_ new: [String]) {
    let new = new.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { Self.isLongEnough($0) && $0 != Self.mark }
    let count = values.count
    values.formUnion(new)
    if values.count == count { return }
    forms = Set(values.flatMap { Self.forms(of: $0) }).map { Data($0.utf8) }
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
      value, String(json), json.replacingOccurrences(of: "/", with: #"\/"#), percent,
      percent.replacingOccurrences(of: "%20", with: "+"),
      percent.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() },
    ] + base64(of: value)
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns the base64 of a value between other bytes: one text for each position at which it can begin in a group of
  /// three bytes, without the characters that also have bits of the bytes next to it.
  private static func base64(of value: String) -> [String] {
    (0...2).compactMap { offset in
      let bytes = Data(count: offset) + Data(value.utf8)
      let (first, end) = ((offset * 8 + 5) / 6, bytes.count * 8 / 6)
      // Images contain shorter texts by chance.
      guard end - first >= 5 else { return nil }
      return String(bytes.base64EncodedString().prefix(end).dropFirst(first))
    }.flatMap { [$0, $0.replacing("+", with: "-").replacing("/", with: "_")] }
  }

  /// Returns a Boolean value that indicates whether a whole text is one of the values.
  package func contains(_ text: String) -> Bool { values.contains(text) }

  /// Returns a Boolean value that indicates whether one of the values is somewhere in the bytes, in any form.
  package func isIn(_ bytes: Data) -> Bool {
    if values.isEmpty { return false }
    for layer in Self.layers(of: bytes) where forms.contains(where: { layer.range(of: $0) != nil })
    {
      return true
    }
    return false
  }

  /// Returns the text without the values. A word, a field, or a text that has one in an unusual form is replaced as a
  /// whole.
  package func removed(from text: String) -> String {
    if values.isEmpty { return text }
    var bytes = Data(text.utf8)
    let mark = Data(Self.mark.utf8)
    for form in forms where bytes.range(of: form) != nil {
      bytes = bytes.replacing(form, with: mark)
    }
    let new = String(decoding: bytes, as: UTF8.self)
    if !isIn(bytes) { return new }
    let fields = new.replacing(/[^\/?&#;=,\s"'<>]+/) { match in
      isIn(Data(match.output.utf8)) ? Self.mark : String(match.output)
    }
    return isIn(Data(fields.utf8)) ? Self.mark : fields
  }

  /// Returns the bytes, and what they mean if their characters are escaped once or several times. Zeros, as in UTF-16,
  /// and the line breaks of base64 are left out.
  package static func layers(of bytes: Data) -> [Data] {
    var layers = [bytes]
    if bytes.has(0) { layers.append(bytes.filter { $0 != 0 }) }
    while layers.count < 10, let last = layers.last, let next = unescaped(last) {
      layers.append(next)
    }
    if let last = layers.last, last.has(0x0A) || last.has(0x0D) || last.has(0x20) {
      layers.append(last.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x20 && $0 != 0x09 })
    }
    return layers
  }

  /// Returns the meaning of bytes whose characters are percent-encoded, or escaped as in JSON, JavaScript, or HTML.
  /// `nil` if none are.
  private static func unescaped(_ bytes: Data) -> Data? {
    guard bytes.has(0x25) || bytes.has(0x5C) || bytes.has(0x26),
      // Latin-1 has one character for each byte.
      let text = String(data: bytes, encoding: .isoLatin1), let escapes
    else { return nil }
    let units = Array(text.utf16)
    var (result, end) = (Data(), 0)
    for match in escapes.matches(in: text, range: NSRange(location: 0, length: units.count)) {
      let group = (1..<match.numberOfRanges).first { match.range(at: $0).length > 0 } ?? 0
      let range = match.range(at: group)
      let content = String(
        decoding: units[range.location..<range.location + range.length], as: UTF16.self)
      result += bytes[bytes.startIndex + end..<bytes.startIndex + match.range.location]
      result += meaning(of: content, in: group)
      end = match.range.location + match.range.length
    }
    return end == 0 ? nil : result + bytes.dropFirst(end)
  }

  private static let escapes = try? NSRegularExpression(
    pattern: #"%([0-9A-Fa-f]{2})|\\x([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\u\{([0-9A-Fa-f]{1,6})\}"#
      + #"|&#x([0-9A-Fa-f]{1,6});?|&#([0-9]{1,7});?|&(amp|lt|gt|quot|apos);|\\([nrt])|\\([^A-Za-z0-9])"#
  )

  /// Returns the bytes that a group of ``escapes`` stands for.
  private static func meaning(of content: String, in group: Int) -> Data {
    let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    switch group {
    case 1, 2: return Data([UInt8(content, radix: 16) ?? 0])
    case 3...6:
      let scalar = UInt32(content, radix: group == 6 ? 10 : 16).flatMap(Unicode.Scalar.init)
      return Data(String(scalar ?? "?").utf8)
    case 7: return Data((names[content] ?? "").utf8)
    case 8: return Data([content == "n" ? 0x0A : content == "r" ? 0x0D : 0x09])
    default: return Data(content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
  }
}

extension Data {
  /// Returns a Boolean value that indicates whether a byte is there. A loop takes 50 times as long in a debug build.
  fileprivate func has(_ byte: UInt8) -> Bool {
    withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { memchr($0, Int32(byte), bytes.count) } != nil
    }
  }
}
