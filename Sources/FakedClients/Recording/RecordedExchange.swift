import FakeableClients
import FakedReplay
import Foundation

/// A request and its response in a recording.
///
/// The closure of a recording receives the exchange before it is recorded, and removes secrets.
///
/// ```swift
/// let transport = try FakeTransport(replaying: "signIn") { exchange in
///   exchange.headers.removeAll { $0.name == "X-Session" }
/// }
/// ```
///
/// See <doc:RecordingAndReplaying>.
public struct RecordedExchange: Sendable {
  /// The request that the session sent.
  public var request: FakeRequest
  /// The status of the response, or 0 if there is none.
  public var status = 0
  /// The headers of the response, in their order.
  public var headers: [Header] = []
  /// The body of the response, without its content encoding.
  public var body = Data()
  /// The reason why there is no response.
  var failure: URLError.Code?

  /// A header of a response.
  public struct Header: Sendable, Equatable {
    /// The name, as the server wrote it.
    public var name: String
    /// The value.
    public var value: String
  }

  /// Creates the exchange of a request that has no response yet.
  init(_ request: FakeRequest) { self.request = request }

  /// Adds the response of a real server.
  mutating func add(_ response: FakeResponse) {
    status = response.status ?? 0
    body = response.body
    for (name, value) in response.headers.sorted(by: { $0.key.lowercased() < $1.key.lowercased() })
    {
      let isCookie = name.lowercased() == "set-cookie"
      headers += (isCookie ? Self.cookies(in: value) : [value]).map { .init(name: name, value: $0) }
    }
  }

  /// The value of the first header with a name in lowercase.
  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }

  /// The type of the body without its parameters.
  var mimeType: String {
    (header("content-type") ?? "").lowercased().prefix { $0 != ";" }
      .trimmingCharacters(in: .whitespaces)
  }

  /// The response of a transport.
  var response: FakeResponse {
    // The body was decoded, which changes its length.
    let dropped = ["content-encoding", "transfer-encoding", "content-length"]
    var joined: [String: String] = [:]
    for header in headers where !header.name.hasPrefix(":") {
      let key = header.name.lowercased()
      if dropped.contains(key), request.method != "HEAD" || key != "content-length" { continue }
      // Foundation finds cookies only under this spelling. Browsers write several cookies into one header.
      let name = key == "set-cookie" ? "Set-Cookie" : header.name
      let value = header.value.replacing("\n", with: ", ")
      joined[name] = joined[name].map { $0 + ", " + value } ?? value
    }
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    if hasBody { joined["Content-Length"] = "\(body.count)" }
    return FakeResponse(
      status: status, headers: joined, chunks: body.isEmpty || !hasBody ? [] : [body])
  }

  /// Returns the differences of a response from a recorded one, one line each.
  func differences(from old: RecordedExchange, comparing: RecordingComparison) -> [String] {
    func head(_ exchange: RecordedExchange) -> JSON {
      if let failure = exchange.failure {
        return .object(["error": .string(urlErrorText(failure))])
      }
      return .object([
        "status": .number(NSNumber(value: exchange.status)), "type": .string(exchange.mimeType),
      ])
    }
    let differences = head(self).differences(from: head(old))
    if old.mimeType != mimeType || failure != nil { return differences }
    let bodies = [old.body, body].map { (try? JSON(parsing: $0)) ?? .string(bodyText($0)) }
    return differences
      + bodies[1].differences(from: bodies[0], comparing: comparing, at: "body")
  }
}

/// Returns an error as recordings and messages name it.
func urlErrorText(_ code: URLError.Code) -> String { "URLError \(code.rawValue)" }

// The form of an HTTP archive.
extension RecordedExchange {
  /// Reads an entry of an archive, which any program may have written.
  init(_ entry: JSON) throws(RecordingFlaw) {
    request = try FakeRequest(entry)
    let came = entry["response"] ?? .null
    headers = Self.headers(came)
    status = came["status"]?.int ?? 0
    guard 1...999 ~= status else {
      // A response without a status is an error that a program recorded, or nothing at all.
      let error = came["_error"]?.string ?? entry["_error"]?.string
      guard let error else { throw RecordingFlaw("it has no response with a status") }
      failure = Self.failure(error)
      return
    }
    // Some programs write these headers only into other fields.
    if let location = came["redirectURL"]?.string, !location.isEmpty, header("location") == nil {
      headers.append(Header(name: "Location", value: location))
    }
    let content = came["content"] ?? .null
    if let type = content["mimeType"]?.string, type.contains("/"), header("content-type") == nil {
      headers.append(Header(name: "Content-Type", value: type))
    }
    if let bytes = Self.body(content) {
      body = bytes
    } else if content["text"] != nil {
      throw RecordingFlaw("its body is not base64")
    } else if let size = content["size"]?.int, size > 0, request.method != "HEAD" {
      throw RecordingFlaw("its body of \(size) bytes is not in the archive: export it with content")
    }
    // Texts in archives are UTF-8, even if the server used another encoding.
    let type = headers.firstIndex { $0.name.lowercased() == "content-type" }
    if let type, content["encoding"] == nil {
      headers[type].value.replace(/(?i)charset=(?!"?utf-?8)[^;]*/, with: "charset=utf-8")
    }
  }

  fileprivate static func headers(_ part: JSON) -> [Header] {
    (part["headers"]?.elements ?? []).compactMap { header in
      guard let name = header["name"]?.string, let value = header["value"]?.string else {
        return nil
      }
      return Header(name: name, value: value)
    }
  }

  /// Returns the bytes of a body, or `nil` if it has no text, or its text is not the required base64.
  static func body(_ content: JSON) -> Data? {
    guard let text = content["text"]?.string else {
      // A form may be a list of its fields instead.
      guard let fields = content["params"]?.elements else { return nil }
      let pairs = fields.map { "\($0["name"]?.string ?? "")=\($0["value"]?.string ?? "")" }
      return Data(pairs.joined(separator: "&").utf8)
    }
    let encoding = (content["encoding"] ?? content["_encoding"])?.string?.lowercased()
    return encoding == "base64"
      ? Data(base64Encoded: text, options: .ignoreUnknownCharacters) : Data(text.utf8)
  }

  /// Returns the error of an entry without a response, written by this library or by a browser.
  private static func failure(_ text: String) -> URLError.Code {
    if text.hasPrefix("URLError "), let number = Int(text.dropFirst(9)) {
      return URLError.Code(rawValue: number) as URLError.Code? ?? .unknown
    }
    return text.contains("NAME_NOT_RESOLVED")
      ? .cannotFindHost : text.contains("TIMED_OUT") ? .timedOut : .networkConnectionLost
  }

  /// The exchange as an entry of an archive. The times are constant, so that a new recording changes only what differs.
  var entry: JSON {
    JSON(
      [
        "startedDateTime": "1970-01-01T00:00:00Z", "time": 0, "cache": [:] as [String: Any],
        "timings": ["send": 0, "wait": 0, "receive": 0], "request": sent, "response": received,
      ] as [String: Any])
  }

  private var sent: [String: Any] {
    let fields = request.headers.sorted { $0.key.lowercased() < $1.key.lowercased() }
    var members: [String: Any] = [
      "method": request.method, "url": request.url.absoluteString, "httpVersion": "HTTP/1.1",
      "cookies": [Any](), "headers": Self.list(fields.map { ($0.key, $0.value) }),
      "queryString": Self.list(request.queryItems.map { ($0.name, $0.value ?? "") }),
      "headersSize": -1, "bodySize": request.body.count,
    ]
    if !request.body.isEmpty {
      // Foundation adds this type when it sends the request.
      let added = request.method == "POST" ? "application/x-www-form-urlencoded" : ""
      let type = request.header("Content-Type") ?? added
      members["postData"] = Self.content(request.body, type, encoding: "_encoding", isText: true)
    }
    return members
  }

  private var received: [String: Any] {
    // Readers of archives interpret texts as UTF-8.
    let type = (header("content-type") ?? "").lowercased()
    let isText =
      ["text/", "json", "xml", "javascript", "urlencoded"].contains { type.contains($0) }
      && (!type.contains("charset=") || type.contains("utf-8") || type.contains("ascii"))
    var members: [String: Any] = [
      // Foundation doesn't expose the reason phrase of the server.
      "status": status, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [Any](),
      "headers": Self.list(headers.map { ($0.name, $0.value) }),
      "content": Self.content(
        body, mimeType.isEmpty ? "x-unknown" : mimeType, encoding: "encoding", isText: isText),
      "redirectURL": header("location") ?? "", "headersSize": -1, "bodySize": -1,
    ]
    members["_error"] = failure.map(urlErrorText)
    return members
  }

  private static func content(
    _ body: Data, _ type: String, encoding: String, isText: Bool
  ) -> [String: Any] {
    // Foundation drops a byte order mark from JSON.
    let hasMark = body.starts(with: [0xEF, 0xBB, 0xBF])
    let text = isText && !hasMark ? body.utf8Text : nil
    var members: [String: Any] = ["mimeType": type, "size": body.count]
    if body.isEmpty { return members }
    members["text"] = text ?? body.base64EncodedString()
    if text == nil { members[encoding] = "base64" }
    return members
  }

  private static func list(_ pairs: [(String, String)]) -> [[String: Any]] {
    pairs.map { ["name": $0.0, "value": $0.1] }
  }

  /// Returns the cookies in the value of a `Set-Cookie` header, which Foundation and browsers join.
  static func cookies(in value: String) -> [String] {
    // A comma separates two cookies if a name and `=` follow. Otherwise, it belongs to a date.
    value.split(separator: /[,\n](?=\s*[^;,=\s]+=)/).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}

extension FakeRequest {
  /// Reads the request of an entry of an archive.
  init(_ entry: JSON) throws(RecordingFlaw) {
    guard let sent = entry["request"], let method = sent["method"]?.string,
      let url = (sent["url"]?.string).flatMap(URL.init)
    else { throw RecordingFlaw("its request has no `method`, or no `url` that is a URL") }
    let fields = RecordedExchange.headers(sent).filter { !$0.name.hasPrefix(":") }
    self.init(
      method: method.uppercased(), url: url,
      headers: Dictionary(fields.map { ($0.name, $0.value) }) { $0 + ", " + $1 },
      body: sent["postData"].flatMap(RecordedExchange.body) ?? Data())
  }
}
