import FakeableClients
import FakedReplay
import Foundation

/// Replaces secrets in an exchange before anything is written or compared.
struct Redaction: Sendable {
  static let addressHeaders: Set = ["location", "referer", "content-location", "origin"]
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

  /// The same of a request and its answer.
  func redact(_ exchange: inout ArchivedExchange, _ secrets: inout Secrets) {
    secrets.add(redact(&exchange))
    exchange = secrets.removed(from: exchange)
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

  private func redact(_ request: inout FakeRequest) -> [String] {
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

  private func header(_ name: String, _ value: String, _ secrets: inout [String]) -> String {
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

  private func url(_ url: URL, _ secrets: inout [String]) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return url }
    let old = parts
    if let secret = parts.password ?? parts.user, !secret.isEmpty {
      secrets.append(secret)
      if parts.password != nil { parts.password = Self.mark }
      parts.user = Self.mark
    }
    if let query = parts.percentEncodedQuery { parts.percentEncodedQuery = form(query, &secrets) }
    if let fragment = parts.percentEncodedFragment {
      parts.percentEncodedFragment = form(fragment, &secrets)
    }
    return parts == old ? url : parts.url ?? url
  }

  private func body(_ body: Data, type: String, _ secrets: inout [String]) -> Data {
    if body.isEmpty { return body }
    if type.contains("urlencoded"), let text = String(data: body, encoding: .utf8) {
      return Data(form(text, &secrets).utf8)
    }
    if type.hasPrefix("multipart/") { return multipart(body, &secrets) }
    guard
      type.contains("json") || type.contains("event-stream") || body.first == UInt8(ascii: "{")
        || body.first == UInt8(ascii: "[")
    else { return body }
    let redacted = body.mapJSON { json in
      let old = secrets.count
      let new = fields(json, &secrets)
      return secrets.count == old ? nil : new
    } rest: {
      holdsName($0) ? Self.mark : $0
    }
    // Where it cannot be read, nobody knows where the value of a name ends.
    return redacted
      ?? (holdsName(String(decoding: body, as: UTF8.self)) ? Data(Self.mark.utf8) : body)
  }

  private func holdsName(_ text: String) -> Bool {
    let text = text.lowercased()
    return names.contains { text.contains($0) }
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

  /// A part of a form with files: from the line after its head to the next boundary, or to the end.
  private func multipart(_ body: Data, _ secrets: inout [String]) -> Data {
    var body = body
    for name in names {
      for head in ["name=\"\(name)\"", "name=\(name)"].map({ Data($0.utf8) }) {
        var start = body.startIndex
        while let found = body.firstRange(of: head, ignoringCaseIn: start..<body.endIndex) {
          start = found.upperBound
          // Not a longer name.
          if start < body.endIndex, !"\r\n; ".utf8.contains(body[start]) { continue }
          guard let value = body.range(of: Data("\r\n\r\n".utf8), in: start..<body.endIndex)
          else { break }
          let end =
            body.range(of: Data("\r\n--".utf8), in: value.upperBound..<body.endIndex)?.lowerBound
            ?? body.endIndex
          if let text = String(data: body[value.upperBound..<end], encoding: .utf8) {
            secrets.append(text)
          }
          body.replaceSubrange(value.upperBound..<end, with: Data(Self.mark.utf8))
          start = value.upperBound
        }
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

extension Data {
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
