import FakeableClients
import FakedReplay
import Foundation

/// A request and its response in a recording.
///
/// The closure of `redacting:` receives the exchange before it is recorded, and removes secrets.
///
/// ```swift
/// let transport = try FakeTransport(replaying: "signIn", redacting: { exchange in
///   exchange.headers.removeAll { $0.name == "X-Session" }
/// })
/// ```
///
/// See <doc:RecordingHTTP>.
public struct RecordedExchange: Sendable {
  /// The request that the session sent.
  public var request: FakeRequest
  /// The status of the response, or 0 if there is none.
  public var status = 0
  /// The headers of the response, in their order.
  public var headers: [Header] = []
  /// The body of the response.
  public var body = Data()
  /// The reason why there is no response.
  var failure: URLError.Code?
  var milliseconds = 0.0
  /// The time of the recording.
  var start: Date?
  /// The index in the list of the file.
  var index = 0
  /// The reason why the exchange can't be replayed.
  var flaw: String?

  /// A header of a response.
  public struct Header: Sendable, Equatable {
    /// The name, as the server wrote it.
    public var name: String
    /// The value.
    public var value: String
  }

  init(request: FakeRequest) { self.request = request }
}

extension FakeRequest {
  /// Returns the request and the error that prevented its response.
  func unreached(_ failure: URLError.Code?) -> String? {
    failure.map { "\(method) \(path) → URLError \($0.rawValue)" }
  }
}

extension RecordedExchange {
  /// The request and the error, if there is no response.
  var unreached: String? { request.unreached(failure) }

  /// The response of a transport.
  package var response: FakeResponse {
    if let failure { return .failure(failure) }
    // The body was decoded, which changes its length.
    let dropped = ["content-encoding", "transfer-encoding", "content-length"]
    var joined: [String: String] = [:]
    var names: [String: String] = [:]
    for header in headers where !header.name.hasPrefix(":") {
      let key = header.name.lowercased()
      if dropped.contains(key), request.method != "HEAD" || key != "content-length" { continue }
      // Foundation finds cookies only under this spelling.
      let name = names[key] ?? (key == "set-cookie" ? "Set-Cookie" : header.name)
      names[key] = name
      // Browsers write several cookies into one header, one per line.
      let value = header.value.replacingOccurrences(of: "\n", with: ", ")
      joined[name] = joined[name].map { $0 + ", " + value } ?? value
    }
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    if hasBody { joined["Content-Length"] = "\(body.count)" }
    return FakeResponse(
      .http(status: status, headers: joined), chunks: body.isEmpty || !hasBody ? [] : [body])
  }

  /// The type of the body without its parameters.
  var mimeType: String {
    contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
  }

  /// The character set that the type of the body names.
  var charset: String? {
    let parts = contentType.components(separatedBy: "charset=")
    return parts.count == 1
      ? nil : parts[1].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", "'", " "])
  }

  private var contentType: String {
    headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
  }
}
