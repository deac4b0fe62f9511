// Strings and their escapes.
extension JSONParser {
  mutating func string() throws(JSONError) -> String {
    position += 1
    var text = try unescapedPart()
    while true {
      switch peek {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        text.unicodeScalars.append(try escape())
        text += try unescapedPart()
      case nil: throw error("the text ends within a string; the file seems to be cut off")
      default: throw error("a string can't contain \(here)")
      }
    }
  }

  /// Reads the characters before the next escape, or before the end of the string.
  private mutating func unescapedPart() throws(JSONError) -> String {
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    guard let part = String(validatingUTF8: bytes[start..<position]) else {
      throw error("this string is not UTF-8")
    }
    return part
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = peek else {
      throw error("the text ends within a string; the file seems to be cut off")
    }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try hex()
      guard 0xD800...0xDBFF ~= first, position + 6 <= bytes.count,
        bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
      let start = position
      position += 2
      let second = try hex()
      guard 0xDC00...0xDFFF ~= second else {
        position = start
        return "\u{FFFD}"
      }
      return Unicode.Scalar((first - 0xD800) << 10 + (second - 0xDC00) + 0x10000) ?? "\u{FFFD}"
    default:
      position -= 1
      throw error("unknown escape \\\(Character(Unicode.Scalar(byte)))")
    }
  }

  private mutating func hex() throws(JSONError) -> UInt32 {
    let end = position + 4
    // `UInt32` would accept a sign.
    guard end <= bytes.count, bytes[position] != UInt8(ascii: "+"),
      bytes[position] != UInt8(ascii: "-"),
      let number = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw error("\\u needs four hexadecimal digits") }
    position = end
    return number
  }
}

extension String {
  fileprivate init?(validatingUTF8 bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    // `String(validating:)` needs macOS 15. Decoding replaces invalid bytes, so the bytes differ.
    self = String(decoding: bytes, as: UTF8.self)
    if utf8.count != bytes.count || !utf8.elementsEqual(bytes) { return nil }
  }
}
