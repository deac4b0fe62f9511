import FakeableClients
import Faked
import FakedReplay
import Foundation

/// An HTTP archive, version 1.2, the format that browsers and proxies export and a transport records.
struct HTTPArchive: RecordingFormat {
  /// The names of query items and fields of bodies that are not compared.
  let ignored: Set<String>
  let redaction: Redaction
  let comparing: RecordingComparison
  let change: (@Sendable (inout RecordedExchange) -> Void)?
  let requiresCalls = false
  let list = "log.entries"

  func entries(of root: JSON) throws(RecordingFlaw) -> [JSON] {
    if let entries = root["log"]?["entries"]?.elements { return entries }
    throw RecordingFlaw("is not an HTTP archive: it has no list `log.entries`")
  }

  func call(_ entry: JSON) throws(RecordingFlaw) -> RecordedCall {
    RecordedCall(compared(normalized(try FakeRequest(entry))), json: entry)
  }

  func root(of entries: [JSON]) throws(RecordingFlaw) -> JSON {
    let exchanges = try entries.map { entry throws(RecordingFlaw) in try RecordedExchange(entry) }
    let creator = JSON.object(["name": .string("Faked"), "version": .string("1")])
    return .object([
      "log": .object([
        "version": .string("1.2"), "creator": creator,
        "entries": .array(redaction.redacted(exchanges).map(\.entry)),
      ])
    ])
  }

  /// The recording may redact a value that the test doesn't name as a secret yet, such as a token in a path: one of at
  /// least 16 bytes, or of at least 8 bytes with a digit. A short word would match a different request.
  func isKey(_ recorded: String, of key: String) -> Bool {
    let parts = recorded.components(separatedBy: SecretValues.mark)
    guard parts.count > 1 else { return false }
    let other = #"[^"/?&=<\s]"#
    let value = "(?:REDACTED|(?=\(other)*[0-9])\(other){8,}=*|\(other){16,}=*)"
    let pattern = parts.map(NSRegularExpression.escapedPattern).joined(separator: value)
    return key.range(of: "^\(pattern)$", options: .regularExpression) != nil
  }
}

// The calls of `respond`.
extension HTTPArchive {
  func compared(
    _ function: FunctionLabel, _ arguments: [Any?]
  ) throws(RecordingFlaw) -> (text: String, parts: JSON) {
    let request = normalized(try request(arguments))
    return (request.description, compared(request))
  }

  func call<Output>(
    _ function: FunctionLabel, _ arguments: [Any?], _ compared: JSON,
    _ outcome: CallOutcome<Output>, throwing: any Error.Type
  ) throws(RecordingFlaw) -> RecordedCall? {
    var exchange = RecordedExchange(request: try request(arguments))
    switch outcome {
    case .returned(let response as FakeResponse): exchange.response = response
    case .threw(let error as URLError): exchange.response = .failure(error.code)
    // A task that was canceled has no response.
    default: return nil
    }
    change?(&exchange)
    return RecordedCall(compared, json: exchange.entry)
  }

  func outcome<Output>(
    of call: JSON, throwing: any Error.Type
  ) throws(RecordingFlaw) -> CallOutcome<Output> {
    let response = try RecordedExchange(call).response
    if let error = response?.error { return .threw(error) }
    guard let output = response as? Output else {
      throw RecordingFlaw("it is the response of another function")
    }
    return .returned(output)
  }

  func differences(of real: JSON, from recorded: JSON) -> [String] {
    guard let old = try? RecordedExchange(recorded), let new = try? RecordedExchange(real) else {
      return []
    }
    let both = redaction.redacted([old, new]).compactMap(\.response)
    let heads = both.map { response in
      response.error == nil
        ? JSON(["status": response.status ?? 0, "type": response.mimeType] as [String: Any])
        : JSON(["error": "\(response)"])
    }
    let bodies = both.map { (try? JSON(parsing: $0.body)) ?? .string(bodyText($0.body)) }
    let differences = heads[1].differences(from: heads[0])
    if both[0].mimeType != both[1].mimeType { return differences }
    return differences + bodies[1].differences(from: bodies[0], comparing: comparing, at: "body")
  }

  private func request(_ arguments: [Any?]) throws(RecordingFlaw) -> FakeRequest {
    if let request = arguments.first as? FakeRequest { return request }
    throw RecordingFlaw("it has no request")
  }

  /// Returns a request in the form in which requests are compared.
  private func normalized(_ request: FakeRequest) -> FakeRequest {
    var exchange = RecordedExchange(request: request)
    change?(&exchange)
    return redaction.redacted(exchange.request)
  }

  /// Returns the parts of a normalized request that are compared.
  private func compared(_ request: FakeRequest) -> JSON {
    var url = URLComponents(url: request.url, resolvingAgainstBaseURL: true) ?? URLComponents()
    url.fragment = nil
    url.host = url.host?.lowercased()
    if url.path.isEmpty { url.path = "/" }
    if !ignored.isEmpty {
      let items = url.percentEncodedQueryItems
      url.percentEncodedQueryItems = items?.filter { !ignored.contains($0.name) }
    }
    return .object([
      "method": .string(request.method), "body": value(of: request.body),
      "URL": .string(url.string ?? request.url.absoluteString),
    ])
  }

  private func value(of body: Data) -> JSON {
    // Parsing a larger body takes seconds in a debug build.
    if body.count < 1_000_000, let json = try? JSON(parsing: body) { return json.removing(ignored) }
    if let form = MultipartForm(body) {
      let parts = form.parts.filter { !ignored.contains($0.name) }
      return .array(parts.map { .string($0.head + ($0.body.utf8Text ?? hashed($0.body))) })
    }
    guard body.count < 100_000, let text = body.utf8Text else { return .string(hashed(body)) }
    let fields = text.split(separator: "&").filter { field in
      !ignored.contains(String(field.prefix { $0 != "=" }))
    }
    return .string(ignored.isEmpty ? text : fields.joined(separator: "&"))
  }

  /// Returns a text that is the same for equal bytes in one process. `hashValue` uses only the first bytes.
  private func hashed(_ bytes: Data) -> String {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return "\(bytes.count) bytes, hash \(hasher.finalize())"
  }
}
