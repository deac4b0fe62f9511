import FakedReplay
import Foundation

/// A pass that removes known secrets everywhere.
struct RedactionByValue: RedactionPass {
  let values: SecretValues

  func text(_ text: String) -> String {
    text.mapJSON(json, others: values.removed) ?? values.removed(from: text)
  }

  /// Keeps the host, because the URL would otherwise identify another server.
  func address(_ text: String) -> String {
    guard let start = text.authority?.upperBound else { return values.removed(from: text) }
    let rest = values.removed(from: String(text[start...]))
    // A secret may begin with the slash that ends the host.
    let separator = rest.first.map { "/?#".contains($0) } ?? true ? "" : "/"
    return "\(text[..<start])\(separator)\(rest)"
  }

  func header(_ name: String, _ value: String) -> String {
    switch name.lowercased() {
    case "host", "content-type": value
    case ":path", "location", "referer", "content-location", "origin": address(value)
    default: text(value)
    }
  }

  func cookie(_ value: String) -> String { text(value) }

  func body(_ body: Data, type: String) -> Data {
    body.utf8Text.map { Data(text($0).utf8) } ?? values.removed(from: body)
  }

  private func json(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .string(self.text(text))
    case .array(let elements): .array(elements.map(self.json))
    case .object(let members):
      .object(members.map { .init(values.removed(from: $0.key), self.json($0.value)) })
    // A number can't be redacted in part: it would become another number.
    case .number(let digits): values.contains(digits) ? .number("0") : json
    case .null, .bool: json
    }
  }
}
