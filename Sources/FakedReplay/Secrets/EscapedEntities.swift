// Characters that are escaped as in HTML.
extension EscapedBytes {
  /// `&#65;`, `&#x41;`, and `&lt;`, and `&amp;lt;` if the ampersand is escaped again.
  func entityReadings(at start: Int) -> [Reading] {
    var readings: [Reading] = []
    var position = start + 1
    // Any of these may end the escape. The rest then belongs to the text.
    while has("amp;", at: position) {
      position += 4
      readings.append(([UInt8(ascii: "&")], position))
    }
    for (name, byte) in Self.entities where has(name, at: position) {
      readings.append(([byte], position + name.utf8.count))
    }
    guard byte(at: position) == UInt8(ascii: "#") else { return readings }
    position += 1
    let isHexadecimal = byte(at: position).map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    if isHexadecimal { position += 1 }
    while byte(at: position) == UInt8(ascii: "0") { position += 1 }
    // Without a semicolon, the digits that follow may belong to the text.
    for digits in 1...7 {
      guard let value = number(at: position, digits: digits, radix: isHexadecimal ? 16 : 10) else {
        break
      }
      let end = position + digits
      if let scalar = Unicode.Scalar(value) {
        readings.append(
          (Array(String(scalar).utf8), byte(at: end) == UInt8(ascii: ";") ? end + 1 : end))
      }
    }
    return readings
  }

  private static let entities: [(String, UInt8)] = [
    ("lt;", UInt8(ascii: "<")), ("gt;", UInt8(ascii: ">")), ("quot;", UInt8(ascii: "\"")),
    ("apos;", UInt8(ascii: "'")),
  ]

  private func has(_ text: String, at position: Int) -> Bool {
    position + text.utf8.count <= count
      && zip(position..., text.utf8).allSatisfy { bytes[$0] == $1 }
  }
}
