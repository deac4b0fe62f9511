import FakedClients
import Foundation
import TestSupport

/// Reads requests from a connection, with bodies of known length or in chunks.
struct MessageReader {
  let socket: Socket
  private var buffer = Data()

  init(socket: Socket) { self.socket = socket }

  /// The next request with its whole body, or `nil` if the connection is closed.
  mutating func next(base: URL) -> FakeRequest? {
    guard let start = line()?.split(separator: " "), start.count == 3,
      let url = URL(string: base.absoluteString + start[1])
    else { return nil }
    var request = FakeRequest(method: String(start[0]), url: url)
    while let line = line(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      request.headers[String(parts[0])] = parts.last?.trimmingCharacters(in: .whitespaces)
    }
    if request.header("Expect")?.lowercased() == "100-continue" {
      guard socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
    }
    if request.header("Transfer-Encoding")?.lowercased() == "chunked" {
      guard let body = chunks() else { return nil }
      request.body = body
    } else if let length = request.header("Content-Length").flatMap(Int.init) {
      guard let body = bytes(length) else { return nil }
      request.body = body
    }
    return request
  }

  private mutating func chunks() -> Data? {
    var body = Data()
    while let size = line().flatMap({ Int($0.prefix { $0 != ";" }, radix: 16) }) {
      guard let chunk = bytes(size), line() != nil else { return nil }
      if size == 0 { return body }
      body.append(chunk)
    }
    return nil
  }

  /// The text up to the next line break.
  private mutating func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        return line.trimmingCharacters(in: .newlines)
      }
      guard fill() else { return nil }
    }
  }

  private mutating func bytes(_ count: Int) -> Data? {
    while buffer.count < count { guard fill() else { return nil } }
    defer { buffer = Data(buffer.dropFirst(count)) }
    return Data(buffer.prefix(count))
  }

  private mutating func fill() -> Bool {
    guard let data = socket.read() else { return false }
    buffer.append(data)
    return true
  }
}
