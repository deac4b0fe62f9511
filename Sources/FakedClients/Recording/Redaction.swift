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
  /// The members without which an archive can't be read.
  fileprivate static let fixed: Set = [
    "method", "httpVersion", "mimeType", "encoding", "_encoding", "startedDateTime", "status",
  ]

  private let names: Set<String>
  /// Finds a name, a sign, and the value in a text, which is the second group.
  fileprivate let assignments: [NSRegularExpression]
  /// Finds a name in a text.
  private let anyName: NSRegularExpression?
  /// Finds a name with a value in a text without the assignments.
  private let leftover: NSRegularExpression?
  /// Finds one of the test's own names with anything after it.
  private let mention: NSRegularExpression?
  /// The test's own names, for binary data. Shorter names appear in images by chance.
  private let longNames: SecretValues

  init(_ names: [String]) {
    let own = names.map { $0.lowercased() }.filter { !$0.isEmpty }
    self.names = Set(Self.headers + own)
    func oneOf(_ names: [String]) -> String {
      "(?:\(names.map(NSRegularExpression.escapedPattern).joined(separator: "|")))"
    }
    func expression(_ pattern: String) -> NSRegularExpression? {
      try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }
    let (start, end) = ("(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-F]{2}))", "(?![A-Za-z0-9_-])")
    // `document.cookie` is not a header.
    let header = "(?<![A-Za-z0-9_.-])" + oneOf(Self.headers)
    let all = "(?:\(header)|\(start)\(oneOf(own + Self.signatures)))\(end)"
    let redacted = #"(?!(?:["'\]]|%5D|%22)*\s*[=:]\s*["']?REDACTED)"#
    assignments = [
      expression(#"(\#(all)(?:["'\]]|%5D|%22)*\s*=\s*["']?)([^&#\s"'<>\\]+)"#),
      expression(#"(\#(all)["'\]]*[ \t]*:[ \t]*["']?)([^\r\n"'<>&\\]+)"#),
    ].compactMap(\.self)
    anyName = expression(all)
    leftover = expression(all + redacted + #"(?:["'\])\s])*[=:>,;|]\s*["']?[^\s"'<>&]"#)
    mention = own.isEmpty ? nil : expression(start + oneOf(own) + end + redacted + #"(?=\s*\S)"#)
    longNames = SecretValues(
      names.filter { $0.utf8.count >= 5 }.flatMap {
        [$0, $0.lowercased(), $0.uppercased(), $0.capitalized]
      })
  }

  /// Returns entries of one archive without secrets.
  func redacted(_ entries: [JSON]) -> [JSON] {
    var pass = NamedSecrets(redaction: self)
    let entries = entries.map { pass.entry($0) }
    let values = SecretValues(pass.found)
    return entries.map { Self.removing(values, from: $0) }
  }

  /// Returns a request without the secrets that have a name where they are.
  func redacted(_ request: FakeRequest) -> FakeRequest {
    var (pass, new) = (NamedSecrets(redaction: self), request)
    new.url = URL(string: pass.text(request.url.absoluteString)) ?? request.url
    for (name, value) in request.headers { new.headers[name] = pass.header(name, value) }
    new.body = pass.body(request.body, type: request.header("Content-Type")?.lowercased() ?? "")
    return new
  }

  /// Returns a part of an archive, or JSON in it, without known secrets.
  private static func removing(
    _ values: SecretValues, from json: JSON, at key: String = "", except fixed: Set<String> = fixed
  ) -> JSON {
    switch json {
    case .string(let text):
      guard values.isIn(Data(text.utf8)) else { return json }
      if let inner = JSON(inText: text) {
        let new = removing(values, from: inner, except: [])
        if new != inner { return .string(new.text) }
      }
      // Keep the host, because a URL would otherwise identify another server.
      let host = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\/?#\s]*/)?.output ?? ""
      let rest = values.removed(from: String(text.dropFirst(host.count)))
      let isPath = host.isEmpty || rest.isEmpty || "/?#".contains(rest.first ?? "/")
      return .string(host + (isPath ? "" : "/") + rest)
    case .array(let elements):
      return .array(elements.map { removing(values, from: $0, at: key, except: fixed) })
    case .object(let members):
      var new: [String: JSON] = [:]
      for (name, value) in members {
        let isFixed = fixed.contains(name)
        let removed = isFixed ? value : removing(values, from: value, at: name, except: fixed)
        new[isFixed ? name : values.removed(from: name)] = removed
      }
      let isBody = ["content", "postData"].contains(key) && !json.isText
      if isBody, let body = RecordedExchange.body(json) {
        let text = body.utf8Text.map(values.removed) ?? SecretValues.mark
        let removed = JSON.string(Data(text.utf8).base64EncodedString())
        new["text"] = values.isIn(body) ? removed : members["text"]
      }
      return .object(new)
    // A number can't be redacted in part: it would become another number.
    case .number, .double: return values.contains(json.text) ? .number(0) : json
    default: return json
    }
  }

  fileprivate func contains(_ name: String) -> Bool {
    let name = name.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    return names.contains(name)
      || name.split { "[].".contains($0) }.contains { names.contains(String($0)) }
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
  fileprivate func isMentioned(in bytes: Data) -> Bool { longNames.isIn(bytes) }

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

  /// Returns a part of an archive, which any program may have written.
  mutating func entry(_ json: JSON, at key: String = "") -> JSON {
    switch json {
    case .string(let text): return Redaction.fixed.contains(key) ? json : .string(self.text(text))
    case .array(let elements): return .array(elements.map { entry($0, at: key) })
    case .object(let members):
      let isBody = key == "content" || key == "postData"
      var new = members
      for (name, value) in members where name != "text" || !isBody {
        new[name] = entry(value, at: name)
      }
      if let name = members["name"]?.string, let value = members["value"]?.string {
        new["value"] = .string(header(key == "cookies" ? "Cookie" : name, value))
      }
      if isBody, let old = RecordedExchange.body(json), members["text"] != nil {
        let body = body(old, type: members["mimeType"]?.string?.lowercased() ?? "")
        let text = json.isText ? body.utf8Text : body.base64EncodedString()
        if body != old { new["text"] = text.map(JSON.string) }
      }
      return .object(new)
    default: return json
    }
  }

  mutating func header(_ name: String, _ value: String) -> String {
    guard redaction.contains(name) else { return text(value) }
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
      add(credentials: value)
      // The scheme alone, and parameters that are public, occur elsewhere.
      if !Redaction.headers.contains(name) { add(value) }
    }
    return SecretValues.mark
  }

  mutating func body(_ body: Data, type: String) -> Data {
    let mark = Data(SecretValues.mark.utf8)
    if type.hasPrefix("multipart/"), var form = MultipartForm(body) {
      for (index, part) in form.parts.enumerated() {
        if redaction.contains(part.name) {
          add(String(decoding: part.body, as: UTF8.self))
          let decoded = Data(base64Encoded: part.body, options: .ignoreUnknownCharacters)
          if part.head.lowercased().contains("base64"), let decoded {
            add(String(decoding: decoded, as: UTF8.self))
          }
          form.parts[index].body = mark
        } else {
          form.parts[index].body = self.body(part.body, type: part.type)
        }
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
    for expression in redaction.assignments {
      let range = NSRange(text.startIndex..., in: text)
      for match in expression.matches(in: text, range: range).reversed() {
        guard let value = Range(match.range(at: 2), in: text), text[value] != SecretValues.mark
        else { continue }
        add(credentials: String(text[value]))
        add(String(text[value]))
        text.replaceSubrange(value, with: SecretValues.mark)
      }
    }
    return text
  }

  private mutating func json(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(self.text(text))
    case .array(let elements):
      return .array(
        elements.indices.map { index in
          // An element may be the name of the next one, as in `["Authorization", "…"]`. A list of words is no list of pairs.
          let name = index > 0 ? elements[index - 1].string : nil
          let isWord = elements[index].string?.allSatisfy(\.isLetter) == true && elements.count > 2
          let isValue = redaction.contains(name ?? "") && !isWord
          return isValue ? blank(elements[index]) : self.json(elements[index])
        })
    case .object(let members):
      // `{"name": "password", "value": "…"}`
      let isNamed = members.contains { key, value in
        ["name", "key"].contains(key.lowercased()) && redaction.contains(value.string ?? "")
      }
      var new = members
      for (key, value) in members {
        let isValue = isNamed && ["value", "values"].contains(key.lowercased())
        new[key] = isValue || redaction.contains(key) ? blank(value) : self.json(value)
      }
      return .object(new)
    default: return json
    }
  }

  /// Returns a redacted value of the same kind, so that it can still be decoded.
  private mutating func blank(_ json: JSON) -> JSON {
    switch json {
    case .null: return .null
    case .bool: return .bool(false)
    case .number, .double:
      found.append(json.text)
      return .number(0)
    case .string(let text):
      if let inner = JSON(inText: text) { _ = blank(inner) }
      add(credentials: text)
      add(text)
      return .string(SecretValues.mark)
    case .array(let elements): return .array(elements.map { blank($0) })
    case .object(let members): return .object(members.mapValues { blank($0) })
    }
  }

  private mutating func add(_ value: String) {
    let plain = value.replacing("+", with: " ")
    found += [value] + [value, plain].compactMap(\.removingPercentEncoding)
  }

  private mutating func add(cookie value: String) {
    // Shorter values, such as `json`, are usually settings, and also appear elsewhere.
    if value.count >= 8 { add(value.trimmingCharacters(in: ["\"", " "])) }
  }

  /// Adds the token of `Bearer`, the password of `Basic`, and the parameters that are secrets.
  private mutating func add(credentials value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard let rest = parts.last.map(String.init) else { return }
    if parts.count == 2, rest.contains("=\"") || rest.contains(", ") {
      let secret = /(?i)\w*(?:response|signature|token|secret|password)="?([^",]+)/
      for match in rest.matches(of: secret) { add(String(match.output.1)) }
      return
    }
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

  /// A Boolean value that indicates whether the text of a body is the body itself, and not base64.
  fileprivate var isText: Bool {
    (self["encoding"] ?? self["_encoding"])?.string?.lowercased() != "base64"
  }
}

extension RecordedExchange {
  /// Returns the cookies in the value of a `Set-Cookie` header, which Foundation and browsers join.
  static func cookies(in value: String) -> [String] {
    // A comma separates two cookies if a name and `=` follow. Otherwise, it belongs to a date.
    value.split(separator: /[,\n](?=\s*[^;,=\s]+=)/).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}
