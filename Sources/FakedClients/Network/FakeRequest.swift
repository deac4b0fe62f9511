import FakeableClients
import Foundation

/// A request as it reached the edge of the program: whole, with its body read.
///
/// The headers are those that the program set, in the request or in the configuration of its session,
/// under the names as it wrote them. What Foundation adds on the wire (`Host`, `Content-Length`,
/// `User-Agent` and the like) is not among them.
public struct FakeRequest: Hashable, Sendable {
  /// The method in capitals, as in `GET`.
  public var method: String
  /// The whole URL, its query included.
  public var url: URL
  /// The headers, under the names as they were written.
  public var headers: [String: String]
  /// The whole body, of a stream or a file as well; empty when there is none.
  public var body: Data
  /// The seconds that the request waits for its response.
  public var timeoutInterval: TimeInterval

  /// A request as a session would send it; for tests of what is done with one.
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
  /// The path of the URL without percent-encoding, `/` where it is empty.
  public var path: String {
    // Where the bytes are no text, they stay as they are sent.
    let encoded = url.path(percentEncoded: true)
    return encoded.isEmpty ? "/" : encoded.removingPercentEncoding ?? encoded
  }

  /// The items of the query in their order, without percent-encoding.
  public var queryItems: [URLQueryItem] {
    URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
  }

  /// The value of the first query item of that name; nil when there is none, or when it has no value.
  public func query(_ name: String) -> String? {
    queryItems.first { $0.name == name }?.value
  }

  /// The value of the header of that name, in whatever case it was written; nil when there is none.
  public func header(_ name: String) -> String? {
    headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// The body as text; nil when it is not UTF-8.
  public var text: String? { String(data: body, encoding: .utf8) }

  /// The body decoded from JSON.
  ///
  /// - Throws: the error of the decoder.
  public func json<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: body)
  }
}

extension FakeRequest: CustomStringConvertible {
  /// As failure texts show it: `POST https://example.com/guests {"name":"Ada"}`.
  public var description: String {
    "\(method) \(url.absoluteString)" + (body.isEmpty ? "" : " " + bodyText(body))
  }
}

extension FakeRequest {
  /// A request of Foundation with the body that was read for it; nil when it has no URL.
  init?(_ request: URLRequest, body: Data, defaults: [String: String] = [:]) {
    guard let url = request.url else { return nil }
    let own = request.allHTTPHeaderFields ?? [:]
    let names = Set(own.keys.map { $0.lowercased() })
    self.init(
      method: request.httpMethod?.uppercased() ?? "GET", url: url.absoluteURL,
      headers: own.merging(defaults.filter { !names.contains($0.key.lowercased()) }) { own, _ in own
      },
      body: body, timeoutInterval: request.timeoutInterval)
  }
}
