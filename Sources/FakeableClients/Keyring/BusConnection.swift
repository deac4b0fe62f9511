#if !canImport(Security)
  import Foundation

  /// A connection to the session bus that makes one call at a time and waits for its reply.
  ///
  /// After an error other than an error reply, the connection can't be used again, because it is unknown which message
  /// the next bytes belong to.
  package final class BusConnection {
    private let descriptor: Int32
    private let timeout: Duration
    /// The bytes that were received but not yet used.
    private var received: [UInt8] = []
    private var lastSerial: UInt32 = 0

    /// Connects to the bus of the session, authenticates, and says hello.
    ///
    /// - Parameters:
    ///   - environment: The environment variables that contain the address.
    ///   - timeout: The time to wait for one reply.
    package init(environment: [String: String], timeout: Duration) throws(BusError) {
      self.timeout = timeout
      let name = try Self.socketName(in: environment)
      // The flags are SOCK_STREAM and SOCK_CLOEXEC, whose types depend on the C library.
      descriptor = socket(AF_UNIX, 0o2_000_001, 0)
      let (seconds, part) = timeout.components
      var limit = timeval(tv_sec: .init(seconds), tv_usec: .init(part / 1_000_000_000_000))
      for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
        setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let room = MemoryLayout.size(ofValue: address.sun_path)
      // No socket has a longer name.
      let path = name.utf8.prefix(room - 1)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let count = socklen_t(MemoryLayout<sockaddr_un>.size - room + path.count)
      // Connecting blocks while the queue of the listener is full.
      _ = try perform("NoServer", "nothing listens at \(name.debugDescription)") {
        withUnsafeBytes(of: address) { bytes in
          Int(connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, count))
        }
      }
      try signIn()
      let bus = "org.freedesktop.DBus"
      _ = try call(bus, "/org/freedesktop/DBus", bus, "Hello").reader("s")
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Calls a method and waits for its reply.
    ///
    /// - Throws: The error reply under its own name, or the error that prevented a reply.
    package func call(
      _ destination: String, _ path: String, _ interface: String, _ member: String,
      _ arguments: [BusValue] = []
    ) throws(BusError) -> BusMessage {
      lastSerial += 1
      let fields: [BusMessage.Field: BusValue] = [
        .path: .path(path), .interface: .string(interface), .member: .string(member),
        .destination: .string(destination),
      ]
      let bytes = BusMessage(.call, serial: lastSerial, fields, body: arguments).bytes()
      try write(bytes)
      while true {
        let count = try BusMessage.count(of: receive(BusMessage.prefixCount))
        let message = try BusMessage(receive(count))
        received.removeFirst(count)
        // Skip signals, and calls from other programs on the bus.
        guard message.fields[.replySerial]?.number == lastSerial else { continue }
        if message.kind == .reply { return message }
        guard message.kind == .error else { continue }
        let text = (try? message.reader("s").text()) ?? ""
        throw BusError(message.fields[.errorName]?.text ?? "Failed", text)
      }
    }

    /// Authenticates with the user ID, which the bus compares with the owner of the socket.
    private func signIn() throws(BusError) {
      let claim = "\(geteuid())".utf8.map { "3\($0 - 48)" }.joined()
      try write(Array("\0AUTH EXTERNAL \(claim)\r\n".utf8))
      while !received.contains(10) {
        _ = try receive(received.count + 1)
      }
      let line = String(decoding: received.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
      received = []
      guard line.hasPrefix("OK ") else {
        throw BusError("AuthFailed", "the bus refuses this user: \(line)")
      }
      try write(Array("BEGIN\r\n".utf8))
    }

    private func write(_ bytes: [UInt8]) throws(BusError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = try rest.dropFirst(
          perform {
            // Without the flag, writing to a closed connection would end the process with a signal.
            rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
          })
      }
    }

    /// Returns the first bytes that were received and not used, after waiting for this many.
    private func receive(_ wanted: Int) throws(BusError) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while received.count < wanted {
        let count = try perform { recv(descriptor, &buffer, buffer.count, 0) }
        guard count > 0 else { throw BusError("Disconnected", "the connection was closed") }
        received += buffer[..<count]
      }
      return Array(received.prefix(wanted))
    }

    /// Performs an operation on the socket, again if a signal interrupts it.
    private func perform(
      _ name: String = "Disconnected", _ problem: String = "the connection was lost",
      _ operation: () -> Int
    ) throws(BusError) -> Int {
      while true {
        let result = operation()
        if result >= 0 { return result }
        if errno == EAGAIN { throw BusError("NoReply", "no reply came within \(timeout)") }
        if errno != EINTR {
          throw BusError(name, "\(problem): \(String(cString: strerror(errno)))")
        }
      }
    }

    /// Returns the name of the socket. A name in the abstract namespace begins with NUL.
    private static func socketName(in environment: [String: String]) throws(BusError) -> String {
      let address = environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
      let parts = address.firstMatch(of: /unix:(?:[^;]*,)?(path|abstract)=([^,;]*)/)?.output
      guard let parts, let name = parts.2.removingPercentEncoding else {
        throw BusError(
          "BadAddress", "DBUS_SESSION_BUS_ADDRESS is \(address.debugDescription), not a Unix socket"
        )
      }
      return parts.1 == "path" ? name : "\0" + name
    }
  }
#endif
