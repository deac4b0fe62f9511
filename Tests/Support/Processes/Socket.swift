import Foundation

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  private let streamType = SOCK_STREAM
#endif

// These calls are outside the class because its methods have the same names.
private func startsListening(_ socket: Int32, _ backlog: Int32) -> Bool {
  listen(socket, backlog) == 0
}
private func accepted(by socket: Int32) -> Int32 { accept(socket, nil, nil) }

/// A socket that closes with its last reference, so that its descriptor isn't reused while it is in use.
package final class Socket: Sendable {
  private let number: Int32

  private init(number: Int32) { self.number = number }

  deinit { close(number) }

  /// Returns a socket that listens on a free port of the loopback device, and the port.
  package static func listening() throws -> (Socket, port: UInt16) {
    let listener = Socket(number: socket(AF_INET, streamType, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try listener.listen(at: address, size: size, backlog: 512)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(listener.number, $0, &size)
      }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  #if os(Linux)
    /// Creates a socket that listens under an abstract name, with a queue of a given length.
    package static func listening(at name: String, backlog: Int32) throws -> Socket {
      let listener = Socket(number: socket(AF_UNIX, streamType, 0))
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: [0] + Array(name.utf8)) }
      let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
      let size = socklen_t(offset + 1 + name.utf8.count)
      try listener.listen(at: address, size: size, backlog: backlog)
      return listener
    }
  #endif

  private func listen<Address>(at address: Address, size: socklen_t, backlog: Int32) throws {
    // A client that disconnects must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, size) }
    }
    guard status == 0, startsListening(number, backlog) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Returns the next connection, or `nil` if the socket was shut down.
  package func accept() -> Socket? {
    let connection = accepted(by: number)
    guard connection >= 0 else { return nil }
    // Without this option, the body would wait for the acknowledgment of the head.
    var isOn: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return Socket(number: connection)
  }

  /// Returns the available bytes, or `nil` at the end.
  package func read(_ limit: Int = 65_536) -> Data? {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = recv(number, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer[..<count]) : nil
  }

  /// Writes all bytes. Returns `false` if the connection was closed.
  package func write(_ data: Data) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends all reading and writing, and wakes the threads that wait for it.
  package func shutDown() { shutdown(number, Int32(SHUT_RDWR)) }
}
