import FakedReplay
import Foundation

/// A pass that replaces the values of named secrets, and collects them.
struct RedactionByName: RedactionPass {
  let names: SecretNames
  private(set) var found: [String] = []
  /// The number of texts around the current one, such as the URL that has the current text in its query.
  private var depth = 0
  /// The maximum depth, which is safe for a small stack. Texts that are nested deeper are kept or replaced as a whole.
  private static let maxDepth = 16

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
    // The type doesn't matter: for a body without a type, a URL session sets the type of a form.
    let isStream = type.contains("event-stream")
    return Data(self.text(text, isBody: true, isStream: isStream).utf8)
  }

  /// Redacts a value and its parts.
  mutating func redact(_ value: String) -> String {
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
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maxDepth {
      return names.mayHaveValue(in: Data(text.utf8), isBody: isBody) ? SecretValues.mark : text
    }
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
    let new = text.mapChunks { $0.mayHaveAuthority ? url($0) : $0 }
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
      return .array(isListOfPairs(elements) ? pairs(elements) : elements.map { self.json($0) })
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

  /// Returns a Boolean value that indicates whether every second element may be a name, as in `["Authorization", "…"]`.
  private func isListOfPairs(_ elements: [JSON]) -> Bool {
    elements.count.isMultiple(of: 2)
      && elements.indices.allSatisfy { $0 % 2 == 1 || elements[$0].string != nil }
  }

  private mutating func pairs(_ elements: [JSON]) -> [JSON] {
    var new = elements
    for index in elements.indices {
      let name = index % 2 == 1 ? elements[index - 1].string : nil
      // A long list of words is probably no list of pairs: `["password", "username", "email", "locale"]`.
      let isWord = elements.count > 2 && elements[index].string?.allSatisfy(\.isLetter) == true
      new[index] =
        if let name, names.contains(name), !isWord { blank(elements[index], name) } else {
          json(elements[index])
        }
    }
    return new
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

extension String {
  /// A Boolean value that indicates whether a part of the text, or the whole text without a scheme, has an authority.
  fileprivate var mayHaveAuthority: Bool {
    contains("://") || hasPrefix("//") && contains("@")
  }

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
