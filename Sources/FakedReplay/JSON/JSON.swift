/// A JSON value whose objects keep the order of their members, and whose numbers keep their text.
package indirect enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// The first member with a name, or `nil` if there is none or the value is not an object.
  package subscript(key: String) -> JSON? { members?.first { $0.key == key }?.value }

  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  package var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
  package var string: String? { if case .string(let string) = self { string } else { nil } }
  package var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The kind of the value in a message, such as `a number`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// A Boolean value that indicates whether the value contains no others.
  var isPlain: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }
}

extension JSON: Equatable {
  /// Compares values, regardless of the order of members and the notation of numbers.
  package static func == (left: JSON, right: JSON) -> Bool {
    left.canonicalText == right.canonicalText
  }

  /// The text in one line, in a form that is the same for all equal values.
  package var canonicalText: String {
    switch self {
    case .null, .bool, .string: text
    case .number(let text): canonicalNumber(text)
    case .array(let elements): "[\(elements.map(\.canonicalText).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map {
          JSON.string($0.key).text + ":" + $0.value.canonicalText
        }
        .joined(separator: ",") + "}"
    }
  }
}

/// Returns a number in a form that is the same for all equal numbers. `Double` would lose digits.
private func canonicalNumber(_ text: String) -> String {
  if !text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 32 == UInt8(ascii: "e") }) {
    return text == "-0" ? "0" : text
  }
  let parts = text.lowercased().split(separator: "e")
  guard var exponent = parts.count == 1 ? 0 : Int(parts[1]), exponent.magnitude < 1 << 30 else {
    return text
  }
  exponent -= parts[0].split(separator: ".").dropFirst().first?.count ?? 0
  let sign = text.hasPrefix("-") ? "-" : ""
  var digits = parts[0].filter { $0.isNumber }.drop { $0 == "0" }
  if digits.isEmpty { return "0" }
  while digits.last == "0" {
    digits.removeLast()
    exponent += 1
  }
  // Most whole numbers are written without an exponent.
  if 0...400 ~= exponent { return sign + digits + String(repeating: "0", count: exponent) }
  return "\(sign)\(digits)e\(exponent)"
}
