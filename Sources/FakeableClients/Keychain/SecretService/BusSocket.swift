#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A connected Unix socket that never blocks beyond a deadline, and closes when it is deallocated.
  final class BusSocket {
    private let descriptor: Int32

    init(_ address: BusAddress, before deadline: BusDeadline) throws(BusError) {
      #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #else
        let stream = SOCK_STREAM | SOCK_CLOEXEC
      #endif
      descriptor = socket(AF_UNIX, stream, 0)
      guard descriptor >= 0 else {
        throw Self.error(errno, .failed, "the socket could not be created")
      }
      // Connecting blocks while the queue of the listener is full. This option limits that time.
      let milliseconds = Int(try deadline.milliseconds())
      var limit = timeval()
      limit.tv_sec = .init(milliseconds / 1_000)
      limit.tv_usec = .init(milliseconds % 1_000 * 1_000)
      setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      let (name, count) = try Self.socketName(of: address)
      var code: Int32
      repeat {
        _ = try deadline.milliseconds()
        code = withUnsafePointer(to: name) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, count) == 0 ? 0 : errno
          }
        }
      } while code == EINTR
      if code == EAGAIN { throw deadline.error }
      guard code == 0 else {
        throw Self.error(code, .noServer, "nothing listens at \(Self.text(of: address))")
      }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8], before deadline: BusDeadline) throws(BusError) {
      var written = 0
      while written < bytes.count {
        let (count, code) = bytes.withUnsafeBytes { buffer in
          // Without the flag, writing to a closed connection would end the process with a signal.
          let count = send(
            descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written,
            Int32(MSG_NOSIGNAL))
          return (count, errno)
        }
        written += max(count, 0)
        if count < 0 { try wait(after: code, for: Int16(POLLOUT), before: deadline) }
      }
    }

    /// Reads the available bytes, at least 1 byte and at most 64 KB.
    func read(before deadline: BusDeadline) throws(BusError) -> [UInt8] {
      while true {
        var (count, code) = (0, Int32(0))
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initializedCount in
          count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
          code = errno
          initializedCount = max(count, 0)
        }
        if count > 0 { return bytes }
        if count == 0 { throw BusError(.disconnected, "the connection was closed") }
        try wait(after: code, for: Int16(POLLIN), before: deadline)
      }
    }

    /// Waits until the operation that failed with this code can succeed, or throws if it never can.
    private func wait(
      after code: Int32, for events: Int16, before deadline: BusDeadline
    ) throws(BusError) {
      guard code == EAGAIN || code == EINTR else {
        throw Self.error(code, .disconnected, "the connection was lost")
      }
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      // The next operation finds out why the wait ended.
      _ = poll(&entry, 1, try deadline.milliseconds())
    }

    private static func socketName(
      of address: BusAddress
    ) throws(BusError) -> (sockaddr_un, socklen_t) {
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      let path: [UInt8]
      switch address {
      case .path(let text): path = Array(text.utf8) + [0]
      case .abstract(let text): path = [0] + Array(text.utf8)
      }
      let capacity = MemoryLayout.size(ofValue: name.sun_path)
      guard path.count <= capacity else {
        throw BusError(
          .badAddress, "\(Self.text(of: address)) is longer than the name of a socket can be")
      }
      withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
      return (name, socklen_t(MemoryLayout<sockaddr_un>.size - capacity + path.count))
    }

    private static func text(of address: BusAddress) -> String {
      switch address {
      case .path(let text): text.debugDescription
      case .abstract(let text): "@" + text.debugDescription
      }
    }

    private static func error(
      _ code: Int32, _ name: BusError.Name, _ what: String
    ) -> BusError {
      BusError(name, "\(what): \(String(cString: strerror(code)))")
    }

    /// The effective user ID of the process, which the bus checks.
    static var userID: UInt32 { geteuid() }
  }
#else
  /// A socket for platforms without a Secret Service. It can't connect.
  final class BusSocket {
    static let userID: UInt32 = 0

    init(_ address: BusAddress, before deadline: BusDeadline) throws(BusError) {
      throw BusError(.noServer, "this platform has none")
    }

    func write(_ bytes: [UInt8], before deadline: BusDeadline) throws(BusError) {}
    func read(before deadline: BusDeadline) throws(BusError) -> [UInt8] { [] }
  }
#endif
