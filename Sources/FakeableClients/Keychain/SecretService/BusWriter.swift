/// A writer that encodes values for D-Bus: little-endian, each aligned as its type requires.
package struct BusWriter {
  /// The maximum size of an array in bytes, as specified by D-Bus.
  package static let arrayLimit = 1 << 26

  package private(set) var bytes: [UInt8] = []
  /// A Boolean value that indicates whether an array was too long. Checked at the end, so that writing needs no `try`.
  private(set) var excess = false

  package init() {}

  package mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  package mutating func uint32(_ value: UInt32) {
    align(to: 4)
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func bool(_ value: Bool) { uint32(value ? 1 : 0) }

  /// Writes a string or an object path. Neither may contain NUL.
  package mutating func string(_ value: String) {
    let count = value.utf8.count
    excess = excess || count > Self.arrayLimit
    uint32(UInt32(clamping: count))
    bytes.append(contentsOf: value.utf8)
    bytes.append(0)
  }

  package mutating func signature(_ value: String) {
    bytes.append(UInt8(clamping: value.utf8.count))
    bytes.append(contentsOf: value.utf8)
    bytes.append(0)
  }

  package mutating func byteArray(_ value: some Collection<UInt8>) {
    excess = excess || value.count > Self.arrayLimit
    uint32(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes an array whose elements are written by `elements` and start at this alignment.
  package mutating func array(alignment: Int, _ elements: (inout BusWriter) -> Void) {
    uint32(0)
    let lengthEnd = bytes.count
    align(to: alignment)
    let start = bytes.count
    elements(&self)
    let count = bytes.count - start
    excess = excess || count > Self.arrayLimit
    withUnsafeBytes(of: UInt32(clamping: count).littleEndian) {
      bytes.replaceSubrange(lengthEnd - 4..<lengthEnd, with: $0)
    }
  }

  /// Writes a dictionary of strings, sorted by key.
  package mutating func strings(_ dictionary: [String: String]) {
    array(alignment: 8) { writer in
      for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
        writer.align(to: 8)
        writer.string(key)
        writer.string(value)
      }
    }
  }
}
