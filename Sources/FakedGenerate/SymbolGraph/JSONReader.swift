import Foundation

/// Reads JSON, and skips the values that are not requested.
///
/// A symbol graph has tens of megabytes, of which fakes need a tenth. In the debug build that a command plugin runs,
/// Foundation's decoders take seconds.
struct JSONReader {
  struct Malformed: Error {}

  private(set) var offset: Int
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// A Boolean value that indicates whether only whitespace remains.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return offset == bytes.count
    }
  }

  /// Calls `body` with each key of an object. Skips the values that `body` does not read.
  mutating func object(_ body: (inout JSONReader, String) throws -> Void) throws {
    try expect(UInt8(ascii: "{"))
    if take(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string()
      try expect(UInt8(ascii: ":"))
      let start = offset
      try body(&self, key)
      if offset == start { try skip() }
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  /// Calls `body` for each element of an array. `body` reads or skips it.
  mutating func array(_ body: (inout JSONReader) throws -> Void) throws {
    try expect(UInt8(ascii: "["))
    if take(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
  }

  /// Reads the value of one key of an object, and skips the others.
  mutating func member(_ wanted: String, _ read: (inout JSONReader) throws -> Void) throws {
    try object { reader, key in if key == wanted { try read(&reader) } }
  }

  mutating func strings() throws -> [String] {
    var strings: [String] = []
    try array { strings.append(try $0.string()) }
    return strings
  }

  mutating func string() throws -> String {
    try expect(UInt8(ascii: "\""))
    let start = offset
    let isPlain = try skipString()
    let text = UnsafeRawBufferPointer(rebasing: bytes[start..<offset - 1])
    if isPlain { return String(decoding: text, as: UTF8.self) }
    let quoted = Data(bytes[start - 1..<offset])
    return try JSONDecoder().decode(String.self, from: quoted)
  }

  mutating func integer() throws -> Int {
    skipSpace()
    var value = 0
    let start = offset
    while offset < bytes.count, bytes[offset] &- 48 < 10 {
      // More digits may not fit into an `Int`.
      if offset - start == 18 { throw Malformed() }
      value = value * 10 + Int(bytes[offset] - 48)
      offset += 1
    }
    if offset == start { throw Malformed() }
    return value
  }

  mutating func boolean() throws -> Bool {
    skipSpace()
    let isTrue = offset < bytes.count && bytes[offset] == UInt8(ascii: "t")
    try skip()
    return isTrue
  }

  /// Skips the next value.
  mutating func skip() throws {
    skipSpace()
    var depth = 0
    repeat {
      guard offset < bytes.count else { throw Malformed() }
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): _ = try skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default:
        // A number or word at the outermost level ends at the next delimiter.
        guard depth == 0 else { continue }
        while offset < bytes.count, !JSONReader.endsWord(bytes[offset]) { offset += 1 }
      }
    } while depth > 0
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte <= 32
  }

  /// Skips the rest of a string. Returns whether the string has no escapes.
  private mutating func skipString() throws -> Bool {
    guard let base = bytes.baseAddress else { throw Malformed() }
    let start = offset
    while offset < bytes.count {
      guard let quote = memchr(base + offset, 34, bytes.count - offset) else { break }
      let end = UnsafeRawPointer(quote) - base
      offset = end + 1
      var slashes = 0
      while end - slashes > start, bytes[end - slashes - 1] == UInt8(ascii: "\\") { slashes += 1 }
      if slashes & 1 == 0 {
        return end == start || memchr(base + start, 92, end - start) == nil
      }
    }
    throw Malformed()
  }

  private mutating func expect(_ byte: UInt8) throws {
    guard take(byte) else { throw Malformed() }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 32 { offset += 1 }
  }
}
