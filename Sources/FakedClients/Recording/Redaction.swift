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
  fileprivate let signature: [NSRegularExpression]
  /// Finds a name with a value in a text without the assignments.
  private let leftover: NSRegularExpression?
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
    func assignments(_ name: String) -> [NSRegularExpression] {
      [
        expression(#"(\#(name)(?:["'\]]|%5D|%22)*\s*=\s*["']?)([^&#\s"'<>\\]+)"#),
        expression(#"(\#(name)["'\]]*\s*:\s*["']?)([^\r\n"'<>&\\]+)"#),
      ].compactMap(\.self)
    }
    let start = "(?:(?<![A-Za-z0-9_-])|(?<=%[0-9A-F]{2}))"
    // `document.cookie` is not a header.
    let header = "(?<![A-Za-z0-9_.-])" + oneOf(Self.headers)
    let all = own.isEmpty ? header : "(?:\(header)|\(start)\(oneOf(own)))"
    self.assignments = assignments(all)
    signature = assignments(start + oneOf(Self.signatures))
    let redacted = #"(?!(?:["'\]]|%5D|%22)*\s*[=:]\s*["']?REDACTED)"#
    leftover = expression(all + redacted + #"(?:["'\])\s])*[=:>,;|]\s*["']?[^\s"'<>&]"#)
    mention = own.isEmpty ? nil : expression(start + oneOf(own) + redacted + #"(?=\s*\S)"#)
  }

  /// Returns entries of one archive without secrets.
  func redacted(_ entries: [JSON]) -> [JSON] {
    var byName = ByName(redaction: self)
    let entries = entries.map { byName.walk($0) }
    var byValue = ByValue(values: SecretValues(byName.found))
    return entries.map { byValue.walk($0) }
  }

  /// Returns an entry without the secrets that have a name where they are.
  func redactedByName(_ entry: JSON) -> JSON {
    var byName = ByName(redaction: self)
    return byName.walk(entry)
  }

  fileprivate func contains(_ name: String) -> Bool {
    let name = name.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    return names.contains(name)
      || name.split { "[].".contains($0) }.contains { names.contains(String($0)) }
  }

  /// Returns a Boolean value that indicates whether a text that is not JSON may still have the value of a secret.
  fileprivate func mayHaveValue(_ text: String, isBody: Bool) -> Bool {
    SecretValues.layers(of: Data(text.utf8)).contains { layer in
      let text = String(decoding: layer, as: UTF8.self)
      let range = NSRange(text.startIndex..., in: text)
      if leftover?.firstMatch(in: text, range: range) != nil { return true }
      return isBody && mention?.firstMatch(in: text, range: range) != nil
    }
  }

  /// Returns a Boolean value that indicates whether bytes that are not text have a name. Any bytes may be next to it.
  fileprivate func isMentioned(in bytes: Data) -> Bool {
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self).lowercased()
    // Shorter names appear in images by chance.
    return own.contains { $0.utf8.count >= 5 && text.contains($0) }
  }
}

/// A pass over all texts of an archive.
private protocol RedactionPass {
  mutating func text(_ text: String) -> String
  mutating func url(_ text: String) -> String
  mutating func header(_ name: String, _ value: String) -> String
  mutating func body(_ body: Data, type: String) -> Data
}

extension RedactionPass {
  /// The members without which an archive can't be read.
  private var fixed: Set<String> {
    ["method", "httpVersion", "mimeType", "encoding", "_encoding", "startedDateTime"]
  }

  /// Returns a part of an archive after the pass.
  mutating func walk(_ json: JSON, at key: String = "") -> JSON {
    switch json {
    case .string(let text) where ["url", "redirectURL"].contains(key):
      return .string(url(text))
    case .string(let text): return fixed.contains(key) ? json : .string(self.text(text))
    case .array(let elements): return .array(elements.map { walk($0, at: key) })
    case .object(let members):
      var new = members
      for (name, value) in members where name != "text" { new[name] = walk(value, at: name) }
      if let name = members["name"]?.string, let value = members["value"]?.string {
        new["value"] = .string(header(key == "cookies" ? "Cookie" : name, value))
      }
      guard let text = members["text"]?.string else { return .object(new) }
      guard key == "content" || key == "postData", let old = RecordedExchange.body(json) else {
        new["text"] = .string(self.text(text))
        return .object(new)
      }
      let body = body(old, type: members["mimeType"]?.string?.lowercased() ?? "")
      if body != old {
        let isText = text.utf8.elementsEqual(old)
        new["text"] = .string(
          isText ? String(decoding: body, as: UTF8.self) : body.base64EncodedString())
      }
      return .object(new)
    default: return json
    }
  }
}

/// Replaces the values of named secrets, and collects them.
private struct ByName: RedactionPass {
  let redaction: Redaction
  private(set) var found: [String] = []

  init(redaction: Redaction) { self.redaction = redaction }

  mutating func text(_ text: String) -> String { self.text(text, isBody: false) }
  mutating func url(_ text: String) -> String {
    fields(replacing(redaction.signature + redaction.assignments, in: withoutUser(text)))
  }

  mutating func header(_ name: String, _ value: String) -> String {
    guard redaction.contains(name) else { return text(value) }
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
        add(cookie: String(pair.drop { $0 != "=" }.dropFirst()))
      }
      if !value.contains("=") { add(cookie: value) }
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
    guard let text = body.utf8Text else { return redaction.isMentioned(in: body) ? mark : body }
    let isBinary = text.utf8.contains { $0 < 0x20 && !"\t\n\r".utf8.contains($0) }
    if isBinary, redaction.isMentioned(in: body) { return mark }
    if type.contains("event-stream") { return Data(events(text).utf8) }
    return Data(self.text(text, isBody: true).utf8)
  }

  /// Redacts the data of events. The name of an event is not the name of a secret.
  private mutating func events(_ text: String) -> String {
    var others = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("data:") else { return String(line) }
      let data = line.dropFirst(5).drop { $0 == " " }
      guard let json = JSON(inText: String(data)) else {
        others += data + "\n"
        return String(line)
      }
      let new = self.json(json)
      return new == json ? String(line) : "data: \(new.text)"
    }
    let hasSecret = self.text(others, isBody: true) != others
    return hasSecret ? SecretValues.mark : lines.joined(separator: "\n")
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
    let new = replacing(redaction.assignments, in: withoutUser(text))
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
    let pattern = /\/\/([^\/\s"'<>@]+)@/
    for match in text.matches(of: pattern) {
      for part in match.output.1.split(separator: ":", maxSplits: 1) { add(String(part)) }
    }
    return text.replacing(pattern) { match in
      let hasPassword = match.output.1.contains(":")
      return "//" + SecretValues.mark + (hasPassword ? ":" + SecretValues.mark : "") + "@"
    }
  }

  /// Replaces the second group of expressions.
  private mutating func replacing(
    _ expressions: [NSRegularExpression], in text: String
  ) -> String {
    var text = text
    for expression in expressions {
      for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
        .reversed()
      {
        guard let range = Range(match.range(at: 2), in: text), text[range] != SecretValues.mark
        else { continue }
        add(credentials: String(text[range]))
        add(String(text[range]))
        text.replaceSubrange(range, with: SecretValues.mark)
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

/// Removes known secrets everywhere.
private struct ByValue: RedactionPass {
  let values: SecretValues

  func text(_ text: String) -> String {
    guard let json = JSON(inText: text) else { return values.removed(from: text) }
    let new = self.json(json)
    return new == json ? values.removed(from: text) : new.text
  }

  /// Keeps the host, because the URL would otherwise identify another server.
  func url(_ text: String) -> String {
    guard let host = text.firstMatch(of: /^[A-Za-z0-9+.-]*:?\/\/[^\/?#]*/)?.range else {
      return values.removed(from: text)
    }
    let rest = values.removed(from: String(text[host.upperBound...]))
    // A secret may begin with the slash that ends the host.
    let separator = rest.first.map { "/?#".contains($0) } ?? true ? "" : "/"
    return "\(text[host])\(separator)\(rest)"
  }

  func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "host", "content-type": value
    case ":path", "location", "referer", "content-location", "origin": url(value)
    default: text(value)
    }
  }

  func body(_ body: Data, type: String) -> Data {
    if let text = body.utf8Text { return Data(self.text(text).utf8) }
    return values.isIn(body) ? Data(SecretValues.mark.utf8) : body
  }

  private func json(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): return .string(self.text(text))
    case .array(let elements): return .array(elements.map(self.json))
    case .object(let members):
      let pairs = members.map { (values.removed(from: $0.key), self.json($0.value)) }
      return .object(Dictionary(pairs) { first, _ in first })
    // A number can't be redacted in part: it would become another number.
    case .number, .double: return values.contains(json.text) ? .number(0) : json
    default: return json
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

/// The body of a form with files.
struct MultipartForm {
  struct Part {
    /// The header lines, with the line breaks around them.
    let head: String
    var body: Data

    var name: String {
      let match = head.firstMatch(of: /(?i)[;\s]name\s*=\s*"?([^";\r\n]*)/)
      return (match?.output.1).map { String($0).trimmingCharacters(in: .whitespaces) } ?? ""
    }
    var type: String {
      let match = head.lowercased().firstMatch(of: /content-type:\s*([^;\s]+)/)
      return match.map { String($0.output.1) } ?? "text/plain"
    }
  }

  var parts: [Part] = []
  /// The line that begins each part, after the line break that belongs to it.
  private let boundary: Data
  /// The bytes after the last boundary, or `nil` if the form is cut off.
  private let end: Data?

  /// Reads a form, or returns `nil` for other bytes.
  init?(_ body: Data) {
    let line = Data("\r\n".utf8)
    guard body.starts(with: "--".utf8), let first = body.range(of: line) else { return nil }
    boundary = line + body[..<first.lowerBound]
    let bytes = line + body
    var pieces: [Data] = []
    var (start, search) = (Int?.none, 0)
    while let next = bytes.range(of: boundary, in: search..<bytes.count) {
      search = next.upperBound
      // A line of a value may begin like the boundary.
      let rest = bytes[search...]
      guard rest.starts(with: line) || rest.starts(with: "--".utf8) else { continue }
      if let start { pieces.append(Data(bytes[start..<next.lowerBound])) }
      start = search
    }
    pieces.append(Data(bytes[(start ?? bytes.count)...]))
    end = pieces.last?.starts(with: "--".utf8) == true ? pieces.removeLast() : nil
    for piece in pieces {
      guard let head = piece.range(of: line + line)?.upperBound else { return nil }
      let text = String(decoding: piece[..<head], as: UTF8.self)
      parts.append(Part(head: text, body: Data(piece[head...])))
    }
  }

  var data: Data {
    let bytes = parts.reduce(Data()) { $0 + boundary + Data($1.head.utf8) + $1.body }
    return (bytes + (end.map { boundary + $0 } ?? Data())).dropFirst(2)
  }
}
