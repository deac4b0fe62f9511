/// A D-Bus message: a call, a reply, an error reply, or a signal.
package struct BusMessage {
  package enum Kind: UInt8 { case call = 1, reply, error, signal }

  /// The fields of a header, with their D-Bus codes.
  package enum Field: UInt32 {
    case path = 1, interface, member, errorName, replySerial, destination, sender, signature
  }

  /// The maximum size of a message in bytes, as specified by D-Bus.
  package static let limit = 1 << 27
  /// The size in bytes of the fixed part of a header, which contains the size of the rest.
  package static let prefixCount = 16

  /// The kind, or `nil` for an unknown kind, which must be ignored, as specified by D-Bus.
  package let kind: Kind?
  package let serial: UInt32
  package private(set) var fields: [Field: BusValue] = [:]
  package let body: [UInt8]

  package init(
    _ kind: Kind, serial: UInt32, _ fields: [Field: BusValue], body: [BusValue] = []
  ) {
    self.kind = kind
    self.serial = serial
    self.fields = fields
    if !body.isEmpty { self.fields[.signature] = .text("g", body.map(\.signature).joined()) }
    self.body = body.reduce(into: []) { $1.write(to: &$0) }
  }

  /// Returns a reader of the body, which must have this signature.
  package func reader(_ signature: String) throws(BusError) -> BusReader {
    guard fields[.signature]?.text == signature else { throw .unexpected }
    return BusReader(body)
  }

  package func bytes() -> [UInt8] {
    let fields = fields.sorted { $0.key.rawValue < $1.key.rawValue }
    // The byte order is little-endian. There are no flags: a reply is expected, and the bus may start the keyring.
    let header: [BusValue] = [
      .number("y", 0x6C), .number("y", UInt32(kind?.rawValue ?? 0)), .number("y", 0),
      .number("y", 1), .number("u", UInt32(clamping: body.count)), .number("u", serial),
      .array(
        of: "(yv)",
        fields.map { .structure([.number("y", $0.key.rawValue), .variant($0.value)]) }),
    ]
    let bytes = header.reduce(into: [UInt8]()) { $1.write(to: &$0) }
    return bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8) + body
  }

  /// Returns the size in bytes of the message that starts with these ``prefixCount`` bytes.
  package static func count(of prefix: [UInt8]) throws(BusError) -> Int {
    let reader = BusReader(prefix)
    let bytes = try reader.take(4)
    let numbers = [try reader.number(), try reader.number(), try reader.number()].map(Int.init)
    let (body, fields) = (numbers[0], numbers[2])
    // All programs on one machine use one byte order.
    guard bytes[0] == 0x6C, bytes[1] != 0, bytes[3] == 1, body + fields < limit - prefixCount else {
      throw .unexpected
    }
    return (prefixCount + fields + 7) / 8 * 8 + body
  }

  /// Creates a message from its bytes.
  package init(_ bytes: [UInt8]) throws(BusError) {
    guard bytes.count == (try Self.count(of: bytes)) else { throw .unexpected }
    let reader = BusReader(bytes)
    kind = Kind(rawValue: try reader.take(8)[1])
    serial = try reader.number()
    let end = try Int(reader.number()) + reader.position
    while reader.position < end {
      try reader.align(to: 8)
      // Ignore unknown fields, as specified by D-Bus.
      let field = Field(rawValue: UInt32(try reader.take(1)[0]))
      let type = try reader.signature()
      let value: BusValue
      switch type {
      case "u": value = .number("u", try reader.number())
      case "s", "o": value = .text(Character(type), try reader.text())
      case "g": value = .text("g", try reader.signature())
      default: throw .unexpected
      }
      if let field { fields[field] = value }
    }
    try reader.align(to: 8)
    body = Array(bytes[reader.position...])
  }
}

/// An error of the bus or of this client, under its D-Bus name.
package struct BusError: Error, Equatable {
  package let name: String
  package let message: String

  package init(_ name: String, _ message: String) {
    self.name = name.hasPrefix("org.") ? name : "org.freedesktop.DBus.Error." + name
    self.message = message
  }

  /// The error for a message that D-Bus does not allow or that was not requested.
  static let unexpected = BusError("InconsistentMessage", "a message is not as expected")

  /// Returns a Boolean value that indicates whether the last part of the name is one of these.
  func isNamed(_ names: String...) -> Bool { names.contains { name.hasSuffix(".Error.\($0)") } }
}

extension KeychainError {
  /// Creates the keychain error that an error of the bus means.
  init(_ error: BusError) {
    let status = KeychainStatus.secretService(name: error.name, message: error.message)
    let isAbsent = error.isNamed(
      "BadAddress", "NoServer", "NameHasNoOwner", "ServiceUnknown", "NoSuchObject")
    if error.isNamed("IsLocked") {
      self = .locked(status)
    } else {
      self = isAbsent || error.name.contains(".Error.Spawn.") ? .absent(status) : .failed(status)
    }
  }
}
