#if os(Linux)
  import FakeableClients
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The other end of a session bus: a socket that does with each connection what a test says.
  final class BusPeer: Sendable {
    /// Where a client finds this peer.
    let environment: [String: String]
    private let listener: Int32
    private let accepts: Bool

    /// Listens, with so many connections in the queue, and accepts nothing without a behavior.
    init(backlog: Int32 = 16, _ serve: (@Sendable (BusPeerConnection) throws -> Void)?) throws {
      accepts = serve != nil
      let name = "faked-\(UUID().uuidString)"
      environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=\(name),guid=0"]
      let listener = Self.socket()
      self.listener = listener
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: [0] + Array(name.utf8)) }
      let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
      let count = socklen_t(offset + 1 + name.utf8.count)
      let status = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, count) }
      }
      guard status == 0, listen(listener, backlog) == 0 else { throw Gone() }
      guard let serve else { return }
      Thread.detachNewThread {
        while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
          Thread.detachNewThread {
            try? serve(BusPeerConnection(descriptor: descriptor))
            close(descriptor)
          }
        }
        // Not before this thread has done with it: the number may be another socket's next.
        close(listener)
      }
    }

    deinit {
      // Wakes the thread that accepts, which then closes.
      shutdown(listener, Int32(SHUT_RDWR))
      if !accepts { close(listener) }
    }

    /// The client closed the connection, or there never was one.
    struct Gone: Error {}

    private static func socket() -> Int32 {
      #if canImport(Glibc)
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #else
        Musl.socket(AF_UNIX, SOCK_STREAM, 0)
      #endif
    }
  }

  /// One client of a ``BusPeer``.
  struct BusPeerConnection {
    let descriptor: Int32

    /// What the client sends until the line ends, without the end.
    func line() throws -> String {
      var line: [UInt8] = []
      while line.last != UInt8(ascii: "\n") { line += try bytes(1) }
      return String(decoding: line.dropLast(2), as: UTF8.self)
    }

    func message() throws -> BusMessage {
      let prefix = try bytes(BusMessage.prefixCount)
      return try BusMessage(prefix + bytes(try BusMessage.count(of: prefix) - prefix.count))
    }

    func send(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw BusPeer.Gone() }
        rest = rest.dropFirst(count)
      }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Says nothing more until the client has gone.
    func waitForTheEnd() {
      while (try? bytes(1)) != nil {}
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        var part = [UInt8](repeating: 0, count: count - bytes.count)
        let received = recv(descriptor, &part, part.count, 0)
        guard received > 0 else { throw BusPeer.Gone() }
        bytes += part.prefix(received)
      }
      return bytes
    }
  }
#endif
