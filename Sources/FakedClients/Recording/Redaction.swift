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

  private let names: Set<String>
  fileprivate let own: [String]
  /// Finds a name, a sign, and the value in a text, which is the second group.
  fileprivate let assignments: [NSRegularExpression]
  /// Finds a name with a value in a text without the assignments.
  private let leftover: NSRegularExpression?
  private let anyName: NSRegularExpression?
  /// Finds one of the test's own names with anything after it.
  private let mention: NSRegularExpression?

  init(_ names: [String]) {
    own = names.map { $0.lowercased() }.filter { !$0.isEmpty }
    self.names = Set(Self.headers + own)
    func expression(_ pattern: String) -> NSRegularExpression? {
      try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }
    func oneOf(_ names: [String]) -> String {
      let names = names.map(NSRegularExpression.escapedPattern)
      return "(?:\(names.joined(separator: "|")))(?![A-Za-z0-9_-])"
    }
    let start = "(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-F]{2}))"
    // `document.cookie` is not a header.
    let header = "(?<![A-Za-z0-9_.-])" + oneOf(Self.headers)
    let all = "(?:\(header)|\(start)\(oneOf(own + Self.signatures)))"
    assignments = [
      expression(#"(\#(all)(?:["'\]]|%5D|%22)*\s*=\s*["']?)([^&#\s"'<>\\]+)"#),
      expression(#"(\#(all)["'\]]*[ \t]*:[ \t]*["']?)([^\r\n"'<>&\\]+)"#),
    ].compactMap(\.self)
    anyName = expression(all)
    let redacted = #"(?!(?:["'\]]|%5D|%22)*\s*[=:]\s*["']?REDACTED)"#
    leftover = expression(all + redacted + #"(?:["'\])\s])*[=:>,;|]\s*["']?[^\s"'<>&]"#)
    mention = own.isEmpty ? nil : expression(start + oneOf(own) + redacted + #"(?=\s*\S)"#)
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
    new.url = URL(string: pass.url(request.url.absoluteString)) ?? request.url
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
      let isBody = ["content", "postData"].contains(key) && !json.isText
      let body = isBody ? RecordedExchange.body(json) : nil
      for (name, value) in members {
        let isFixed = fixed.contains(name) || body != nil && name == "text"
        let removed = isFixed ? value : removing(values, from: value, at: name, except: fixed)
        new[isFixed ? name : values.removed(from: name)] = removed
      }
      if let body {
        let text = body.utf8Text.map { Data(values.removed(from: $0).utf8) }
        let mark = Data(SecretValues.mark.utf8)
        let removed = text ?? (values.isIn(body) ? mark : body)
        new["text"] = removed == body ? members["text"] : .string(removed.base64EncodedString())
      }
      return .object(new)
    // A number can't be redacted in part: it would become another number.
    case .number, .double: return values.contains(json.text) ? .number(0) : json
    default: return json
    }
  }

  /// The members without which an archive can't be read.
  fileprivate static let fixed: Set = [
    "method", "httpVersion", "mimeType", "encoding", "_encoding", "startedDateTime", "status",
  ]

  fileprivate func contains(_ name: String) -> Bool {
    let name = name.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    return names.contains(name)
      || name.split { "[].".contains($0) }.contains { names.contains(String($0)) }
  }

  /// Returns a Boolean value that indicates whether a text has the name of a secret in any form.
  fileprivate func isNamed(in text: String) -> Bool { matches([anyName], text) }

  /// Returns a Boolean value that indicates whether a text that is not JSON may still have the value of a secret.
  fileprivate func mayHaveValue(_ text: String, isBody: Bool) -> Bool {
    matches(isBody ? [leftover, mention] : [leftover], text)
  }

  private func matches(_ expressions: [NSRegularExpression?], _ text: String) -> Bool {
    SecretValues.layers(of: Data(text.utf8)).contains { layer in
      let text = String(decoding: layer, as: UTF8.self)
      let range = NSRange(text.startIndex..., in: text)
      return expressions.contains { $0?.firstMatch(in: text, range: range) != nil }
    }
  }

  /// Returns a Boolean value that indicates whether bytes that are not text have a name. Any bytes may be next to it.
  fileprivate func isMentioned(in bytes: Data) -> Bool {
    // Shorter names appear in images by chance.
    let long = own.filter { $0.utf8.count >= 5 }
    return SecretValues.layers(of: bytes).contains { layer in
      let text = String(decoding: layer, as: UTF8.self).lowercased()
      return long.contains { text.contains($0) }
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
    case .string(let text):
      if Redaction.fixed.contains(key) { return json }
      let isURL = key == "url" || key == "redirectURL"
      return .string(isURL ? url(text) : self.text(text, isBody: false))
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

  fileprivate mutating func url(_ text: String) -> String {
    fields(withoutAssignments(withoutUser(text)))
  }

  fileprivate mutating func header(_ name: String, _ value: String) -> String {
    guard redaction.contains(name) else { return text(value, isBody: false) }
    switch name.lowercased() {
    case "set-cookie":
      // The names and the attributes stay, so that cookies are replayed.
      return RecordedExchange.cookies(in: value).map { cookie in
        let (pair, sign) = (cookie.prefix { $0 != ";" }, cookie.firstIndex(of: "="))
        guard let sign, sign < pair.endIndex, pair.index(after: sign) < pair.endIndex else {
          return cookie
        }
        add(cookie: String(pair[sign...].dropFirst()))
        return "\(pair[...sign])\(SecretValues.mark)\(cookie[pair.endIndex...])"
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

  fileprivate mutating func body(_ body: Data, type: String) -> Data {
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
    guard let text = body.utf8Text else { return redaction.isMentioned(in: body) ? mark : body }
    // Logs have escape characters.
    let isBinary = text.range(of: #"[\x00-\x08\x0E-\x1A]"#, options: .regularExpression) != nil
    if isBinary { return redaction.isMentioned(in: body) ? mark : body }
    // The name of an event is not the name of a secret.
    return Data(self.text(text, isBody: !type.contains("event-stream")).utf8)
  }

  /// Redacts a text that may be JSON, a URL, a form, or anything else.
  ///
  /// - Parameter isBody: A Boolean value that indicates whether the mention of a name is enough to replace the whole
  ///   text. Any other text must also have a sign such as `=` after the name.
  private mutating func text(_ text: String, isBody: Bool) -> String {
    if let json = JSON(inText: text) {
      let new = self.json(json)
      return new == json ? text : new.text
    }
    guard text.contains("@") || redaction.isNamed(in: text) else { return text }
    let new = withoutAssignments(withoutUser(text))
    let isURLOrForm = !new.contains { $0.isWhitespace || "\"'<>{}".contains($0) }
    if isURLOrForm, new.contains("=") || new.contains("://") { return fields(new) }
    // The end of the value is unknown.
    return redaction.mayHaveValue(new, isBody: isBody) ? SecretValues.mark : new
  }

  /// Replaces the fields of a URL or a form that may still have the value of a secret.
  private func fields(_ text: String) -> String {
    text.replacing(/[^\/?&#]+/) { match in
      guard redaction.mayHaveValue(String(match.output), isBody: false) else { return match.output }
      let name = match.output.firstIndex(of: "=").map { match.output[...$0] } ?? ""
      return name + SecretValues.mark
    }
  }

  /// Removes the user and the password of URLs. If there is no password, the user is the secret.
  private mutating func withoutUser(_ text: String) -> String {
    guard text.contains("//"), text.contains("@") else { return text }
    let pattern = /\/\/([^\/\s"'<>@?#]+)@/
    for match in text.matches(of: pattern) {
      for part in match.output.1.split(separator: ":", maxSplits: 1) { add(String(part)) }
    }
    return text.replacing(pattern) { match in
      let hasPassword = match.output.1.contains(":")
      return "//" + SecretValues.mark + (hasPassword ? ":" + SecretValues.mark : "") + "@"
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
    case .string(let text): return .string(self.text(text, isBody: false))
    case .array(let elements):
      // Every second element may be a name, as in `["Authorization", "…"]`. A list of words is no list of pairs.
      return .array(
        elements.indices.map { index in
          let name = index % 2 == 1 ? elements[index - 1].string : nil
          let isWord = elements[index].string?.allSatisfy(\.isLetter) == true && elements.count > 2
          guard let name, redaction.contains(name), !isWord, elements.count.isMultiple(of: 2)
          else { return self.json(elements[index]) }
          return blank(elements[index])
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
    found += [
      value, value.removingPercentEncoding ?? value, plain.removingPercentEncoding ?? plain,
    ]
  }

  private mutating func add(cookie value: String) {
    // Shorter values, such as `json`, are usually settings, and also appear elsewhere.
    if value.count >= 8 { add(value.trimmingCharacters(in: ["\"", " "])) }
  }

  /// Adds the token of `Bearer`, the password of `Basic`, and the parameters that are secrets.
  private mutating func add(credentials value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else {
      if parts.count == 1 { add(String(parts[0])) }
      return
    }
    let rest = String(parts[1])
    guard rest.contains("=\"") || rest.contains(", ") else {
      add(rest)
      let padding = String(repeating: "=", count: (4 - rest.utf8.count % 4) % 4)
      if parts[0].lowercased() == "basic", let pair = Data(base64Encoded: rest + padding)?.utf8Text
      {
        add(pair)
        add(String(pair.drop { $0 != ":" }.dropFirst()))
      }
      return
    }
    for match in rest.matches(of: /(?i)\w*(?:response|signature|token|secret|password)="?([^",]+)/)
    {
      add(String(match.output.1))
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
