/// The bytes of a body, in which characters may be percent-encoded, or escaped as in JSON, JavaScript, or HTML; all of
/// them once or several times.
struct EscapedBytes {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(position: Int) -> UInt8 { bytes[position] }

  /// The bytes with which an escaped character begins.
  static let marks: [Bool] = {
    var marks = [Bool](repeating: false, count: 256)
    for mark in #"%\&+"#.utf8 { marks[Int(mark)] = true }
    return marks
  }()

  /// Returns the position behind zeros, which UTF-16 and UTF-32 have between the bytes.
  func skippingZeros(from start: Int) -> Int {
    var position = start
    while position < count, bytes[position] == 0 { position += 1 }
    return position
  }

  /// Returns the position behind one more character of base64, if there is one.
  func endOfBase64(from start: Int) -> Int {
    guard let first = byte(at: start), Self.isAlphanumeric(first) || "+/_-".utf8.contains(first)
    else { return start }
    var end = start + 1
    while byte(at: end) == UInt8(ascii: "=") { end += 1 }
    return end
  }

  /// Returns what an escaped character at a position can mean, and its end.
  func readings(at start: Int) -> [(bytes: [UInt8], end: Int)] {
    switch bytes[start] {
    case UInt8(ascii: "%"): percentReadings(at: start)
    case UInt8(ascii: #"\"#): backslashReadings(at: start)
    case UInt8(ascii: "&"): entityReadings(at: start)
    case UInt8(ascii: "+"): [([UInt8(ascii: " ")], start + 1)]
    default: []
    }
  }

  /// `%41`, and `%2541` where the percent sign is encoded again.
  private func percentReadings(at start: Int) -> [(bytes: [UInt8], end: Int)] {
    var readings: [(bytes: [UInt8], end: Int)] = []
    var position = start + 1
    while let byte = number(at: position, digits: 2) {
      readings.append(([UInt8(byte)], position + 2))
      if byte != UInt8(ascii: "%") { break }
      position += 2
    }
    return readings
  }

  /// `\"`, `\n`, `\x41`, and `\u0041`, with any number of backslashes.
  private func backslashReadings(at start: Int) -> [(bytes: [UInt8], end: Int)] {
    let end = endOfBackslashes(from: start)
    // Each level of escaping doubles the backslashes.
    var readings = [2, 4, 8, 16].filter { start + $0 <= end }.map {
      (bytes: [UInt8(ascii: #"\"#)], end: start + $0)
    }
    guard let next = byte(at: end) else { return readings }
    switch next {
    case UInt8(ascii: "u"):
      if let (scalar, end) = scalar(at: end + 1) {
        readings.append((Array(String(scalar).utf8), end))
      }
    case UInt8(ascii: "x"):
      if let byte = number(at: end + 1, digits: 2) { readings.append(([UInt8(byte)], end + 3)) }
    case UInt8(ascii: "n"): readings.append(([UInt8(ascii: "\n")], end + 1))
    case UInt8(ascii: "r"): readings.append(([UInt8(ascii: "\r")], end + 1))
    case UInt8(ascii: "t"): readings.append(([UInt8(ascii: "\t")], end + 1))
    case _ where next < 0x80 && !Self.isAlphanumeric(next): readings.append(([next], end + 1))
    default: break
    }
    return readings
  }

  /// Returns the scalar of the four digits behind `\u`, or of a pair of them.
  private func scalar(at start: Int) -> (Unicode.Scalar, end: Int)? {
    guard let unit = number(at: start, digits: 4) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return (scalar, start + 4) }
    let end = endOfBackslashes(from: start + 4)
    guard end > start + 4, byte(at: end) == UInt8(ascii: "u"),
      let second = number(at: end + 1, digits: 4), (0xDC00..<0xE000).contains(second)
    else { return nil }
    let value = 0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF
    return Unicode.Scalar(value).map { ($0, end + 5) }
  }

  /// `&#65;`, `&#x41;`, and `&lt;`, and `&amp;lt;` where the ampersand is escaped again.
  private func entityReadings(at start: Int) -> [(bytes: [UInt8], end: Int)] {
    var position = start + 1
    while has("amp;", at: position) { position += 4 }
    var readings: [(bytes: [UInt8], end: Int)] = []
    if position > start + 1 { readings.append(([UInt8(ascii: "&")], position)) }
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

  private func byte(at position: Int) -> UInt8? { position < count ? bytes[position] : nil }

  private func has(_ text: String, at position: Int) -> Bool {
    position + text.utf8.count <= count
      && zip(position..., text.utf8).allSatisfy { bytes[$0] == $1 }
  }

  private func endOfBackslashes(from start: Int) -> Int {
    var end = start
    while byte(at: end) == UInt8(ascii: #"\"#) { end += 1 }
    return end
  }

  /// Returns the number that digits are, or `nil` if one is not a digit.
  private func number(at start: Int, digits: Int, radix: UInt32 = 16) -> UInt32? {
    var number: UInt32 = 0
    for position in start..<start + digits {
      guard let byte = byte(at: position), let digit = Self.value(ofDigit: byte), digit < radix
      else { return nil }
      number = number * radix + digit
    }
    return number
  }

  private static func value(ofDigit byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
