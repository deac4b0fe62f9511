/// A D-Bus message: a call, a reply, an error reply, or a signal.
package struct BusMessage {
  /// The kind of a message. Unknown kinds must be ignored, as specified by D-Bus.
  package enum Kind: UInt8 { case call = 1, reply, error, signal, unknown }

  /// The maximum size of a message in bytes, as specified by D-Bus.
  package static let limit = 1 << 27
  /// The size in bytes of the fixed part of a header, which contains the size of the rest.
  package static let prefixCount = 16

  package var kind: Kind
  package var serial: UInt32 = 0
  package var replySerial: UInt32?
  package var path: String?
  package var interface: String?
  package var member: String?
  package var errorName: String?
  package var destination: String?
  package var signature = ""
  package var body: [UInt8] = []
  private var isBigEndian = false

  package init(_ kind: Kind) { self.kind = kind }

  /// Reads the body, which must have this signature and nothing after the value.
  package func read<Value>(
    _ signature: String, _ value: (inout BusReader) throws(BusError) -> Value
  ) throws(BusError) -> Value {
    guard self.signature == signature else {
      throw .unexpected(
        "the reply was of type \(self.signature.debugDescription), not \"\(signature)\"")
    }
    var reader = BusReader(body, isBigEndian: isBigEndian)
    let value = try value(&reader)
    guard reader.isAtEnd else { throw .unexpected("a message continues after its last value") }
    return value
  }

  /// The first string in the body of an error, or an empty string if the body starts with another type.
  package var firstText: String {
    guard signature.hasPrefix("s") else { return "" }
    var reader = BusReader(body, isBigEndian: isBigEndian)
    return (try? reader.string()) ?? ""
  }

  // MARK: Bytes

  /// The fields of a header, with their D-Bus codes.
  private enum Field: UInt8 {
    case path = 1, interface, member, errorName, replySerial, destination, sender, signature

    var type: String {
      switch self {
      case .path: "o"
      case .replySerial: "u"
      case .signature: "g"
      default: "s"
      }
    }
  }

  package func bytes() -> [UInt8] {
    var writer = BusWriter()
    writer.byte(UInt8(ascii: "l"))
    writer.byte(kind.rawValue)
    // Set no flags: a reply is expected, and the bus may start the keyring.
    writer.byte(0)
    writer.byte(1)
    writer.uint32(UInt32(clamping: body.count))
    writer.uint32(serial)
    writer.array(alignment: 8) { writer in
      func field(_ field: Field, _ value: (inout BusWriter) -> Void) {
        writer.align(to: 8)
        writer.byte(field.rawValue)
        writer.signature(field.type)
        value(&writer)
      }
      if let path { field(.path) { $0.string(path) } }
      if let interface { field(.interface) { $0.string(interface) } }
      if let member { field(.member) { $0.string(member) } }
      if let errorName { field(.errorName) { $0.string(errorName) } }
      if let replySerial { field(.replySerial) { $0.uint32(replySerial) } }
      if let destination { field(.destination) { $0.string(destination) } }
      if !signature.isEmpty { field(.signature) { $0.signature(signature) } }
    }
    writer.align(to: 8)
    return writer.bytes + body
  }

  /// Returns the size in bytes of the message that starts with these ``prefixCount`` bytes.
  package static func count(of prefix: [UInt8]) throws(BusError) -> Int {
    let order = prefix.first
    guard order == UInt8(ascii: "l") || order == UInt8(ascii: "B") else {
      throw .unexpected("a message begins with byte \(order.map(String.init) ?? "none")")
    }
    let isBigEndian = order == UInt8(ascii: "B")
    var reader = BusReader(prefix, from: 4, isBigEndian: isBigEndian)
    let bodyCount = Int(clamping: try reader.uint32())
    _ = try reader.uint32()
    let fieldCount = Int(clamping: try reader.uint32())
    guard fieldCount <= BusWriter.arrayLimit, bodyCount <= limit else {
      throw .unexpected("a message claims \(max(fieldCount, bodyCount)) bytes")
    }
    let count = (prefixCount + fieldCount + 7) / 8 * 8 + bodyCount
    guard count <= limit else { throw .unexpected("a message claims \(count) bytes") }
    return count
  }

  /// Creates a message from its bytes.
  package init(_ bytes: [UInt8]) throws(BusError) {
    let count = try Self.count(of: bytes)
    guard bytes.count == count else { throw .unexpected("a message has the wrong length") }
    isBigEndian = bytes[0] == UInt8(ascii: "B")
    guard bytes[1] != 0 else { throw .unexpected("a message is of kind 0") }
    guard bytes[3] == 1 else { throw .unexpected("a message is of version \(bytes[3]) of D-Bus") }
    kind = Kind(rawValue: bytes[1]) ?? .unknown
    var reader = BusReader(bytes, from: 8, isBigEndian: isBigEndian)
    serial = try reader.uint32()
    var bodyCount = BusReader(bytes, from: 4, isBigEndian: isBigEndian)
    body = Array(bytes.suffix(Int(clamping: try bodyCount.uint32())))
    let fields = try reader.array(alignment: 8) { reader throws(BusError) in
      try Self.field(&reader)
    }
    try reader.align(to: 8)
    for case (let field?, let text, let number) in fields {
      switch field {
      case .path: path = text
      case .interface: interface = text
      case .member: member = text
      case .errorName: errorName = text
      case .replySerial: replySerial = number
      case .destination: destination = text
      case .signature: signature = text ?? ""
      case .sender: break
      }
    }
    guard serial != 0 else { throw .unexpected("a message has the serial 0") }
    if kind == .reply || kind == .error, replySerial == nil {
      throw .unexpected("a reply does not name its call")
    }
    if kind == .error, errorName == nil { throw .unexpected("an error has no name") }
  }

  private static func field(
    _ reader: inout BusReader
  ) throws(BusError) -> (Field?, text: String?, number: UInt32?) {
    try reader.align(to: 8)
    let field = Field(rawValue: try reader.byte())
    let type = try reader.signature()
    if let field, field.type != type {
      throw .unexpected("the \(field) of a message is of type \(type.debugDescription)")
    }
    switch type {
    case "s", "o": return (field, try reader.string(), nil)
    case "g": return (field, try reader.signature(), nil)
    case "u": return (field, nil, try reader.uint32())
    // Ignore unknown fields, as specified by D-Bus.
    case "y": _ = try reader.byte()
    case "b", "i", "h": _ = try reader.uint32()
    default: throw .unexpected("a header has a field of type \(type.debugDescription)")
    }
    return (nil, nil, nil)
  }
}
