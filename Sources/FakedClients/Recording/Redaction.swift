import FakeableClients
import FakedReplay
import Foundation

/// Removes secrets from the entries of an archive: first by the names of their headers and fields, and then their
/// values wherever they occur again.
struct Redaction: Sendable {
  /// The headers whose values are always secrets.
  fileprivate static let headers = ["authorization", "proxy-authorization", "cookie", "set-cookie"]
  /// The signatures of URLs.
  private static let signatures = [
    "signature", "sig", "x-amz-signature", "x-amz-security-token", "x-goog-signature",
  ]

  /// The names that the test adds, in lowercase.
  private let own: [String]
  /// Finds a name, a sign, and the value in a text, which is the second group.
  fileprivate let assignment: NSRegularExpression?
  /// Finds a name in a text.
  private let anyName: NSRegularExpression?
  /// Finds a name with a value in a text without the assignments.
  private let leftover: NSRegularExpression?
  /// Finds one of the test's own names with anything after it.
  private let mention: NSRegularExpression?

  init(_ names: [String]) {
    let own = names.map { $0.lowercased() }.filter { !$0.isEmpty }
    self.own = own
    func oneOf(_ names: [String]) -> String {
      "(?:\(names.map(NSRegularExpression.escapedPattern).joined(separator: "|")))"
    }
    func expression(_ pattern: String) -> NSRegularExpression? {
      try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }
    let (start, end) = ("(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-F]{2}))", "(?![A-Za-z0-9_-])")
    // `document.cookie` is not a header.
    let header = "(?<![A-Za-z0-9_.-])" + oneOf(Self.headers)
    let name = "(?:\(header)|\(start)\(oneOf(own + Self.signatures)))\(end)"
    let notRedacted = #"(?!(?:["'\]]|%5D|%22)*\s*[=:]\s*["']?REDACTED)"#
    assignment = expression(
      #"(\#(name)(?:["'\]]|%5D|%22)*\s*[=:][ \t]*["']?)([^&#\r\n"'<>\\]+)"#)
    anyName = expression(name)
    leftover = expression(name + notRedacted + #"(?:["'\])\s])*[=:>,;|]\s*["']?[^\s"'<>&]"#)
    mention =
      own.isEmpty ? nil : expression(start + oneOf(own) + end + notRedacted + #"(?=\s*\S)"#)
  }

  /// Returns entries of one archive without secrets.
  func redacted(_ entries: [JSON]) -> [JSON] {
    var pass = NamedSecrets(redaction: self)
    let entries = entries.map { pass.json($0, isArchive: true) }
    let values = SecretValues(pass.found)
    return entries.map { Self.removing(values, from: $0) }
  }

  /// Returns a request without the secrets that have a name where they are.
  func redacted(_ request: FakeRequest) -> FakeRequest {
    var (pass, new) = (NamedSecrets(redaction: self), request)
    new.url = URL(string: pass.text(request.url.absoluteString)) ?? request.url
    for (name, value) in request.headers { new.headers[name] = pass.header(name, value) }
    new.body = pass.body(request.body, type: request.header("Content-Type") ?? "")
    return new
  }

  /// Returns a part of an archive, or JSON in it, without known secrets.
  private static func removing(
    _ values: SecretValues, from json: JSON, at key: String = ""
  ) -> JSON {
    switch json {
    case .string(let text):
      guard values.isIn(Data(text.utf8)) else { return json }
      if let inner = JSON(inText: text), case let new = removing(values, from: inner), new != inner
      {
        return .string(new.text)
      }
      return .string(values.removed(from: text))
    case .array(let elements): return .array(elements.map { removing(values, from: $0, at: key) })
    case .object(let members):
      var new: [String: JSON] = [:]
      for (name, value) in members {
        new[values.removed(from: name)] = removing(values, from: value, at: name)
      }
      if json.isBody(at: key), json.isBase64, let body = RecordedExchange.body(json) {
        let text = body.utf8Text.map(values.removed) ?? SecretValues.mark
        let removed = JSON.string(Data(text.utf8).base64EncodedString())
        new["text"] = values.isIn(body) ? removed : members["text"]
      }
      return .object(new)
    // A number can't be redacted in part: it would become another number.
    case .number: return values.contains(json.text) ? .number(0) : json
    default: return json
    }
  }

  fileprivate func contains(_ name: String) -> Bool {
    let name = name.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    return ([name] + name.split { "[].".contains($0) }.map(String.init)).contains { name in
      Self.headers.contains(name) || own.contains(name)
    }
  }

  /// Returns a Boolean value that indicates whether a text may have a secret: it has a name in any form, or a user in a
  /// URL.
  fileprivate func mayHaveSecret(_ text: String) -> Bool {
    text.contains("@") && text.contains("//") || matches([anyName], text)
  }

  /// Returns a Boolean value that indicates whether a text that is not JSON may still have the value of a secret.
  fileprivate func mayHaveValue(_ text: String, isBody: Bool) -> Bool {
    matches(isBody ? [leftover, mention] : [leftover], text)
  }

  /// Returns a Boolean value that indicates whether bytes that are not text have a name. Any bytes may be next to it.
  fileprivate func isMentioned(in bytes: Data) -> Bool {
    let text = String(data: bytes, encoding: .isoLatin1) ?? ""
    // Shorter names appear in images by chance.
    return own.contains {
      $0.utf8.count >= 5 && text.range(of: $0, options: .caseInsensitive) != nil
    }
  }

  private func matches(_ expressions: [NSRegularExpression?], _ text: String) -> Bool {
    SecretValues.layers(of: Data(text.utf8)).contains { layer in
      let text = String(decoding: layer, as: UTF8.self)
      let range = NSRange(location: 0, length: text.utf16.count)
      return expressions.contains { $0?.firstMatch(in: text, range: range) != nil }
    }
  }
}

/// Replaces the values of named secrets, and collects them.
private struct NamedSecrets {
  let redaction: Redaction
  private(set) var found: [String] = []

  init(redaction: Redaction) { self.redaction = redaction }

  /// Returns JSON in a text, or a part of an archive, which any program may have written.
  mutating func json(_ json: JSON, isArchive: Bool = false, at key: String = "") -> JSON {
    switch json {
    case .string(let text): return .string(self.text(text))
    case .array(let elements):
      return .array(elements.map { self.json($0, isArchive: isArchive, at: key) })
    case .object(let members):
      // `{"name": "password", "value": "…"}`
      let isCookie = isArchive && key == "cookies"
      let pair = isCookie ? "Cookie" : (members["name"] ?? members["key"])?.string ?? ""
      var new = members
      for (member, value) in members {
        if member == "value", redaction.contains(pair) {
          new[member] = blank(value, named: pair)
        } else if !isArchive, redaction.contains(member) {
          new[member] = blank(value, named: member)
        } else if member != "text" || !json.isBody(at: key) || !isArchive {
          new[member] = self.json(value, isArchive: isArchive, at: member)
        } else if let old = RecordedExchange.body(json) {
          let body = body(old, type: members["mimeType"]?.string ?? "")
          let text = json.isBase64 ? body.base64EncodedString() : body.utf8Text
          if body != old { new[member] = text.map(JSON.string) }
        }
      }
      return .object(new)
    default: return json
    }
  }

  mutating func header(_ name: String, _ value: String) -> String {
    redaction.contains(name) ? secret(value, named: name) : text(value)
  }

  mutating func body(_ body: Data, type: String) -> Data {
    let (mark, type) = (Data(SecretValues.mark.utf8), type.lowercased())
    if type.hasPrefix("multipart/"), var form = MultipartForm(body) {
      for (index, part) in form.parts.enumerated() {
        let isSecret = redaction.contains(part.name)
        if isSecret { add(String(decoding: part.body, as: UTF8.self)) }
        form.parts[index].body = isSecret ? mark : self.body(part.body, type: part.type)
      }
      return form.data
    }
    // Logs have escape characters.
    guard let text = body.utf8Text,
      text.range(of: #"[\x00-\x08\x0E-\x1A]"#, options: .regularExpression) == nil
    else { return redaction.isMentioned(in: body) ? mark : body }
    // The name of an event is not the name of a secret.
    let new = self.text(text, isBody: !type.contains("event-stream"))
    return new == text ? body : Data(new.utf8)
  }

  /// Redacts a text that may be JSON, a URL, a form, or anything else.
  ///
  /// - Parameter isBody: A Boolean value that indicates whether the mention of a name is enough to replace the whole
  ///   text. Any other text must also have a sign such as `=` after the name.
  mutating func text(_ text: String, isBody: Bool = false) -> String {
    guard redaction.mayHaveSecret(text) else { return text }
    if let json = JSON(inText: text) {
      let new = self.json(json)
      return new == json ? text : new.text
    }
    let new = withoutAssignments(withoutUser(text))
    guard redaction.mayHaveValue(new, isBody: isBody) else { return new }
    let isURLOrForm = !new.contains { $0.isWhitespace || "\"'<>{}".contains($0) }
    // The end of the value is unknown.
    guard isURLOrForm, new.contains("=") || new.contains("://") else { return SecretValues.mark }
    return new.replacing(/[^\/?&#]+/) { match in
      guard redaction.mayHaveValue(String(match.output), isBody: false) else { return match.output }
      let name = match.output.firstIndex(of: "=").map { match.output[...$0] } ?? ""
      return name + SecretValues.mark
    }
  }

  /// Removes the user and the password of URLs. If there is no password, the user is the secret.
  private mutating func withoutUser(_ text: String) -> String {
    text.replacing(/\/\/([^\/\s"'<>@?#]+)@/) { match in
      let parts = match.output.1.split(separator: ":", maxSplits: 1)
      for part in parts { add(String(part)) }
      return "//" + parts.map { _ in SecretValues.mark }.joined(separator: ":") + "@"
    }
  }

  /// Replaces the values that follow names and signs.
  private mutating func withoutAssignments(_ text: String) -> String {
    var text = text
    let range = NSRange(text.startIndex..., in: text)
    for match in (redaction.assignment?.matches(in: text, range: range) ?? []).reversed() {
      guard let value = Range(match.range(at: 2), in: text), text[value] != SecretValues.mark
      else { continue }
      _ = secret(String(text[value]), named: "")
      // Other words may follow the value.
      add(String(text[value].prefix { !$0.isWhitespace }))
      text.replaceSubrange(value, with: SecretValues.mark)
    }
    return text
  }

  /// Returns a redacted value of the same kind, so that it can still be decoded.
  private mutating func blank(_ json: JSON, named name: String) -> JSON {
    switch json {
    case .null: return .null
    case .bool: return .bool(false)
    case .number:
      found.append(json.text)
      return .number(0)
    case .string(let text): return .string(secret(text, named: name))
    case .array(let elements): return .array(elements.map { blank($0, named: name) })
    case .object(let members): return .object(members.mapValues { blank($0, named: name) })
    }
  }

  /// Adds a secret, and returns the text that replaces it.
  private mutating func secret(_ value: String, named name: String) -> String {
    switch name.lowercased() {
    case "set-cookie":
      // The names and the attributes stay, so that cookies are replayed.
      return RecordedExchange.cookies(in: value).map { cookie in
        cookie.replacing(/^([^=;]*=)([^;]+)/) { match in
          add(cookie: String(match.output.2))
          return match.output.1 + SecretValues.mark
        }
      }.joined(separator: ", ")
    case "cookie":
      for pair in value.split(separator: ";") {
        add(cookie: String(pair.split(separator: "=", maxSplits: 1).last ?? ""))
      }
    case let name:
      if let inner = JSON(inText: value) { _ = blank(inner, named: "") }
      add(credentials: value)
      // The scheme alone occurs elsewhere.
      if !Redaction.headers.contains(name) { add(value) }
    }
    return SecretValues.mark
  }

  private mutating func add(_ value: String) {
    let plain = value.replacing("+", with: " ")
    found += [value] + [value, plain].compactMap(\.removingPercentEncoding)
  }

  private mutating func add(cookie value: String) {
    // Shorter values, such as `json`, are usually settings, and also appear elsewhere.
    if value.count >= 8 { add(value.trimmingCharacters(in: ["\"", " "])) }
  }

  /// Adds the token of `Bearer`, and the password of `Basic`.
  private mutating func add(credentials value: String) {
    let parts = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard let rest = parts.last else { return }
    add(rest)
    let padded = rest + String(repeating: "=", count: (4 - rest.utf8.count % 4) % 4)
    if parts[0].lowercased() == "basic", let pair = Data(base64Encoded: padded)?.utf8Text {
      add(pair)
      add(String(pair.drop { $0 != ":" }.dropFirst()))
    }
  }
}

extension JSON {
  /// Reads a text that looks like an object, a list, or a string.
  init?(inText text: String) {
    let start = text.utf8.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let start, "{[\"".utf8.contains(start), let json = try? JSON(parsing: Data(text.utf8))
    else { return nil }
    self = json
  }

  /// Returns a Boolean value that indicates whether a member of an archive is the body of a request or a response.
  fileprivate func isBody(at key: String) -> Bool { key == "content" || key == "postData" }

  /// A Boolean value that indicates whether the text of a body is base64.
  fileprivate var isBase64: Bool {
    (self["encoding"] ?? self["_encoding"])?.string?.lowercased() == "base64"
  }
}
