import FakeableClients
import Foundation

/// A request that reached a fake server, including its body.
///
/// The headers are those that the program set in the request or in the configuration of its session, with their
/// original spelling. Headers that Foundation adds when it sends a request, such as `Host`, `Content-Length`, and
/// `User-Agent`, aren't included.
///
/// ```swift
/// let request = transport.calls(to: \.respond)[0].arguments
/// #expect(request.header("Accept") == "application/json")
/// #expect(try request.json(as: Greeting.self).text == "Hello")
/// ```
///
/// See <doc:Network>.
public struct FakeRequest: Hashable, Sendable {
  /// The method in uppercase, such as `GET`.
  public var method: String
  /// The complete URL, including its query.
  public var url: URL
  /// The headers, with their original spelling.
  public var headers: [String: String]
  /// The complete body, even if it came from a stream or a file. Empty if there is none.
  public var body: Data
  /// The time in seconds that the request waits for its response.
  public var timeoutInterval: TimeInterval

  /// Creates a request, for tests of code that handles requests.
  ///
  /// - Parameters:
  ///   - method: The method. Defaults to `GET`.
  ///   - url: The complete URL.
  ///   - headers: The headers. Defaults to none.
  ///   - body: The body. Defaults to none.
  ///   - timeoutInterval: The time to wait for a response, in seconds. Defaults to 60.
  public init(
    method: String = "GET", url: URL, headers: [String: String] = [:], body: Data = Data(),
    timeoutInterval: TimeInterval = 60
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeoutInterval = timeoutInterval
  }
}

extension FakeRequest {
  /// The path of the URL without percent-encoding, or `/` if the path is empty.
  public var path: String {
    // If the bytes aren't UTF-8, the path stays percent-encoded.
    let encoded = url.path(percentEncoded: true)
    return encoded.isEmpty ? "/" : encoded.removingPercentEncoding ?? encoded
  }

  /// The query items in order, without percent-encoding.
  public var queryItems: [URLQueryItem] {
    URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
  }

  /// Returns the value of the first query item with the name.
  ///
  /// - Parameter name: The name of the query item.
  /// - Returns: The value, or `nil` if there is no such query item or it has no value.
  public func query(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }

  /// Returns the value of a header.
  ///
  /// - Parameter name: The name of the header, in uppercase or lowercase.
  /// - Returns: The value, or `nil` if there is no such header.
  public func header(_ name: String) -> String? {
    headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// The body as text, or `nil` if it is not UTF-8.
  public var text: String? { String(data: body, encoding: .utf8) }

  /// Decodes the body from JSON.
  ///
  /// - Parameters:
  ///   - type: The type to decode. Defaults to the type that the context requires.
  ///   - decoder: The decoder to use. Defaults to a new `JSONDecoder`.
  /// - Returns: The decoded value.
  /// - Throws: The error of the decoder.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: body)
  }
}

extension FakeRequest: CustomStringConvertible {
  /// The request as failure messages show it: `POST https://example.com/guests {"name":"Ada"}`.
  public var description: String {
    "\(method) \(url.absoluteString)" + (body.isEmpty ? "" : " " + bodyText(body))
  }
}

extension FakeRequest {
  /// Creates a request from a Foundation request and its body, or returns `nil` if the request has no URL.
  init?(_ request: URLRequest, body: Data, defaults: [String: String] = [:]) {
    guard let url = request.url else { return nil }
    self.init(
      method: request.httpMethod?.uppercased() ?? "GET", url: url.absoluteURL,
      headers: (request.allHTTPHeaderFields ?? [:]).addingMissing(defaults),
      body: body, timeoutInterval: request.timeoutInterval)
  }
}
