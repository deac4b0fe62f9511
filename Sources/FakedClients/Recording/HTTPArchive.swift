import FakeableClients
import FakedReplay
import Foundation

/// A part of a request that is compared to find its recorded response.
public enum RequestPart: Hashable, Sendable {
  /// The method.
  case method
  /// The whole URL, except for the fragment.
  case url
  /// The path of the URL. Use it for servers whose address changes.
  case path
  /// The query of the URL.
  case query
  /// The body. JSON is compared by its values, and a form with files by its parts.
  case body
  /// The header with a name.
  case header(String)

  /// The name of the part in failure messages.
  fileprivate var name: String {
    switch self {
    case .method: "method"
    case .url: "URL"
    case .path: "path"
    case .query: "query"
    case .body: "body"
    case .header(let name): "header \(name)"
    }
  }
}

/// A change of an exchange before it is recorded or looked up.
typealias ChangeExchange = @Sendable (inout RecordedExchange) -> Void

/// An HTTP archive, version 1.2, the format that browsers and proxies export and a transport records.
struct HTTPArchive: RecordingFormat {
  let matching: Set<RequestPart>
  /// The names of query items and fields of bodies that are not compared.
  let ignored: Set<String>
  let redaction: Redaction
  let change: ChangeExchange?
  let requiresCalls = false
  let list = "log.entries"

  func entries(of root: JSON) throws(RecordingFlaw) -> [JSON] {
    guard let log = root["log"] else {
      throw RecordingFlaw("is not an HTTP archive: it has no `log`")
    }
    let version = log["version"]?.string ?? "1.2"
    guard version.hasPrefix("1.") else {
      throw RecordingFlaw("has version \(version), and this library reads HAR 1.2")
    }
    guard let entries = log["entries"]?.elements else {
      throw RecordingFlaw("has no list `log.entries`")
    }
    return entries
  }

  func call(_ entry: JSON) throws(RecordingFlaw) -> RecordedCall {
    let exchange = try RecordedExchange(entry)
    return call(exchange, compared(normalized(exchange.request)), entry)
  }

  /// Returns a recorded call, whose request is compared like this.
  func call(_ exchange: RecordedExchange, _ compared: JSON, _ entry: JSON) -> RecordedCall {
    let (request, failure) = (exchange.request, exchange.failure)
    return RecordedCall(
      compared, json: entry, isSuccess: failure == nil,
      unreached: failure.map { "\(request.method) \(request.path) → \(urlErrorText($0))" })
  }

  func root(of entries: [JSON]) -> JSON {
    let creator = JSON.object(["name": .string("Faked"), "version": .string("1")])
    let entries = JSON.array(redaction.redacted(entries))
    return .object([
      "log": .object(["version": .string("1.2"), "creator": creator, "entries": entries])
    ])
  }

  /// Returns a request in the form in which requests are compared.
  func normalized(_ request: FakeRequest) -> FakeRequest {
    var exchange = RecordedExchange(request: request)
    change?(&exchange)
    return redaction.redacted(exchange.request)
  }
}

// The comparison of requests.
extension HTTPArchive {
  /// Returns the parts of a normalized request that are compared.
  func compared(_ request: FakeRequest) -> JSON {
    .object(
      Dictionary(matching.map { ($0.name, value($0, of: request)) }) { first, _ in first })
  }

  private func value(_ part: RequestPart, of request: FakeRequest) -> JSON {
    var url = URLComponents(url: request.url, resolvingAgainstBaseURL: true) ?? URLComponents()
    url.fragment = nil
    url.host = url.host?.lowercased()
    if url.path.isEmpty { url.path = "/" }
    let items = url.percentEncodedQueryItems
    if !ignored.isEmpty {
      url.percentEncodedQueryItems = items?.filter { !ignored.contains($0.name) }
    }
    switch part {
    case .method: return .string(request.method)
    case .url: return .string(url.string ?? request.url.absoluteString)
    case .path: return .string(request.path)
    case .query: return .string("?" + (url.query ?? ""))
    case .header(let name): return .string(request.header(name) ?? "")
    case .body: break
    }
    // Parsing a larger body takes seconds in a debug build.
    if request.body.count < 1_000_000, let json = try? JSON(parsing: request.body) {
      return json.removing(ignored)
    }
    if let form = MultipartForm(request.body) {
      let parts = form.parts.filter { !ignored.contains($0.name) }
      return .array(
        parts.map { .string($0.head + ($0.body.utf8Text ?? "hash \($0.body.fullHash)")) })
    }
    guard let text = request.body.utf8Text, text.utf8.count < 100_000 else {
      return .string("\(request.body.count) bytes, hash \(request.body.fullHash)")
    }
    let fields = text.split(separator: "&").filter { field in
      !ignored.contains(String(field.prefix { $0 != "=" }))
    }
    return .string(ignored.isEmpty ? text : fields.joined(separator: "&"))
  }

  /// The recording may redact a value that the test doesn't name as a secret yet, such as a token in a path: one of at
  /// least 16 bytes, or of at least 8 bytes with a digit. A short word would match a different request.
  func isKey(_ recorded: String, of key: String) -> Bool {
    let parts = recorded.components(separatedBy: SecretValues.mark)
    guard let last = parts.last, parts.count > 1 else { return false }
    let pattern = parts.dropLast().map { part in
      // A value ends with its path segment, query item, field, or string.
      let ends = part.last == "/" ? "/?&=" : part.last == "?" ? "&=" : "&<"
      let other = #"[^"\#(ends)\s]"#
      let value = "(?:REDACTED|(?=\(other)*[0-9])\(other){8,}=*|\(other){16,}=*)"
      return NSRegularExpression.escapedPattern(for: part) + value
    }.joined()
    let end = NSRegularExpression.escapedPattern(for: last)
    return key.range(of: "^\(pattern)\(end)$", options: .regularExpression) != nil
  }
}
