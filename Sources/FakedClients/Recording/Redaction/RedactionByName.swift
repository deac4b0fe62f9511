import FakedReplay
import Foundation

/// A pass that replaces the values of named secrets, and collects them.
struct RedactionByName: RedactionPass {
  let names: SecretNames
  private(set) var found: [String] = []

  init(_ names: SecretNames) { self.names = names }

  /// Collects a secret.
  mutating func add(_ secret: String) { found.append(secret) }

  mutating func address(_ text: String) -> String { url(text) }

  mutating func header(_ name: String, _ value: String) -> String {
    guard names.contains(name) else { return text(value) }
    let header = CredentialHeader(name, value)
    found += header.values
    return header.text
  }

  mutating func cookie(_ value: String) -> String {
    value.count < CredentialHeader.shortestCookie ? SecretValues.mark : redact(value)
  }

  mutating func text(_ text: String) -> String { self.text(text, isBody: false) }

  mutating func body(_ body: Data, type: String) -> Data {
    if body.isEmpty { return body }
    if type.hasPrefix("multipart/") { return multipart(body) }
    guard let text = body.utf8Text else { return unreadable(body) }
    if text.hasControlCharacters, names.mayHaveValue(inBinary: body) {
      return Data(SecretValues.mark.utf8)
    }
    // A URL session sets the type of a form for a body without a type, even if the body is JSON.
    let mayBeForm = type.isEmpty && !text.contains("\n") && text.contains("=")
    if type.contains("urlencoded") && text.isURLOrForm || mayBeForm && !text.utf8.looksLikeJSON {
      return Data(form(text).utf8)
    }
    let isStream = type.contains("event-stream")
    return Data(self.text(text, isBody: true, isStream: isStream).utf8)
  }

  /// Redacts a value and its parts.
  private mutating func redact(_ value: String) -> String {
    found += [value, decoded(value), value.removingPercentEncoding ?? value]
    return SecretValues.mark
  }
}

extension String {
  /// A Boolean value that indicates whether the text has characters that only binary formats have.
  fileprivate var hasControlCharacters: Bool {
    utf8.contains { $0 < 0x20 && !"\t\n\r".utf8.contains($0) }
  }
}

// Texts.
extension RedactionByName {
  /// Redacts a text that may be JSON, lines of JSON, a URL, or a form.
  ///
  /// - Parameter isBody: A Boolean value that indicates whether the mention of a name is enough to replace
  ///   a text in another format. Any other text must also have characters after the name.
  private mutating func text(_ text: String, isBody: Bool, isStream: Bool = false) -> String {
    var others: [String] = []
    let mapped = text.mapJSON(areLines: isStream) {
      json($0)
    } others: {
      others.append($0)
      return unparsed($0, isBody: isBody)
    }
    // A name and its value may be on different lines. The name of an event is not the name of a secret.
    if isStream { others = others.filter { $0.hasPrefix("data:") }.map { String($0.dropFirst(5)) } }
    if others.count > 1,
      names.mayHaveValue(in: Data(others.joined(separator: "\n").utf8), isBody: isBody)
    {
      return SecretValues.mark
    }
    return mapped ?? unparsed(text, isBody: isBody)
  }

  private mutating func unparsed(_ text: String, isBody: Bool) -> String {
    if text.isURLOrForm { return url(text) }
    let new = text.mapChunks { $0.contains("://") ? url($0) : $0 }
    // Replace the whole text, because the end of the value is unknown.
    return names.mayHaveValue(in: Data(new.utf8), isBody: isBody) ? SecretValues.mark : new
  }

  /// Replaces binary data completely if it contains the name of a secret.
  func unreadable(_ bytes: Data) -> Data {
    names.mayHaveValue(inBinary: bytes) ? Data(SecretValues.mark.utf8) : bytes
  }

  private mutating func json(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(self.text(text, isBody: false))
    case .array(let elements):
      // `["Authorization", "…"]`
      if elements.count == 2, let name = elements[0].string, names.contains(name) {
        return .array([elements[0], blank(elements[1], name)])
      }
      return .array(elements.map { self.json($0) })
    case .object(let members):
      // `{"name": "password", "value": "…"}`
      let named = members.filter { ["name", "key"].contains($0.key.lowercased()) }
        .compactMap(\.value.string).first { names.contains($0) }
      var new = members
      for (index, member) in members.enumerated() {
        if let name = named, ["value", "values"].contains(member.key.lowercased()) {
          new[index].value = blank(member.value, name)
        } else {
          new[index].value =
            names.contains(member.key) ? blank(member.value, member.key) : self.json(member.value)
        }
      }
      return .object(new)
    case .null, .bool, .number: return json
    }
  }

  /// Returns a redacted value of the same kind, so that it can still be decoded.
  private mutating func blank(_ json: JSON, _ name: String) -> JSON {
    switch json {
    case .null: return .null
    case .bool: return .bool(false)
    case .number(let digits):
      found.append(digits)
      return .number("0")
    case .string(let text):
      found += CredentialHeader(name, text).values
      if let inner = JSON(inText: text) { _ = blank(inner, name) }
      return .string(redact(text))
    case .array(let elements): return .array(elements.map { blank($0, name) })
    case .object(let members):
      return .object(members.map { .init($0.key, blank($0.value, name)) })
    }
  }
}

// URLs and forms.
extension RedactionByName {
  /// Redacts the user, the path parameters, the query, and the fragment of a URL, which may be relative.
  private mutating func url(_ text: String) -> String {
    guard let authority = text.authority else {
      let isForm = text.first != "/" && text.first != "?"
      return isForm ? form(text) : path(text[...])
    }
    var start = String(text[..<authority.lowerBound])
    var host = text[authority]
    if let at = host.lastIndex(of: "@") {
      // If there is no password, the user is the secret.
      let parts = host[..<at].split(separator: ":", maxSplits: 1)
      start += parts.map { redact(String($0)) }.joined(separator: ":")
      host = host[at...]
    }
    return start + host + path(text[authority.upperBound...])
  }

  private mutating func path(_ text: Substring) -> String {
    let query = text.firstIndex { "?#".contains($0) } ?? text.endIndex
    return fields(text[..<query], "/") + fields(text[query...], "&#?")
  }

  private mutating func form(_ text: String) -> String { fields(text[...], "&#") }

  private mutating func fields(_ text: Substring, _ separators: String) -> String {
    var result = ""
    var rest = text
    while true {
      let end = rest.firstIndex { separators.contains($0) } ?? rest.endIndex
      result += parameters(rest[..<end])
      if end == rest.endIndex { return result }
      result.append(rest[end])
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Redacts a field, in which a semicolon may separate further fields.
  private mutating func parameters(_ text: Substring) -> String {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // `#token:…`, too.
      let signs = part.indices.filter { "=:".contains(part[$0]) }
      guard let sign = signs.first(where: { names.contains(decoded(String(part[..<$0]))) })
      else { continue }
      // The semicolon may belong to the value.
      let value = text[sign...].dropFirst()
      let redacted = "\(part[...sign])\(redact(String(value)))"
      let others = parts[..<index].map { field($0) }
      return (others + [redacted]).joined(separator: ";")
    }
    return parts.map { field($0) }.joined(separator: ";")
  }

  /// Redacts the values inside the value of a field.
  private mutating func field(_ text: Substring) -> String {
    let start = text.firstIndex(of: "=").map { text.index(after: $0) } ?? text.startIndex
    let value = String(text[start...])
    let plain = decoded(value)
    // Stop here for a text that is not a field, which would be redacted forever.
    if start == text.startIndex, plain == value { return value }
    let new = self.text(plain)
    if new == plain { return String(text) }
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return text[..<start] + (new.addingPercentEncoding(withAllowedCharacters: unreserved) ?? new)
  }

  func decoded(_ text: String) -> String {
    let text = text.replacingOccurrences(of: "+", with: " ")
    return text.removingPercentEncoding ?? text
  }
}

extension String {
  /// A Boolean value that indicates whether the text can be a URL or a form, and nothing else.
  fileprivate var isURLOrForm: Bool {
    guard !isEmpty, utf8.allSatisfy({ Self.urlBytes.contains($0) }) else { return false }
    if authority != nil || first == "?" { return true }
    // `/login:token:…` is another format.
    if first == "/" { return !prefix { $0 != "?" && $0 != "#" }.contains(":") }
    let name = prefix { $0 != "=" }
    return name.count < count && !name.isEmpty && !name.contains { ":,/?#&;".contains($0) }
  }

  private static let urlBytes = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%:/?#[]@!$&'()*+,;=".utf8)

  /// Returns the text after a change of its parts between spaces, quotes, and angle brackets.
  fileprivate func mapChunks(_ change: (String) -> String) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { $0.isWhitespace || "<>\"'\\".contains($0) } ?? rest.endIndex
      if end > rest.startIndex { result += change(String(rest[..<end])) }
      if end < rest.endIndex { result.append(rest[end]) }
      rest = rest[end...].dropFirst()
    }
    return result
  }
}
