/// The bytes of a body. Its characters may be percent-encoded, or escaped as in JSON, JavaScript, or HTML, once or
/// several times.
struct EscapedBytes {
  /// A meaning of an escaped character.
  typealias Reading = (bytes: [UInt8], end: Int)

  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(position: Int) -> UInt8 { bytes[position] }

  /// The bytes with which an escaped character begins.
  static let marks: [Bool] = {
    var marks = [Bool](repeating: false, count: 256)
    for mark in #"%\&+"#.utf8 { marks[Int(mark)] = true }
    return marks
  }()

  /// Returns the position after any zeros. UTF-16 and UTF-32 have zeros between the bytes of ASCII text.
  func skippingZeros(from start: Int) -> Int {
    var position = start
    while position < count, bytes[position] == 0 { position += 1 }
    return position
  }

  /// Returns the possible meanings of an escaped character.
  ///
  /// - Parameters:
  ///   - start: The position of the character.
  ///   - layers: The number of other kinds of escapes that may be inside the first one.
  func readings(at start: Int, layers: Int = 2) -> [Reading] {
    let readings = ownReadings(at: start)
    guard layers > 0, let last = readings.last?.bytes, last.count == 1, last[0] != bytes[start],
      Self.marks[Int(last[0])]
    else { return readings }
    return readings + innerReadings(at: start, layers: layers)
  }

  private func ownReadings(at start: Int) -> [Reading] {
    switch bytes[start] {
    case UInt8(ascii: "%"): percentReadings(at: start)
    case UInt8(ascii: #"\"#): backslashReadings(at: start)
    case UInt8(ascii: "&"): entityReadings(at: start)
    case UInt8(ascii: "+"): [([UInt8(ascii: " ")], start + 1)]
    default: []
    }
  }

  /// The length of the longest escaped character inside another kind of escape.
  private static let longestEscape = 32

  /// Returns the meanings of a character that has another kind of escape inside, such as JSON in a form: `%5Cu0041`.
  private func innerReadings(at start: Int, layers: Int) -> [Reading] {
    let mark = bytes[start]
    var (inner, ends, position) = ([UInt8](), [Int](), start)
    while let byte = byte(at: position), inner.count < Self.longestEscape {
      let outer = byte == mark ? ownReadings(at: position).last : nil
      let (bytes, end) = outer ?? ([byte], position + 1)
      inner += bytes
      ends += bytes.map { _ in end }
      position = end
    }
    return inner.withUnsafeBytes { inner in
      EscapedBytes(inner).readings(at: 0, layers: layers - 1).map { ($0.bytes, ends[$0.end - 1]) }
    }
  }

  func byte(at position: Int) -> UInt8? { position < count ? bytes[position] : nil }
}

// Base64.
extension EscapedBytes {
  /// Returns the position after any line breaks and spaces, which may be anywhere in base64.
  func skippingSpace(from start: Int) -> Int {
    var position = start
    while let byte = byte(at: position), byte == 0 || " \t\r\n".utf8.contains(byte) {
      position += 1
    }
    return position
  }

  /// Returns the position after the next character of base64 and the padding, if they follow.
  func endOfBase64(from start: Int) -> Int {
    let first = end(of: { Self.isAlphanumeric($0) || "+/_-".utf8.contains($0) }, from: start)
    guard var end = first else { return start }
    while let next = self.end(of: { $0 == UInt8(ascii: "=") }, from: end) { end = next }
    return end
  }

  /// Returns the end of a character that may be escaped, or `nil` for any other character.
  private func end(of isExpected: (UInt8) -> Bool, from start: Int) -> Int? {
    let start = skippingSpace(from: start)
    guard let byte = byte(at: start) else { return nil }
    if isExpected(byte) { return start + 1 }
    return readings(at: start).first { $0.bytes.count == 1 && isExpected($0.bytes[0]) }?.end
  }

  static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

// Percent encoding.
extension EscapedBytes {
  /// `%41`, and `%2541` if the percent sign is encoded again.
  private func percentReadings(at start: Int) -> [Reading] {
    var readings: [Reading] = []
    var position = start + 1
    while let byte = number(at: position, digits: 2) {
      readings.append(([UInt8(byte)], position + 2))
      if byte != UInt8(ascii: "%") { break }
      position += 2
    }
    return readings
  }
}

// JSON and JavaScript.
extension EscapedBytes {
  /// The maximum number of backslashes in an escape. Six levels of escapes write a quotation mark with 63.
  private static let maxBackslashes = 64

  /// `\"`, `\n`, `\x41`, `\u0041`, and `\u{41}`, with any number of backslashes up to the limit.
  private func backslashReadings(at start: Int) -> [Reading] {
    let end = endOfBackslashes(from: start)
    // Each level of escaping doubles the backslashes.
    var readings: [Reading] = [2, 4, 8, 16].filter { start + $0 <= end }.map {
      ([UInt8(ascii: #"\"#)], start + $0)
    }
    guard let next = byte(at: end), next != UInt8(ascii: #"\"#) else { return readings }
    switch next {
    case UInt8(ascii: "u"):
      if let (scalar, end) = scalar(at: end + 1) ?? scalarInBraces(at: end + 1) {
        readings.append((Array(String(scalar).utf8), end))
      }
    case UInt8(ascii: "x"):
      if let byte = number(at: end + 1, digits: 2) { readings.append(([UInt8(byte)], end + 3)) }
    case UInt8(ascii: "b"): readings.append(([0x08], end + 1))
    case UInt8(ascii: "f"): readings.append(([0x0C], end + 1))
    case UInt8(ascii: "n"): readings.append(([UInt8(ascii: "\n")], end + 1))
    case UInt8(ascii: "r"): readings.append(([UInt8(ascii: "\r")], end + 1))
    case UInt8(ascii: "t"): readings.append(([UInt8(ascii: "\t")], end + 1))
    // The other bytes of a character that is not ASCII follow unescaped.
    case _ where !Self.isAlphanumeric(next): readings.append(([next], end + 1))
    default: break
    }
    return readings
  }

  /// Returns the scalar of the four digits after `\u`, or of two such escapes that form a surrogate pair.
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

  /// Returns the scalar of the one to eight digits in `\u{…}`.
  private func scalarInBraces(at start: Int) -> (Unicode.Scalar, end: Int)? {
    guard byte(at: start) == UInt8(ascii: "{") else { return nil }
    for digits in 1...8 {
      guard let value = number(at: start + 1, digits: digits) else { return nil }
      let end = start + 1 + digits
      if byte(at: end) == UInt8(ascii: "}") {
        return Unicode.Scalar(value).map { ($0, end + 1) }
      }
    }
    return nil
  }

  private func endOfBackslashes(from start: Int) -> Int {
    let most = min(start + Self.maxBackslashes, count)
    var end = start
    while end < most, bytes[end] == UInt8(ascii: #"\"#) { end += 1 }
    return end
  }
}

// Digits.
extension EscapedBytes {
  /// Returns the value of a number of digits, or `nil` if one of the characters is not a digit.
  func number(at start: Int, digits: Int, radix: UInt32 = 16) -> UInt32? {
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
