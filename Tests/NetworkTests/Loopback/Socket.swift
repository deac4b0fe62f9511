import Foundation

#if canImport(Glibc)
  import Glibc
  private let streamType = Int32(SOCK_STREAM.rawValue)
#else
  import Darwin
  private let streamType = SOCK_STREAM
#endif

/// A socket that is closed with its last reference, so that no number is used again while it is in use.
final class Socket: Sendable {
  private let number: Int32

  private init(number: Int32) { self.number = number }

  deinit { close(number) }

  /// A socket that listens on a free port of the loopback device, and the port.
  static func listening() throws -> (Socket, port: UInt16) {
    // A client that goes away must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let listener = Socket(number: socket(AF_INET, streamType, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener.number, address, size) == 0 && listen(listener.number, 512) == 0
          ? getsockname(listener.number, address, &size) : -1
      }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// The next connection; nil when the socket was shut down.
  func accept() -> Socket? {
    #if canImport(Glibc)
      let connection = Glibc.accept(number, nil, nil)
    #else
      let connection = Darwin.accept(number, nil, nil)
    #endif
    guard connection >= 0 else { return nil }
    // A head and a body in two writes would wait for each other's acknowledgment.
    var isOn: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return Socket(number: connection)
  }

  /// Some bytes; nil when there are no more.
  func read() -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer[..<count]) : nil
  }

  /// Writes all bytes; false when the other side is gone.
  func write(_ data: Data) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(number, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends all reading and writing; whoever waits for it goes on.
  func shutDown() { shutdown(number, Int32(SHUT_RDWR)) }
}
