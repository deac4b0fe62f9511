import FakeableClients
import FakedReplay
import Foundation

/// Replaces secrets in an exchange before anything is written or compared.
struct Redaction: Sendable {
  static let mark = "REDACTED"
  private let names: Set<String>

  /// The names of headers, query items, and fields of JSON and of forms, in whatever case.
  init(_ names: [String]) {
    self.names = Set(
      (["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"] + names)
        .map { $0.lowercased() })
  }

  /// The request without secrets, as it is compared with those of an archive.
  func redacted(_ request: FakeRequest) -> FakeRequest {
    var exchange = ArchivedExchange(request: request)
    redact(&exchange)
    return exchange.request
  }

  /// Replaces the values of all that is named, and gives those that stand for secrets elsewhere too.
  @discardableResult
  func redact(_ exchange: inout ArchivedExchange) -> [String] {
    var secrets: [String] = []
    exchange.request.url = url(exchange.request.url, &secrets)
    for (name, value) in exchange.request.headers {
      exchange.request.headers[name] = header(name, value, &secrets)
    }
    for (index, header) in exchange.headers.enumerated() {
      exchange.headers[index].value = self.header(header.name, header.value, &secrets)
    }
    let sent = exchange.request.header("Content-Type") ?? ""
    exchange.request.body = body(exchange.request.body, type: sent.lowercased(), &secrets)
    exchange.body = body(exchange.body, type: exchange.mimeType, &secrets)

    secrets = secrets.filter(Self.isTelling)
    for secret in secrets { exchange.replace(secret, by: Self.mark) }
    return secrets
  }

  /// Whether a value is no everyday word, which may stand anywhere.
  private static func isTelling(_ value: String) -> Bool {
    value != mark
      && (value.utf8.count >= 16 || value.utf8.count >= 8 && value.contains(where: \.isNumber))
  }

  private func isNamed(_ name: String) -> Bool { names.contains(name.lowercased()) }

  private func header(_ name: String, _ value: String, _ secrets: inout [String]) -> String {
    if isNamed(name) {
      // The token behind a word, and the values of cookies.
      let parts = value.split(whereSeparator: { " ;,\n".contains($0) })
      secrets += parts.flatMap { part in
        [String(part)] + (part.firstIndex(of: "=").map { [String(part[$0...].dropFirst())] } ?? [])
      }
      return Self.mark
    }
    if ["location", "referer", "content-location", "origin"].contains(name.lowercased()),
      let address = URL(string: value)
    {
      return url(address, &secrets).absoluteString
    }
    return value
  }

  private func url(_ url: URL, _ secrets: inout [String]) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
    var isChanged = false
    if let password = parts.password {
      secrets.append(password)
      parts.user = Self.mark
      parts.password = Self.mark
      isChanged = true
    }
    if let items = parts.percentEncodedQueryItems {
      parts.percentEncodedQueryItems = items.map { item in
        guard isNamed(item.name.removingPercentEncoding ?? item.name), let value = item.value else {
          return item
        }
        isChanged = true
        secrets += [value, value.removingPercentEncoding ?? value]
        return URLQueryItem(name: item.name, value: Self.mark)
      }
    }
    return isChanged ? parts.url ?? url : url
  }

  private func body(_ body: Data, type: String, _ secrets: inout [String]) -> Data {
    if body.isEmpty { return body }
    if type.contains("urlencoded"), let text = String(data: body, encoding: .utf8) {
      return Data(form(text, &secrets).utf8)
    }
    if type.hasPrefix("multipart/") { return multipart(body, &secrets) }
    guard
      type.contains("json") || body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[")
    else { return body }
    guard let json = try? JSON(parsing: body) else { return body }
    var found: [String] = []
    let redacted = fields(json, &found)
    if found.isEmpty { return body }
    secrets += found
    return Data(redacted.text.utf8)
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

  /// A part of a form with files: from the line after its head to the next boundary.
  private func multipart(_ body: Data, _ secrets: inout [String]) -> Data {
    var body = body
    for name in names {
      let head = Data("name=\"\(name)\"".utf8)
      var start = body.startIndex
      while let found = body.firstRange(of: head, ignoringCaseIn: start..<body.endIndex) {
        start = found.upperBound
        guard let value = body.range(of: Data("\r\n\r\n".utf8), in: start..<body.endIndex),
          let end = body.range(of: Data("\r\n--".utf8), in: value.upperBound..<body.endIndex)
        else { break }
        if let text = String(data: body[value.upperBound..<end.lowerBound], encoding: .utf8) {
          secrets.append(text)
        }
        body.replaceSubrange(value.upperBound..<end.lowerBound, with: Data(Self.mark.utf8))
        start = value.upperBound
      }
    }
    return body
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
    case .number(let text):
      secrets.append(text)
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

extension ArchivedExchange {
  fileprivate mutating func replace(_ secret: String, by mark: String) {
    let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    func clean(_ text: String) -> String {
      text.replacingOccurrences(of: secret, with: mark).replacingOccurrences(
        of: encoded, with: mark)
    }
    request.url = URL(string: clean(request.url.absoluteString)) ?? request.url
    request.headers = request.headers.mapValues(clean)
    for index in headers.indices { headers[index].value = clean(headers[index].value) }
    request.body.replaceAll(secret, by: mark)
    body.replaceAll(secret, by: mark)
  }
}

extension JSON {
  /// The same in an entry that was recorded before the secret was known as one.
  mutating func replace(_ secret: String, by mark: String) {
    switch self {
    case .string(let text):
      if text.contains(secret) { self = .string(text.replacingOccurrences(of: secret, with: mark)) }
    case .array(var elements):
      for index in elements.indices { elements[index].replace(secret, by: mark) }
      self = .array(elements)
    case .object(var members):
      for index in members.indices { members[index].value.replace(secret, by: mark) }
      self = .object(members)
    case .null, .bool, .number: break
    }
  }
}

extension Data {
  fileprivate mutating func replaceAll(_ text: String, by other: String) {
    let (old, new) = (Data(text.utf8), Data(other.utf8))
    var start = startIndex
    while start < endIndex, let found = range(of: old, in: start..<endIndex) {
      replaceSubrange(found, with: new)
      start = found.lowerBound + new.count
    }
  }

  /// Where bytes stand, with capital letters of ASCII taken for small ones.
  fileprivate func firstRange(of small: Data, ignoringCaseIn range: Range<Int>) -> Range<Int>? {
    guard range.count >= small.count, let first = small.first else { return nil }
    func lower(_ byte: UInt8) -> UInt8 { 65...90 ~= byte ? byte + 32 : byte }
    return range.dropLast(small.count - 1).first { start in
      lower(self[start]) == first
        && small.indices.allSatisfy { lower(self[start + $0 - small.startIndex]) == small[$0] }
    }.map { $0..<($0 + small.count) }
  }
}
