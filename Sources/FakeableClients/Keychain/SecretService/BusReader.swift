/// A reader for the values that ``BusWriter`` writes. Invalid bytes make it throw, never trap.
package struct BusReader {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private var position: Int

  package init(_ bytes: [UInt8], from position: Int = 0, isBigEndian: Bool) {
    self.bytes = bytes
    self.position = position
    self.isBigEndian = isBigEndian
  }

  package var isAtEnd: Bool { position >= bytes.count }

  package mutating func align(to alignment: Int) throws(BusError) {
    let padding = try take((alignment - position % alignment) % alignment)
    guard bytes[padding].allSatisfy({ $0 == 0 }) else {
      throw .unexpected("there are unexpected bytes between two values")
    }
  }

  package mutating func byte() throws(BusError) -> UInt8 {
    let range = try take(1)
    return bytes[range.lowerBound]
  }

  package mutating func uint32() throws(BusError) -> UInt32 {
    try align(to: 4)
    let range = try take(4)
    let ordered = isBigEndian ? Array(bytes[range]) : bytes[range].reversed()
    return ordered.reduce(0) { $0 << 8 | UInt32($1) }
  }

  package mutating func bool() throws(BusError) -> Bool {
    switch try uint32() {
    case 0: return false
    case 1: return true
    case let other: throw .unexpected("a Boolean was \(other)")
    }
  }

  package mutating func string() throws(BusError) -> String {
    try text(count: Int(clamping: try uint32()))
  }

  package mutating func signature() throws(BusError) -> String {
    try text(count: Int(try byte()))
  }

  package mutating func byteArray() throws(BusError) -> [UInt8] {
    Array(bytes[try take(try arrayCount())])
  }

  /// Reads an array whose elements are read by `element` and start at this alignment.
  package mutating func array<Element>(
    alignment: Int, _ element: (inout BusReader) throws(BusError) -> Element
  ) throws(BusError) -> [Element] {
    let count = try arrayCount()
    try align(to: alignment)
    let end = position + count
    guard end <= bytes.count else { throw .unexpected("an array is longer than its message") }
    var elements: [Element] = []
    while position < end { elements.append(try element(&self)) }
    guard position == end else { throw .unexpected("an array ends within an element") }
    return elements
  }

  /// Reads the value of a variant, which must have this type.
  package mutating func variant<Value>(
    of type: String, _ value: (inout BusReader) throws(BusError) -> Value
  ) throws(BusError) -> Value {
    let found = try signature()
    guard found == type else {
      throw .unexpected("a variant was of type \(found.debugDescription), not \"\(type)\"")
    }
    return try value(&self)
  }

  private mutating func arrayCount() throws(BusError) -> Int {
    let count = Int(clamping: try uint32())
    guard count <= BusWriter.arrayLimit else { throw .unexpected("an array claims \(count) bytes") }
    return count
  }

  private mutating func text(count: Int) throws(BusError) -> String {
    let range = try take(count)
    let end = try byte()
    let text = String(decoding: bytes[range], as: UTF8.self)
    // Decoding repairs invalid UTF-8, which comparing the bytes detects.
    guard end == 0, !bytes[range].contains(0), text.utf8.elementsEqual(bytes[range]) else {
      throw .unexpected("a string is not UTF-8, has a NUL in it, or does not end where it says")
    }
    return text
  }

  private mutating func take(_ count: Int) throws(BusError) -> Range<Int> {
    guard count <= bytes.count - position else {
      throw .unexpected("a value is longer than its message")
    }
    defer { position += count }
    return position..<position + count
  }
}
