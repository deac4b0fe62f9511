import FakeableClients
import FakedReplay
import Foundation

/// A pass over all texts of an exchange or an archive that removes secrets by name or by value.
protocol RedactionPass {
  mutating func text(_ text: String) -> String
  /// Returns the redacted form of a URL that identifies the server.
  mutating func address(_ text: String) -> String
  mutating func header(_ name: String, _ value: String) -> String
  mutating func cookie(_ value: String) -> String
  mutating func body(_ body: Data, type: String) -> Data
}

extension String {
  /// The user, host, and port of a URL that has a scheme or a user, such as `//ada@x.example`, or `nil` for any other text,
  /// even one with a URL in its query.
  var authority: Range<String.Index>? {
    guard let start = hasPrefix("//") ? range(of: "//") : range(of: "://"),
      self[..<start.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
    else { return nil }
    let end = self[start.upperBound...].firstIndex { "/?#".contains($0) } ?? endIndex
    let authority = start.upperBound..<end
    return start.lowerBound > startIndex && self[start.lowerBound] == ":"
      || self[authority].contains("@")
      ? authority : nil
  }
}

extension URL {
  /// The URL without anything that may be a secret.
  fileprivate var server: URL {
    let mark = URL(fileURLWithPath: "/\(SecretValues.mark)")
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return mark }
    (parts.user, parts.password) = (nil, nil)
    parts.path = mark.path
    (parts.percentEncodedQuery, parts.percentEncodedFragment) = (nil, nil)
    return parts.url ?? mark
  }
}

extension FakeRequest {
  mutating func redact(_ pass: inout some RedactionPass) {
    url = URL(string: pass.address(url.absoluteString)) ?? url.server
    let type = header("Content-Type") ?? ""
    for (name, value) in headers { headers[name] = pass.header(name, value) }
    body = pass.body(body, type: type.lowercased())
  }
}

extension RecordedExchange {
  mutating func redact(_ pass: inout some RedactionPass) {
    request.redact(&pass)
    let type = mimeType
    for (index, header) in headers.enumerated() {
      headers[index].value = pass.header(header.name, header.value)
    }
    body = pass.body(body, type: type)
  }
}

extension JSON {
  /// Returns a part of an archive after a pass over its texts.
  ///
  /// - Parameter key: The name of the part.
  func redacted(_ pass: inout some RedactionPass, at key: String = "") -> JSON {
    switch self {
    case .null, .bool, .number: return self
    case .string(let text) where Self.addressKeys.contains(key): return .string(pass.address(text))
    case .string(let text): return .string(pass.text(text))
    case .array(let elements): return .array(elements.map { $0.redacted(&pass, at: key) })
    case .object(let members):
      return .object(
        members.map { member in
          if Self.fixedKeys.contains(member.key), member.value.string != nil { return member }
          let special = redacted(member, &pass, at: key).map(JSON.string)
          return .init(member.key, special ?? member.value.redacted(&pass, at: member.key))
        })
    }
  }

  /// The names of members that contain a URL. The title of a page is also a URL.
  private static let addressKeys: Set = ["url", "redirectURL", "title"]
  /// The members without which an archive can't be read.
  private static let fixedKeys: Set = [
    "method", "httpVersion", "mimeType", "encoding", "_encoding", "startedDateTime", "version",
  ]

  /// The value of a pair, or the text of a body. `nil` for anything else.
  private func redacted(
    _ member: Member, _ pass: inout some RedactionPass, at key: String
  ) -> String? {
    guard let text = member.value.string else { return nil }
    switch (key, member.key) {
    case ("cookies", "value"): return text.isEmpty ? text : pass.cookie(text)
    case (_, "value"): return self["name"]?.string.map { pass.header($0, text) }
    case ("content", "text"), ("postData", "text"):
      guard let old = bodyBytes(of: text) else { return pass.text(text) }
      let new = pass.body(old, type: self["mimeType"]?.string?.lowercased() ?? "")
      if new == old { return text }
      return bodyEncoding == "base64"
        ? new.base64EncodedString() : String(decoding: new, as: UTF8.self)
    default: return nil
    }
  }
}
