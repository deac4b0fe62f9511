#if os(Linux)
  import FakeableClients
  import Foundation
  import TestSupport

  /// The other end of a session bus: a socket that does with each connection what a test says.
  final class BusPeer: Sendable {
    /// The environment variables that lead a client to this peer.
    let environment: [String: String]
    private let listener: Socket

    /// Listens with a queue of a given length, and accepts no connection without a behavior.
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

    /// Wakes the thread that accepts, which then ends.
    deinit { listener.shutDown() }

    /// The client closed the connection, or there never was one.
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

    /// Says nothing more until the client has gone.
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
