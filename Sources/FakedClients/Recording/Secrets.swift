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
    let values = values.filter { Self.isTelling($0) && !forms.contains($0) }
    if values.isEmpty { return }
    let new = Set(values.flatMap(Self.forms)).subtracting(forms)
    forms = (forms + new).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// Whether a value is no everyday word, which may stand anywhere.
  private static func isTelling(_ value: String) -> Bool {
    value != mark
      && (value.utf8.count >= 16 || value.utf8.count >= 8 && value.contains(where: \.isNumber))
  }

  /// Whether a recorded text is that of a request, in which a value may stand that was a secret to the
  /// recording, but is not known yet.
  static func isRecorded(_ recorded: String, of text: String, in part: RequestPart) -> Bool {
    let parts = recorded.components(separatedBy: mark)
    guard parts.count > 1, text.hasPrefix(parts[0]) else { return recorded == text }
    var rest = text.dropFirst(parts[0].count)
    var ends = part.ends(after: parts[0])
    for text in parts[1..<(parts.count - 1)] {
      guard let next = rest.range(of: text), isRemoved(rest[..<next.lowerBound], ends) else {
        return false
      }
      rest = rest[next.upperBound...]
      if text.contains("?") { ends = part.ends(after: text) }
    }
    let last = parts[parts.count - 1]
    return rest.hasSuffix(last) && isRemoved(rest.dropLast(last.count), ends)
  }

  /// Whether a text may be one value that was removed, and no more than that.
  private static func isRemoved(_ value: Substring, _ ends: String) -> Bool {
    if value == mark { return true }
    // Base64 ends with `=`.
    return isTelling(String(value)) && !value.contains(mark)
      && !value.reversed().drop { $0 == "=" }.contains { ends.contains($0) || $0.isNewline }
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
    func isEnd(_ character: Character) -> Bool { "/?#".contains(character) }
    let text = url.absoluteString
    var end = text.startIndex
    // Another one may stand in the query of a relative URL.
    if let start = text.range(of: "://"), !text[..<start.lowerBound].contains(where: isEnd) {
      end = text[start.upperBound...].firstIndex(where: isEnd) ?? text.endIndex
    }
    return URL(string: text[..<end] + removed(from: String(text[end...]))) ?? url
  }

  func removed(from request: FakeRequest) -> FakeRequest {
    if forms.isEmpty { return request }
    var request = request
    request.url = removed(from: request.url)
    for (name, value) in request.headers {
      request.headers[name] = removed(from: value, ofHeader: name)
    }
    request.body = removed(from: request.body)
    return request
  }

  func removed(from exchange: ArchivedExchange) -> ArchivedExchange {
    if forms.isEmpty { return exchange }
    var exchange = exchange
    exchange.request = removed(from: exchange.request)
    for (index, header) in exchange.headers.enumerated() {
      exchange.headers[index].value = removed(from: header.value, ofHeader: header.name)
    }
    exchange.body = removed(from: exchange.body)
    return exchange
  }

  /// The value of a header without them.
  func removed(from value: String, ofHeader name: String) -> String {
    if name.lowercased() == "host" { return value }
    guard Redaction.addressHeaders.contains(name.lowercased()), let url = URL(string: value)
    else { return removed(from: value) }
    return removed(from: url).absoluteString
  }

  /// JSON in its strings, so that its numbers stay and escapes hide nothing; all else as it is.
  func removed(from body: Data) -> Data {
    if body.isEmpty { return body }
    if let json = body.mapJSON(removed, rest: removed) { return json }
    if let text = body.utf8Text { return Data(removed(from: text).utf8) }
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
