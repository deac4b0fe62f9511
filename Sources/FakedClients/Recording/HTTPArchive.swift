import FakeableClients
import Faked
import FakedReplay
import Foundation

/// An HTTP archive, version 1.2, the format that browsers and proxies export and a transport records.
struct HTTPArchive: RecordingFormat {
  /// The names of query items and fields of bodies that are not compared.
  let ignored: Set<String>
  let redaction: Redaction
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

  func entry<Output>(
    _ function: FunctionLabel, _ arguments: [Any?], _ outcome: CallOutcome<Output>,
    throwing: any Error.Type
  ) throws(RecordingFlaw) -> JSON? {
    var exchange = RecordedExchange(request: try request(arguments))
    switch outcome {
    case .returned(let response as FakeResponse): exchange.response = response
    case .threw(let error as URLError): exchange.response = .failure(error.code)
    // A task that was canceled has no response.
    default: return nil
    }
    change?(&exchange)
    return exchange.entry
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
      let error = response.error.map(errorText) ?? ""
      return JSON(
        ["status": response.status ?? 0, "type": response.mimeType, "error": error] as [String: Any]
      )
    }
    let bodies = both.map { (try? JSON(parsing: $0.body)) ?? .string(bodyText($0.body)) }
    let differences = heads[1].differences(from: heads[0])
    if both[0].mimeType != both[1].mimeType { return differences }
    return differences + bodies[1].differences(from: bodies[0], inShape: true, at: "body")
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
    if url.path.isEmpty { url.path = "/" }
    if !ignored.isEmpty {
      url.percentEncodedQueryItems?.removeAll { ignored.contains($0.name) }
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
      return .array(parts.map { .string($0.head + text(of: $0.body)) })
    }
    let content = text(of: body)
    if ignored.isEmpty { return .string(content) }
    let fields = content.split(separator: "&").filter { field in
      !ignored.contains(String(field.prefix { $0 != "=" }))
    }
    return .string(fields.joined(separator: "&"))
  }

  private func text(of body: Data) -> String { body.utf8Text ?? body.base64EncodedString() }
}
