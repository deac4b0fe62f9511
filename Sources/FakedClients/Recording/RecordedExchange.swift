import FakeableClients
import FakedReplay
import Foundation

/// A request and its response in a recording.
///
/// The closure of a recording receives the exchange before it is recorded, and removes secrets.
///
/// ```swift
/// let transport = try FakeTransport(replaying: "signIn") { exchange in
///   exchange.response?.headers["X-Session"] = nil
/// }
/// ```
///
/// See <doc:RecordingAndReplaying>.
public struct RecordedExchange: Sendable {
  /// The request that the session sent.
  public var request: FakeRequest
  /// The response, or `nil` if there is none yet. Its body has no content encoding.
  public var response: FakeResponse?
}

// Reading an HTTP archive.
extension RecordedExchange {
  /// Reads an entry of an archive, which any program may have written.
  init(_ entry: JSON) throws(RecordingFlaw) {
    request = try FakeRequest(entry)
    let came = entry["response"] ?? .null
    guard let status = came["status"]?.int, 1...999 ~= status else {
      // A response without a status is an error that a program recorded, or nothing at all.
      let error = came["_error"]?.string ?? entry["_error"]?.string
      guard let error else { throw RecordingFlaw("it has no response with a status") }
      response = .failure(Self.failure(error))
      return
    }
    let content = came["content"] ?? .null
    let body = Self.body(content)
    if body == nil, content["text"] != nil { throw RecordingFlaw("its body is not base64") }
    if body == nil, let size = content["size"]?.int, size > 0, request.method != "HEAD" {
      throw RecordingFlaw("its body of \(size) bytes is not in the archive: export it with content")
    }
    response = FakeResponse(to: request, status: status, Self.fields(came), decoded: body ?? Data())
  }

  fileprivate static func fields(_ part: JSON) -> [(name: String, value: String)] {
    (part["headers"]?.elements ?? []).compactMap { header in
      guard let name = header["name"]?.string, let value = header["value"]?.string,
        !name.hasPrefix(":")
      else { return nil }
      return (name, value)
    }
  }

  /// Returns the bytes of a body, or `nil` if it has no text, or its text is not the required base64.
  fileprivate static func body(_ content: JSON) -> Data? {
    guard let text = content["text"]?.string else { return nil }
    let encoding = (content["encoding"] ?? content["_encoding"])?.string?.lowercased()
    return encoding == "base64"
      ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
  }

  /// Returns the error of an entry without a response. Browsers have names of their own for errors.
  private static func failure(_ text: String) -> URLError.Code {
    if text.hasPrefix("URLError "), let number = Int(text.dropFirst(9)) {
      return URLError.Code(rawValue: number) as URLError.Code? ?? .unknown
    }
    return .networkConnectionLost
  }
}

extension FakeRequest {
  /// Reads the request of an entry of an archive.
  init(_ entry: JSON) throws(RecordingFlaw) {
    guard let sent = entry["request"], let method = sent["method"]?.string,
      let url = (sent["url"]?.string).flatMap(URL.init)
    else { throw RecordingFlaw("its request has no `method`, or no `url` that is a URL") }
    self.init(
      method: method.uppercased(), url: url,
      headers: Dictionary(RecordedExchange.fields(sent)) { $0 + ", " + $1 },
      body: sent["postData"].flatMap(RecordedExchange.body) ?? Data())
  }
}

extension FakeResponse {
  /// Creates the response of a server whose body was decoded, which changes its length.
  init(
    to request: FakeRequest, status: Int, _ fields: [(name: String, value: String)],
    decoded body: Data
  ) {
    let isHead = request.method == "HEAD"
    let dropped = ["content-encoding", "transfer-encoding"] + (isHead ? [] : ["content-length"])
    var headers: [String: String] = [:]
    for field in fields where !dropped.contains(field.name.lowercased()) {
      // Foundation finds cookies only under this spelling. Browsers write several cookies into one header.
      let name = field.name.lowercased() == "set-cookie" ? "Set-Cookie" : field.name
      let value = field.value.replacing("\n", with: ", ")
      headers[name] = headers[name].map { $0 + ", " + value } ?? value
    }
    let hasBody = !isHead && status != 204 && status != 304
    if hasBody { headers["Content-Length"] = "\(body.count)" }
    self.init(
      status: status, headers: headers, chunks: body.isEmpty || !hasBody ? [] : [body])
  }

  /// Returns the cookies in the value of a `Set-Cookie` header, which Foundation and browsers join.
  static func cookies(in value: String) -> [String] {
    // A comma separates two cookies if a name and `=` follow. Otherwise, it belongs to a date.
    value.split(separator: /[,\n](?=\s*[^;,=\s]+=)/).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}

// Writing an HTTP archive.
extension RecordedExchange {
  /// The exchange as an entry of an archive. The times are constant, so that a new recording changes only what differs.
  var entry: JSON {
    JSON(
      [
        "startedDateTime": "1970-01-01T00:00:00Z", "time": 0, "cache": [:] as [String: Any],
        "timings": ["send": 0, "wait": 0, "receive": 0], "request": sent, "response": received,
      ] as [String: Any])
  }

  private var sent: [String: Any] {
    var members: [String: Any] = [
      "method": request.method, "url": request.url.absoluteString, "httpVersion": "HTTP/1.1",
      "cookies": [Any](), "headers": Self.list(request.headers),
      "queryString": request.queryItems.map { ["name": $0.name, "value": $0.value ?? ""] },
      "headersSize": -1, "bodySize": request.body.count,
    ]
    if !request.body.isEmpty {
      // Foundation adds this type when it sends the request.
      let added = request.method == "POST" ? "application/x-www-form-urlencoded" : ""
      let type = request.header("Content-Type") ?? added
      members["postData"] = Self.content(request.body, type, encoding: "_encoding")
    }
    return members
  }

  private var received: [String: Any] {
    let mimeType = response?.mimeType ?? ""
    var members: [String: Any] = [
      // Foundation doesn't expose the reason phrase of the server.
      "status": response?.status ?? 0, "statusText": "", "httpVersion": "HTTP/1.1",
      "cookies": [Any](), "headers": Self.list(response?.headers ?? [:]),
      "content": Self.content(
        response?.body ?? Data(), mimeType.isEmpty ? "x-unknown" : mimeType, encoding: "encoding"),
      "redirectURL": response?.header("Location") ?? "", "headersSize": -1, "bodySize": -1,
    ]
    members["_error"] = response?.error.map(errorText)
    return members
  }

  private static func content(
    _ body: Data, _ type: String, encoding: String
  ) -> [String: Any] {
    // Foundation drops a byte order mark from JSON.
    let hasMark = body.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? nil : body.plainText
    var members: [String: Any] = ["mimeType": type, "size": body.count]
    if body.isEmpty { return members }
    members["text"] = text ?? body.base64EncodedString()
    if text == nil { members[encoding] = "base64" }
    return members
  }

  private static func list(_ headers: [String: String]) -> [[String: Any]] {
    headers.sorted { $0.key.lowercased() < $1.key.lowercased() }.flatMap { name, value in
      let isCookie = name.lowercased() == "set-cookie"
      let values = isCookie ? FakeResponse.cookies(in: value) : [value]
      return values.map { ["name": name, "value": $0] }
    }
  }
}
