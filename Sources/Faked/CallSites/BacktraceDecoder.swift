/// Decodes a backtrace with a single address, which it presents in Swift's compact backtrace format.
struct BacktraceDecoder: Decoder {
  private let values: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ address: CodeAddress, architecture: String) {
    // The header specifies 64-bit addresses. The instruction contains its kind, and the number of bytes minus 1.
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: address.value >> (8 * $0)) }
    let encoded = [0x02, address.kind.rawValue | 7] + bytes + [0x00]
    values = ["architecture": architecture, "backtrace": base64(encoded)]
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsupported() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unsupported() }

  /// `Backtrace` tried to decode a value that this format doesn't contain.
  private struct Unsupported: Error {}

  /// A container that contains only strings.
  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: String]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { values.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    // Also for strings and numbers, which have requirements of their own.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = values[key.stringValue] as? Value else { throw Unsupported() }
      return value
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw Unsupported() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw Unsupported()
    }

    func superDecoder() throws -> any Decoder { throw Unsupported() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsupported() }
  }
}

/// Returns bytes as text in base64. This module doesn't import Foundation, which could do this.
private func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) { bits, offset in
      bits << 8 | (offset < group.count ? Int(group[start + offset]) : 0)
    }
    for digit in 0..<4 {
      text.append(digit <= group.count ? digits[bits >> (18 - 6 * digit) & 63] : "=")
    }
  }
  return text
}
