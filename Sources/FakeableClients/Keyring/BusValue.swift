/// A value of D-Bus.
package indirect enum BusValue: Equatable, Sendable {
  /// A byte (`y`), a Boolean value (`b`), or a number (`u`).
  case number(Character, UInt32)
  /// A string (`s`), an object path (`o`), or a signature (`g`).
  case text(Character, String)
  case bytes([UInt8])
  /// Elements of one type. Each entry of a dictionary is a structure.
  case array(of: String, [BusValue])
  case structure([BusValue])
  case variant(BusValue)

  package static func string(_ text: String) -> BusValue { .text("s", text) }
  package static func path(_ text: String) -> BusValue { .text("o", text) }
  package static func strings(_ dictionary: [String: String]) -> BusValue {
    let entries = dictionary.sorted { $0.key < $1.key }
    return .array(
      of: "{ss}", entries.map { .structure([.string($0.key), .string($0.value)]) })
  }

  /// The text of a string, an object path, or a signature.
  package var text: String? { if case .text(_, let text) = self { text } else { nil } }
  package var number: UInt32? { if case .number(_, let number) = self { number } else { nil } }

  /// The type of the value in the notation of D-Bus.
  package var signature: String {
    switch self {
    case .number(let type, _), .text(let type, _): String(type)
    case .bytes: "ay"
    case .array(let type, _): "a" + type
    case .structure(let parts): "(\(parts.map(\.signature).joined()))"
    case .variant: "v"
    }
  }

  /// Adds the value to the bytes of a message, little-endian, aligned as its type requires.
  package func write(to bytes: inout [UInt8]) {
    func align(to alignment: Int) { while bytes.count % alignment != 0 { bytes.append(0) } }
    func write(_ number: Int) {
      align(to: 4)
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    switch self {
    case .number("y", let byte): bytes.append(UInt8(truncatingIfNeeded: byte))
    case .number(_, let number): write(Int(number))
    case .text("g", let text): bytes += [UInt8(clamping: text.utf8.count)] + text.utf8 + [0]
    case .text(_, let text):
      write(text.utf8.count)
      bytes += text.utf8 + [0]
    case .bytes(let content):
      write(content.count)
      bytes += content
    case .array(let type, let elements):
      // The alignment of the elements doesn't depend on where the array begins.
      let content = elements.reduce(into: [UInt8]()) { $1.write(to: &$0) }
      write(content.count)
      align(to: type.first == "(" || type.first == "{" ? 8 : 4)
      bytes += content
    case .structure(let parts):
      align(to: 8)
      for part in parts { part.write(to: &bytes) }
    case .variant(let value):
      BusValue.text("g", value.signature).write(to: &bytes)
      value.write(to: &bytes)
    }
  }
}

/// Reads values from bytes, one after another. Invalid bytes make it throw, never trap.
package final class BusReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a string or an object path.
  package func text() throws(BusError) -> String { try text(count: Int(number())) }

  /// Reads the types of a variant.
  package func signature() throws(BusError) -> String { try text(count: Int(take(1)[0])) }

  /// Reads an array of strings or object paths.
  package func texts() throws(BusError) -> [String] {
    let end = try Int(number()) + position
    var texts: [String] = []
    while position < end { texts.append(try text()) }
    return texts
  }

  /// Reads an array of bytes.
  func data() throws(BusError) -> [UInt8] { try take(Int(number())) }

  func number() throws(BusError) -> UInt32 {
    try align(to: 4)
    return try take(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  func align(to alignment: Int) throws(BusError) {
    _ = try take((alignment - position % alignment) % alignment)
  }

  func take(_ count: Int) throws(BusError) -> [UInt8] {
    guard count <= bytes.count - position else { throw .unexpected }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  private func text(count: Int) throws(BusError) -> String {
    let text = try take(count)
    guard try take(1) == [0] else { throw .unexpected }
    return String(decoding: text, as: UTF8.self)
  }
}
