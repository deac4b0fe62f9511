import FakeableClients
import FakedReplay
import Foundation

/// Replaces secrets in an exchange before anything is written or compared.
struct Redaction: Sendable {
  /// Browsers have the path of a request among its headers.
  static let addressHeaders: Set = [":path", "location", "referer", "content-location", "origin"]
  private static let mark = Secrets.mark
  private let names: Set<String>

  /// The names of headers, query items, and fields of JSON and of forms, in whatever case.
  init(_ names: [String]) {
    self.names = Set(
      (["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"] + names)
        .map { $0.lowercased() })
  }

  /// The request without the values of all that is named, as it is compared with those of an archive; they
  /// and those known before are replaced wherever they stand.
  func redacted(_ request: FakeRequest, _ secrets: inout Secrets) -> FakeRequest {
    var request = request
    secrets.add(redact(&request))
    return secrets.removed(from: request)
  }

  /// Replaces the values of all that is named where it is named, and gives them.
  func redact(_ exchange: inout ArchivedExchange) -> [String] {
    var found = redact(&exchange.request)
    for (index, header) in exchange.headers.enumerated() {
      exchange.headers[index].value = self.header(header.name, header.value, &found)
    }
    exchange.body = body(exchange.body, type: exchange.mimeType, &found)
    return found
  }

  /// The same of a request.
  func redact(_ request: inout FakeRequest) -> [String] {
    var found: [String] = []
    request.url = url(request.url, &found)
    for (name, value) in request.headers {
      request.headers[name] = header(name, value, &found)
    }
    let type = request.header("Content-Type") ?? ""
    request.body = body(request.body, type: type.lowercased(), &found)
    return found
  }

  private func isNamed(_ name: String) -> Bool { names.contains(name.lowercased()) }

  func header(_ name: String, _ value: String, _ secrets: inout [String]) -> String {
    let name = name.lowercased()
    if isNamed(name) {
      let secret = SecretHeader(name, value)
      secrets += secret.values
      return secret.text
    }
    guard Self.addressHeaders.contains(name), let address = URL(string: value) else {
      return value
    }
    return url(address, &secrets).absoluteString
  }

  func url(_ url: URL, _ secrets: inout [String]) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
    let old = parts
    // Where a password has no meaning the user is the secret.
    let credentials = [parts.user, parts.password].compactMap(\.self).filter { !$0.isEmpty }
    if !credentials.isEmpty {
      secrets += credentials
      if parts.password != nil { parts.password = Self.mark }
      parts.user = Self.mark
    }
    if let query = parts.percentEncodedQuery { parts.percentEncodedQuery = form(query, &secrets) }
    if let fragment = parts.percentEncodedFragment {
      parts.percentEncodedFragment = form(fragment, &secrets)
    }
    return parts == old ? url : parts.url ?? url
  }

  func body(_ body: Data, type: String, _ secrets: inout [String]) -> Data {
    if body.isEmpty { return body }
    if type.hasPrefix("multipart/") { return multipart(body, &secrets) }
    let isJSON = type.contains("json")
    if isJSON || type.contains("event-stream") || body.looksLikeJSON {
      return json(body, isJSON: isJSON, &secrets)
    }
    // On its way a body without a type is given that of a form.
    guard type.isEmpty || type.contains("urlencoded"), let text = body.utf8Text else { return body }
    return Data(form(text, &secrets).utf8)
  }

  private func json(_ body: Data, isJSON: Bool, _ secrets: inout [String]) -> Data {
    let redacted = body.mapJSON { json in
      let old = secrets.count
      let new = fields(json, &secrets)
      return secrets.count == old ? nil : new
    } rest: {
      holdsValue($0) ? Self.mark : $0
    }
    return redacted ?? unreadable(body) { isJSON || holdsValue($0) }
  }

  /// Where a body cannot be read, nobody knows where the value of a name ends.
  private func unreadable(_ body: Data, _ mayHoldValue: (String) -> Bool = { _ in true }) -> Data {
    // In UTF-16 a zero stands beside each letter of a name.
    let text = String(decoding: body.lazy.filter { $0 != 0 }, as: UTF8.self).lowercased()
    let holdsName = names.contains { text.contains($0) }
    return holdsName && mayHoldValue(text) ? Data(Self.mark.utf8) : body
  }

  /// Whether a name stands in a text as it does before its value.
  private func holdsValue(_ text: String) -> Bool {
    let text = text.lowercased()
    return names.contains { name in
      text.components(separatedBy: name).dropFirst().contains { rest in
        rest.first { !$0.isWhitespace }.map { "\"'\\:=".contains($0) } ?? false
      }
    }
  }

  private func form(_ text: String, _ secrets: inout [String]) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { field in
      guard let sign = field.firstIndex(of: "="),
        isNamed(decoded(field[..<sign]))
      else { return String(field) }
      let value = field[sign...].dropFirst()
      secrets += [String(value), decoded(value)]
      return field[...sign] + Self.mark
    }.joined(separator: "&")
  }

  private func decoded(_ text: Substring) -> String {
    let text = text.replacingOccurrences(of: "+", with: " ")
    return text.removingPercentEncoding ?? text
  }

  /// A form with files: parts with a head each, between lines as the first one is.
  private func multipart(_ body: Data, _ secrets: inout [String]) -> Data {
    let end = Data("\r\n".utf8)
    guard body.starts(with: "--".utf8), let line = body.range(of: end) else {
      return unreadable(body)
    }
    let boundary = end + body[..<line.lowerBound]
    var parts: [Data] = []
    var (start, place) = (body.startIndex, body.startIndex)
    while let found = body.range(of: boundary, in: place..<body.endIndex) {
      place = found.upperBound
      let rest = body[place...].drop { $0 == 0x20 || $0 == 0x09 }
      // A line of a value may begin as the boundary does.
      guard rest.isEmpty || rest.starts(with: end) || rest.starts(with: "--".utf8) else { continue }
      parts.append(body[start..<found.lowerBound])
      start = place
    }
    parts.append(body[start...])
    return Data(parts.map { part($0, &secrets) }.joined(separator: boundary))
  }

  private func part(_ part: Data, _ secrets: inout [String]) -> Data {
    let line = Data("\r\n\r\n".utf8)
    guard let end = part.range(of: line)?.upperBound else { return unreadable(part) }
    let (head, value) = (part[..<end], part[end...])
    guard isNamed(head: String(decoding: head, as: UTF8.self)) else {
      return value.looksLikeJSON ? head + json(value, isJSON: false, &secrets) : part
    }
    if let text = value.utf8Text { secrets.append(text) }
    return head + Data(Self.mark.utf8)
  }

  private func isNamed(head: String) -> Bool {
    let words = head.lowercased().split { $0 == ";" || $0.isNewline }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return names.contains { words.contains("name=\"\($0)\"") || words.contains("name=\($0)") }
  }

  private func fields(_ json: JSON, _ secrets: inout [String]) -> JSON {
    switch json {
    case .array(let elements): return .array(elements.map { fields($0, &secrets) })
    case .object(let members):
      return .object(
        members.map { member in
          .init(
            member.key,
            isNamed(member.key)
              ? blank(member.value, &secrets) : fields(member.value, &secrets))
        })
    default: return json
    }
  }

  /// A value of the same kind, so that it can be decoded as before.
  private func blank(_ json: JSON, _ secrets: inout [String]) -> JSON {
    switch json {
    case .null: return .null
    case .bool:
      secrets.append("")
      return .bool(false)
    case .number:
      // Another number that is equal means another thing.
      secrets.append("")
      return .number("0")
    case .string(let text):
      secrets.append(text)
      return .string(Self.mark)
    case .array(let elements): return .array(elements.map { blank($0, &secrets) })
    case .object(let members):
      return .object(members.map { .init($0.key, blank($0.value, &secrets)) })
    }
  }
}
