import FakeableClients
import Faked
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

  func calls(in root: JSON) throws(RecordingFlaw) -> [RecordedCall] {
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
    var calls: [RecordedCall] = []
    for (index, entry) in entries.enumerated() {
      do { calls.append(try call(entry)) } catch {
        throw RecordingFlaw("can't be read at log.entries[\(index)]: \(error.problem)")
      }
    }
    return calls
  }

  func call(_ entry: JSON) throws(RecordingFlaw) -> RecordedCall {
    let exchange = try RecordedExchange(entry)
    return RecordedCall(
      key: key(of: exchange.request), json: entry, isSuccess: exchange.failure == nil,
      unreached: exchange.failure.map {
        "\(exchange.request.method) \(exchange.request.path) → \(urlErrorText($0))"
      })
  }

  func root(of calls: [RecordedCall], replacing old: JSON?) -> JSON {
    let creator = JSON.object(["name": .string("Faked"), "version": .string("1")])
    return .object([
      "log": .object([
        "version": .string("1.2"), "creator": creator, "entries": .array(calls.map(\.json)),
      ])
    ])
  }

  func redacted(_ calls: [RecordedCall]) -> [RecordedCall] {
    redaction.redacted(calls.map(\.json)).compactMap { try? call($0) }
  }

  /// Returns a request in the form in which requests are compared.
  func normalized(_ request: FakeRequest) -> FakeRequest {
    var exchange = RecordedExchange(request: request)
    change?(&exchange)
    return (try? RecordedExchange(redaction.redactedByName(exchange.entry)))?.request ?? request
  }
}

// The comparison of requests.
extension HTTPArchive {
  func key(of request: FakeRequest) -> String {
    let request = normalized(request)
    return sortedParts.map { text($0, of: request) }.joined(separator: "\u{0}")
  }

  private var sortedParts: [RequestPart] { matching.sorted { $0.name < $1.name } }

  /// The recording may redact a value that the test doesn't name as a secret yet, such as a token in a path: one of at
  /// least 16 bytes, or of at least 8 bytes with a digit. A short word would match a different request.
  func isKey(_ recorded: String, of key: String) -> Bool {
    let parts = recorded.components(separatedBy: SecretValues.mark)
    guard parts.count > 1 else { return false }
    let pattern =
      parts.dropLast().map { part in
        // A value ends with its path segment, query item, field, or string.
        let ends = part.last == "/" ? "/?&=" : part.last == "?" || part.last == "\0" ? "&=" : "&\"<"
        let other = #"[^\#(ends)\s\x00]"#
        let value = "(?:REDACTED|(?=\(other)*[0-9])\(other){8,}=*|\(other){16,}=*)"
        return NSRegularExpression.escapedPattern(for: part) + value
      }.joined() + NSRegularExpression.escapedPattern(for: parts[parts.count - 1])
    return key.range(of: "^\(pattern)$", options: .regularExpression) != nil
  }

  /// Returns a part of a request as text.
  private func text(_ part: RequestPart, of request: FakeRequest) -> String {
    var url = URLComponents(url: request.url, resolvingAgainstBaseURL: true) ?? URLComponents()
    url.fragment = nil
    url.host = url.host?.lowercased()
    if url.path.isEmpty { url.path = "/" }
    if !ignored.isEmpty {
      url.percentEncodedQueryItems = url.percentEncodedQueryItems?.filter {
        !ignored.contains($0.name)
      }
    }
    switch part {
    case .method: return request.method
    case .url: return url.string ?? request.url.absoluteString
    case .path: return request.path
    case .query: return url.query ?? ""
    case .header(let name): return request.header(name) ?? ""
    case .body: break
    }
    if let json = try? JSON(parsing: request.body) { return json.removing(ignored).text }
    if let form = MultipartForm(request.body) {
      return form.parts.filter { !ignored.contains($0.name) }
        .map { $0.head + ($0.body.utf8Text ?? $0.body.base64EncodedString()) }.joined()
    }
    guard let text = request.body.utf8Text else { return request.body.base64EncodedString() }
    let fields = text.split(separator: "&").filter {
      !ignored.contains(String($0.prefix { $0 != "=" }))
    }
    return ignored.isEmpty ? text : fields.joined(separator: "&")
  }

  /// Returns the recorded request that is nearest to a request that is not recorded, and how they differ.
  func hint(_ request: FakeRequest, among calls: [RecordedCall]) -> String {
    let request = normalized(request)
    var nearest: (parts: Int, distance: Int, text: String)?
    for (index, call) in calls.enumerated() {
      guard let other = (try? RecordedExchange(call.json)).map({ normalized($0.request) }) else {
        continue
      }
      let parts = sortedParts.filter { text($0, of: other) != text($0, of: request) }
      let differences = parts.map { self.differences(of: $0, in: request, from: other) }
      let start = other.url.absoluteString.commonPrefix(with: request.url.absoluteString)
      let distance = 1_000 * differences.map(\.distance).reduce(0, +) - start.count
      if let nearest, (nearest.parts, nearest.distance) <= (parts.count, distance) { continue }
      nearest = (
        parts.count, distance,
        "Nearest: log.entries[\(index)], \(other.method) \(other.url.absoluteString): "
          + abridged(differences.flatMap(\.texts), to: 3).joined(separator: "; ")
      )
    }
    return nearest?.text ?? "It has no requests."
  }

  private func differences(
    of part: RequestPart, in new: FakeRequest, from old: FakeRequest
  ) -> (texts: [String], distance: Int) {
    let values = [text(part, of: old), text(part, of: new)].map { text in
      part == .body ? (try? JSON(parsing: Data(text.utf8))) ?? .string(text) : .string(text)
    }
    if values[0].kind == values[1].kind {
      let texts = values[1].differences(from: values[0], at: part.name)
      return (texts, texts.count)
    }
    // A body of another kind belongs to another request.
    return (["\(part.name): was \(values[0].shortText), is \(values[1].shortText)"], 100)
  }
}
