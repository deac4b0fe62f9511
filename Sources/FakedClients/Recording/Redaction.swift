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

  /// Returns the exchanges of one archive without secrets.
  func redacted(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    let pass = NamedSecrets(redaction: self)
    let exchanges = exchanges.map { $0.changed(pass.text, pass.header, pass.body) }
    let values = SecretValues(pass.found)
    return exchanges.map { exchange in
      exchange.changed(values.removed, { values.removed(from: $1) }) { body, _ in
        guard values.isIn(body) else { return body }
        let text = body.utf8Text.map { Self.removing(values, from: $0) }
        return Data((text ?? SecretValues.mark).utf8)
      }
    }
  }

  /// Returns a request without the secrets that have a name where they are.
  func redacted(_ request: FakeRequest) -> FakeRequest {
    let pass = NamedSecrets(redaction: self)
    return RecordedExchange(request: request).changed(pass.text, pass.header, pass.body).request
  }

  private static func removing(_ values: SecretValues, from text: String) -> String {
    guard values.isIn(Data(text.utf8)) else { return text }
    if let inner = JSON(inText: text), case let new = removing(values, from: inner), new != inner {
      return new.text
    }
    return values.removed(from: text)
  }

  private static func removing(_ values: SecretValues, from json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(removing(values, from: text))
    case .array(let elements): return .array(elements.map { removing(values, from: $0) })
    case .object(let members):
      let new = members.map { (values.removed(from: $0), removing(values, from: $1)) }
      return .object(Dictionary(new) { first, _ in first })
    // A number can't be redacted in part: it would become another number.
    case .number: return values.contains(json.text) ? JSON(0) : json
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
private final class NamedSecrets {
  let redaction: Redaction
  private(set) var found: [String] = []

  init(redaction: Redaction) { self.redaction = redaction }

  func header(_ name: String, _ value: String) -> String {
    redaction.contains(name) ? secret(value, named: name) : text(value)
  }

  private func json(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(self.text(text))
    case .array(let elements): return .array(elements.map { self.json($0) })
    case .object(let members):
      // `{"name": "password", "value": "…"}`
      let isNamed = redaction.contains((members["name"] ?? members["key"])?.string ?? "")
      var new = members
      for (name, value) in members {
        let isSecret = redaction.contains(name) || isNamed && name == "value"
        new[name] = isSecret ? blank(value) : self.json(value)
      }
      return .object(new)
    default: return json
    }
  }

  func body(_ body: Data, type: String = "") -> Data {
    let mark = Data(SecretValues.mark.utf8)
    if var form = MultipartForm(body) {
      for (index, part) in form.parts.enumerated() {
        let isSecret = redaction.contains(part.name)
        if isSecret { add(String(decoding: part.body, as: UTF8.self)) }
        form.parts[index].body = isSecret ? mark : self.body(part.body)
      }
      return form.data
    }
    guard let text = body.plainText else { return redaction.isMentioned(in: body) ? mark : body }
    // The name of an event is not the name of a secret.
    let new = self.text(text, isBody: !type.lowercased().contains("event-stream"))
    return new == text ? body : Data(new.utf8)
  }

  func text(_ text: String) -> String { self.text(text, isBody: false) }

  /// Redacts a text that may be JSON, a URL, a form, or anything else.
  ///
  /// - Parameter isBody: A Boolean value that indicates whether the mention of a name is enough to replace the whole
  ///   text. Any other text must also have a sign such as `=` after the name.
  func text(_ text: String, isBody: Bool) -> String {
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
  private func withoutUser(_ text: String) -> String {
    text.replacing(/\/\/([^\/\s"'<>@?#]+)@/) { match in
      let parts = match.output.1.split(separator: ":", maxSplits: 1)
      for part in parts { add(String(part)) }
      return "//" + parts.map { _ in SecretValues.mark }.joined(separator: ":") + "@"
    }
  }

  /// Replaces the values that follow names and signs.
  private func withoutAssignments(_ text: String) -> String {
    var text = text
    let range = NSRange(text.startIndex..., in: text)
    for match in (redaction.assignment?.matches(in: text, range: range) ?? []).reversed() {
      guard let value = Range(match.range(at: 2), in: text), text[value] != SecretValues.mark
      else { continue }
      _ = secret(String(text[value]))
      // Other words may follow the value.
      add(String(text[value].prefix { !$0.isWhitespace }))
      text.replaceSubrange(value, with: SecretValues.mark)
    }
    return text
  }

  /// Returns a redacted value of the same kind, so that it can still be decoded.
  private func blank(_ json: JSON) -> JSON {
    switch json {
    case .null: return .null
    case .bool: return .bool(false)
    case .number:
      found.append(json.text)
      return JSON(0)
    case .string(let text): return .string(secret(text))
    case .array(let elements): return .array(elements.map { blank($0) })
    case .object(let members): return .object(members.mapValues { blank($0) })
    }
  }

  /// Adds a secret, and returns the text that replaces it.
  private func secret(_ value: String, named name: String = "") -> String {
    switch name.lowercased() {
    case "set-cookie":
      // The names and the attributes stay, so that the header can still be read.
      return FakeResponse.cookies(in: value).map { cookie in
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
      if let inner = JSON(inText: value) { _ = blank(inner) }
      add(credentials: value)
      // The scheme alone occurs elsewhere.
      if !Redaction.headers.contains(name) { add(value) }
    }
    return SecretValues.mark
  }

  private func add(_ value: String) {
    let plain = value.replacing("+", with: " ")
    found += [value] + [value, plain].compactMap(\.removingPercentEncoding)
  }

  private func add(cookie value: String) {
    // Shorter values, such as `json`, are usually settings, and also appear elsewhere.
    if value.count >= 8 { add(value.trimmingCharacters(in: ["\"", " "])) }
  }

  /// Adds the token of `Bearer`, and the password of `Basic`.
  private func add(credentials value: String) {
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

extension RecordedExchange {
  /// Returns the exchange with other texts, headers, and bodies of some types.
  fileprivate func changed(
    _ text: (String) -> String, _ header: (_ name: String, _ value: String) -> String,
    _ body: (Data, _ type: String) -> Data
  ) -> RecordedExchange {
    var new = self
    // A URL that can't be changed may have a secret.
    new.request.url =
      URL(string: text(request.url.absoluteString)) ?? URL(fileURLWithPath: SecretValues.mark)
    for (name, value) in request.headers { new.request.headers[name] = header(name, value) }
    new.request.body = body(request.body, request.header("Content-Type") ?? "")
    guard let response else { return new }
    for (name, value) in response.headers { new.response?.headers[name] = header(name, value) }
    let changed = body(response.body, response.type)
    if changed != response.body { new.response?.body = changed }
    return new
  }
}

extension JSON {
  /// Reads a text that looks like an object, a list, or a string.
  init?(inText text: String) {
    guard text.prefixMatch(of: /[\s\u{FEFF}]*[{\["]/) != nil,
      let json = try? JSON(parsing: Data(text.utf8))
    else { return nil }
    self = json
  }
}
