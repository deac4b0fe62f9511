/// A connection to a message bus on which one call at a time goes out and its reply comes back.
///
/// After an error that is no reply of the other end, what the next bytes belong to is unknown: the
/// connection is of no use any more.
package final class BusConnection {
  private let socket: BusSocket
  /// What was received and not used yet.
  private var received: [UInt8] = []
  private var lastSerial: UInt32 = 0

  /// Connects to the first address that something listens at, signs in, and says hello.
  package init(_ addresses: [BusAddress], before deadline: BusDeadline) throws(BusError) {
    socket = try Self.connect(addresses, before: deadline)
    try signIn(before: deadline)
    let name = "org.freedesktop.DBus"
    let reply = try call(name, "/org/freedesktop/DBus", name, "Hello", before: deadline)
    _ = try reply.read("s") { reader throws(BusError) in try reader.string() }
  }

  /// Calls a method and waits for its reply.
  ///
  /// - Throws: the error of the other end under its own name, or what kept the reply from coming.
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
      // Messages that never end would never let anything wait.
      _ = try deadline.milliseconds()
      let message = try receive(before: deadline)
      // Signals come in between, and calls of those who look around on the bus.
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

  /// Receives until there are so many bytes; no more memory is taken than bytes have come.
  private func fill(to count: Int, before deadline: BusDeadline) throws(BusError) {
    while received.count < count {
      received += try socket.read(before: deadline)
      _ = try deadline.milliseconds()
    }
  }

  // MARK: Beginning

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

  /// The bus asks the system who is at the other end of the socket; the claim has to agree.
  private func signIn(before deadline: BusDeadline) throws(BusError) {
    let claim = "\(BusSocket.userID)".utf8.map { "3\($0 - UInt8(ascii: "0"))" }.joined()
    try socket.write(Array("\0AUTH EXTERNAL \(claim)\r\n".utf8), before: deadline)
    let answer = try line(before: deadline)
    guard answer.hasPrefix("OK ") else {
      throw BusError(.authenticationFailed, "the bus does not let this user in: \(answer)")
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
      guard received.count < 1 << 14 else { throw .unexpected("a line without an end came first") }
      received += try socket.read(before: deadline)
    }
  }
}
