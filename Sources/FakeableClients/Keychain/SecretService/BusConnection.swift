/// A connection to a message bus that makes one call at a time and waits for its reply.
///
/// After an error other than an error reply, the connection can't be used again, because it is unknown which message
/// the next bytes belong to.
package final class BusConnection {
  private let socket: BusSocket
  /// The bytes that were received but not yet used.
  private var received: [UInt8] = []
  private var lastSerial: UInt32 = 0

  /// Connects to the first address that accepts connections, authenticates, and says hello.
  package init(_ addresses: [BusAddress], before deadline: BusDeadline) throws(BusError) {
    socket = try Self.connect(addresses, before: deadline)
    try signIn(before: deadline)
    let name = "org.freedesktop.DBus"
    let reply = try call(name, "/org/freedesktop/DBus", name, "Hello", before: deadline)
    _ = try reply.read("s") { reader throws(BusError) in try reader.string() }
  }

  /// Calls a method and waits for its reply.
  ///
  /// - Throws: The error reply under its own name, or the error that prevented a reply.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ signature: String = "", before deadline: BusDeadline,
    _ arguments: (inout BusWriter) -> Void = { _ in }
  ) throws(BusError) -> BusMessage {
    lastSerial = lastSerial == .max ? 1 : lastSerial + 1
    var message = BusMessage(.call)
    message.serial = lastSerial
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    message.signature = signature
    var writer = BusWriter()
    arguments(&writer)
    message.body = writer.bytes
    let bytes = message.bytes()
    guard !writer.excess, bytes.count <= BusMessage.limit else {
      throw BusError(
        .limitsExceeded, "\(bytes.count) bytes are more than one message of D-Bus can carry")
    }
    try socket.write(bytes, before: deadline)
    return try reply(to: lastSerial, before: deadline)
  }

  private func reply(
    to serial: UInt32, before deadline: BusDeadline
  ) throws(BusError) -> BusMessage {
    while true {
      // Check the deadline here: an endless stream of messages would never block.
      _ = try deadline.milliseconds()
      let message = try receive(before: deadline)
      // Skip signals, and calls from other programs on the bus.
      guard message.replySerial == serial else { continue }
      switch message.kind {
      case .reply: return message
      case .error:
        throw BusError(BusError.Name(rawValue: message.errorName ?? ""), message.firstText)
      case .call, .signal, .unknown: continue
      }
    }
  }

  private func receive(before deadline: BusDeadline) throws(BusError) -> BusMessage {
    try fill(to: BusMessage.prefixCount, before: deadline)
    let count = try BusMessage.count(of: Array(received.prefix(BusMessage.prefixCount)))
    try fill(to: count, before: deadline)
    let message = try BusMessage(Array(received.prefix(count)))
    received.removeFirst(count)
    return message
  }

  /// Receives bytes until there are at least `count`. Memory is allocated only for bytes that have arrived.
  private func fill(to count: Int, before deadline: BusDeadline) throws(BusError) {
    while received.count < count {
      received += try socket.read(before: deadline)
      _ = try deadline.milliseconds()
    }
  }

  // MARK: Connecting

  private static func connect(
    _ addresses: [BusAddress], before deadline: BusDeadline
  ) throws(BusError) -> BusSocket {
    var failure = BusError(.noServer, "there is no address to connect to")
    for address in addresses {
      do throws(BusError) {
        return try BusSocket(address, before: deadline)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Authenticates with the user ID, which the bus compares with the owner of the socket.
  private func signIn(before deadline: BusDeadline) throws(BusError) {
    let claim = "\(BusSocket.userID)".utf8.map { "3\($0 - UInt8(ascii: "0"))" }.joined()
    try socket.write(Array("\0AUTH EXTERNAL \(claim)\r\n".utf8), before: deadline)
    let answer = try line(before: deadline)
    guard answer.hasPrefix("OK ") else {
      throw BusError(.authenticationFailed, "the bus refuses this user: \(answer)")
    }
    try socket.write(Array("BEGIN\r\n".utf8), before: deadline)
  }

  private func line(before deadline: BusDeadline) throws(BusError) -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(
          decoding: received[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        received.removeFirst(end + 1)
        return line
      }
      guard received.count < 1 << 14 else { throw .unexpected("the first line never ended") }
      received += try socket.read(before: deadline)
    }
  }
}
