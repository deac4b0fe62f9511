/// The texts of values whose description is only the number of their bytes, such as `Data`.
enum ReadableBytes {
  /// The number of bytes to show in hexadecimal.
  private static let maxShown = 16

  /// Returns the bytes of a value whose description doesn't show them, or `nil` for another value.
  static func bytes(of value: Any) -> (any Collection<UInt8>)? {
    guard let bytes = value as? any Collection<UInt8>,
      let described = value as? any CustomStringConvertible
    else { return nil }
    // The description of one byte is `1 bytes`.
    return described.description == "\(bytes.count) bytes" ? bytes : nil
  }

  /// Returns the texts of two such values that differ: as text, or in hexadecimal from the first byte that differs.
  static func pair(_ expected: Any, _ actual: Any) -> (expected: String, actual: String)? {
    guard let left = bytes(of: expected).map({ Array($0) }),
      let right = bytes(of: actual).map({ Array($0) })
    else { return nil }
    if let leftText = text(of: left), let rightText = text(of: right) {
      let start = startOfDifference(leftText, rightText)
      func shown(_ text: String, _ count: Int) -> String {
        plural(count, "byte") + (count == 0 ? "" : " " + quoted(text, from: start))
      }
      return (shown(leftText, left.count), shown(rightText, right.count))
    }
    let start = zip(left, right).prefix { $0 == $1 }.count
    return (hexadecimal(left, from: start), hexadecimal(right, from: start))
  }

  /// Returns the bytes as a text, or `nil` if they are not UTF-8 or contain other control characters than space.
  private static func text(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let isReadable = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || 9...10 ~= $0 || $0 == 13 }
    return isReadable && text.utf8.elementsEqual(bytes) ? text : nil
  }

  private static func hexadecimal(_ bytes: [UInt8], from start: Int) -> String {
    let rest = bytes.dropFirst(start)
    var text = plural(bytes.count, "byte")
    if rest.isEmpty { return text }
    if start > 0 { text += " from byte \(start)" }
    let shown = rest.prefix(maxShown).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "\(text): \(shown.joined(separator: " "))\(rest.count > maxShown ? " …" : "")"
  }
}
