import FakedClients
import Foundation
import TestSupport

/// A real HTTP/1.1 server on the loopback device. A closure creates its responses.
///
/// One thread accepts connections. Each connection has its own thread, which runs until the client or
/// `stop()` closes it. The closure has the same type as a behavior of the fake.
final class LoopbackServer: Sendable {
  typealias Respond = @Sendable (FakeRequest) throws -> FakeResponse

  let url: URL
  /// The received requests, with their headers exactly as received.
  let requests = Captured<[FakeRequest]>([])
  private let listener: Socket
  private let connections = Captured<[Socket]?>([])
  private let respond: Respond

  init(respond: @escaping Respond) throws {
    self.respond = respond
    let (listener, port) = try Socket.listening()
    self.listener = listener
    url = URL(string: "http://127.0.0.1:\(port)")!
    Thread.detachNewThread { [self] in
      while let connection = listener.accept() {
        let isOpen = connections.withValue { connections in
          connections?.append(connection)
          return connections != nil
        }
        guard isOpen else { return connection.shutDown() }
        Thread.detachNewThread { [self] in
          serve(connection)
          connection.shutDown()
        }
      }
    }
  }

  /// Stops the server and closes all connections, so that no client waits for a response.
  func stop() {
    listener.shutDown()
    let open = connections.withValue { connections in
      defer { connections = nil }
      return connections ?? []
    }
    for connection in open { connection.shutDown() }
  }

  /// Responds to one request at a time, for as long as the connection is kept alive.
  private func serve(_ connection: Socket) {
    var reader = MessageReader(socket: connection)
    while let request = reader.next(base: url) {
      requests.withValue { $0.append(request) }
      guard let response = try? respond(request), write(request, response, on: connection)
      else { return }
    }
  }

  /// Writes the response. Returns `false` if the connection must be dropped.
  private func write(
    _ request: FakeRequest, _ response: FakeResponse, on connection: Socket
  ) -> Bool {
    guard let status = response.status else { return false }
    if response.delay > .zero { Thread.sleep(forTimeInterval: response.delay / .seconds(1)) }
    let isChunked = response.headers["Content-Length"] == nil && status != 204 && status != 304
    var head = "HTTP/1.1 \(status) Text\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    if isChunked { head += "Transfer-Encoding: chunked\r\n" }
    guard connection.write(Data((head + "\r\n").utf8)) else { return false }
    if request.method == "HEAD" || status == 204 || status == 304 { return true }
    for chunk in response.chunks {
      let part = isChunked ? Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk : chunk
      guard connection.write(isChunked ? part + Data("\r\n".utf8) : part) else { return false }
    }
    if response.error != nil { return false }
    return isChunked ? connection.write(Data("0\r\n\r\n".utf8)) : true
  }
}
