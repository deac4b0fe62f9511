import FakeableClients
import FakedReplay
import Foundation

/// Values that must not stand anywhere in an archive.
struct Secrets: Sendable {
  static let mark = "REDACTED"
  /// In every form in which texts have them, the longest first, so that none is left over of another.
  private var forms: [String] = []

  /// Adds values that are no everyday words.
  mutating func add(_ values: [String]) {
    let new = Set(values.filter(Self.isTelling).flatMap(Self.forms)).subtracting(forms)
    forms = (forms + new).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// Whether a value is no everyday word, which may stand anywhere.
  private static func isTelling(_ value: String) -> Bool {
    value != mark
      && (value.utf8.count >= 16 || value.utf8.count >= 8 && value.contains(where: \.isNumber))
  }

  /// As it is, percent-encoded as much and as little as is usual, and as JSON may escape it.
  private static func forms(of value: String) -> [String] {
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    let encoded = [.alphanumerics, unreserved, .urlQueryAllowed, .urlPathAllowed].compactMap {
      value.addingPercentEncoding(withAllowedCharacters: $0)
    }
    let lowercase = encoded.map { text in
      text.components(separatedBy: "%").enumerated()
        .map { $0 == 0 ? $1 : $1.prefix(2).lowercased() + $1.dropFirst(2) }.joined(separator: "%")
    }
    let inJSON = JSON.string(value).text.dropFirst().dropLast()
    return [value, inJSON.replacingOccurrences(of: "/", with: "\\/"), String(inJSON)]
      + encoded + lowercase
  }

  func removed(from text: String) -> String {
    forms.reduce(text) { $0.replacingOccurrences(of: $1, with: Self.mark) }
  }

  /// The URL without them, but for its host, without which it is another server's.
  func removed(from url: URL) -> URL {
    let text = url.absoluteString
    let authority = text.range(of: "://").map { start in
      text[start.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    }
    let end = authority ?? text.startIndex
    return URL(string: text[..<end] + removed(from: String(text[end...]))) ?? url
  }

  func removed(from request: FakeRequest) -> FakeRequest {
    if forms.isEmpty { return request }
    var request = request
    request.url = removed(from: request.url)
    for (name, value) in request.headers { request.headers[name] = header(name, value) }
    request.body = removed(from: request.body)
    return request
  }

  func removed(from exchange: ArchivedExchange) -> ArchivedExchange {
    if forms.isEmpty { return exchange }
    var exchange = exchange
    exchange.request = removed(from: exchange.request)
    for (index, header) in exchange.headers.enumerated() {
      exchange.headers[index].value = self.header(header.name, header.value)
    }
    exchange.body = removed(from: exchange.body)
    return exchange
  }

  private func header(_ name: String, _ value: String) -> String {
    if name.lowercased() == "host" { return value }
    guard Redaction.addressHeaders.contains(name.lowercased()), let url = URL(string: value)
    else { return removed(from: value) }
    return removed(from: url).absoluteString
  }

  /// JSON in its strings, so that its numbers stay and escapes hide nothing; all else as it is.
  private func removed(from body: Data) -> Data {
    if body.isEmpty { return body }
    if let json = body.mapJSON(removed, rest: removed) { return json }
    if let text = String(data: body, encoding: .utf8) { return Data(removed(from: text).utf8) }
    return forms.reduce(into: body) { body, form in
      let old = Data(form.utf8)
      var start = body.startIndex
      while let found = body.range(of: old, in: start..<body.endIndex) {
        body.replaceSubrange(found, with: Data(Self.mark.utf8))
        start = found.lowerBound + Self.mark.utf8.count
      }
    }
  }

  private func removed(from json: JSON) -> JSON? {
    let new = replaced(json)
    return new == json ? nil : new
  }

  private func replaced(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .string(removed(from: text))
    case .array(let elements): .array(elements.map(replaced))
    case .object(let members):
      .object(members.map { .init(removed(from: $0.key), replaced($0.value)) })
    case .null, .bool, .number: json
    }
  }
}

extension Data {
  /// A body of JSON, or of lines of it as event streams have them, in which values are changed.
  ///
  /// Nil where nothing is JSON. `change` gives nil for what stays as it is written, and `rest` what a line
  /// becomes that is none.
  func mapJSON(_ change: (JSON) -> JSON?, rest: (String) -> String) -> Data? {
    if let json = try? JSON(parsing: self) {
      return change(json).map { Data($0.text.utf8) } ?? self
    }
    guard let text = String(data: self, encoding: .utf8) else { return nil }
    var hasJSON = false
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
      line in
      let line = String(line)
      let start = line.hasPrefix("data:") ? line.firstIndex { "{[".contains($0) } : line.startIndex
      guard let start, "{[".contains(line[start...].first ?? " "),
        let json = try? JSON(parsing: line[start...].utf8)
      else { return rest(line) }
      hasJSON = true
      let end = line.unicodeScalars.last == "\r" ? "\r" : ""
      return change(json).map { "\(line[..<start])\($0.text)\(end)" } ?? line
    }
    return hasJSON ? Data(lines.joined(separator: "\n").utf8) : nil
  }
}
