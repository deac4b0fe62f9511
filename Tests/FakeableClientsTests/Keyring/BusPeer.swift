#if os(Linux)
  import FakeableClients
  import Foundation
  import TestSupport

  /// The server side of a session bus: a socket that runs a behavior of the test for each connection.
  final class BusPeer: Sendable {
    /// The environment variables that contain the address of this peer.
    let environment: [String: String]
    private let listener: Socket

    /// Creates a peer that listens with a queue of a given length. Without a behavior, it accepts no connections.
    init(backlog: Int32 = 16, _ serve: (@Sendable (BusPeerConnection) throws -> Void)?) throws {
      let name = "faked-\(UUID().uuidString)"
      environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=\(name),guid=0"]
      let listener = try Socket.listening(at: name, backlog: backlog)
      self.listener = listener
      guard let serve else { return }
      Thread.detachNewThread {
        while let socket = listener.accept() {
          Thread.detachNewThread { try? serve(BusPeerConnection(socket: socket)) }
        }
      }
    }

    /// Wakes the accepting thread, which then ends.
    deinit { listener.shutDown() }

    /// An error that means that the client closed the connection, or never opened one.
    struct Gone: Error {}
  }

  /// One client of a ``BusPeer``.
  struct BusPeerConnection {
    let socket: Socket

    /// Returns the next line from the client, without its line ending.
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
      guard socket.write(Data(bytes)) else { throw BusPeer.Gone() }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Waits without sending anything until the client closes the connection.
    func waitForTheEnd() {
      while socket.read() != nil {}
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        guard let part = socket.read(count - bytes.count) else { throw BusPeer.Gone() }
        bytes += part
      }
      return bytes
    }
  }
#endif
