import Foundation

/// Reads the values that ``ValueEncoder`` wrote.
package enum ValueDecoder {
  /// Returns a value of a type, or `nil` if the type is not `Decodable`.
  ///
  /// - Throws: The errors of the type's own `init(from:)`.
  package static func decode<Value>(_ json: JSON, as type: Value.Type) throws -> Value? {
    if let nothing = () as? Value { return nothing }
    guard let type = type as? any Decodable.Type else { return nil }
    return try decode(json, as: type) as? Value
  }

  package static func decode<Value: Decodable>(_ json: JSON, as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      try text(decoder, "a date as in 2026-01-31T12:00:00Z", DateText.date)
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      try text(decoder, "data as in text:… or base64:…", DataText.data)
    }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    return try decoder.decode(type, from: Data(json.text.utf8))
  }

  private static func text<Value>(
    _ decoder: any Decoder, _ form: String, _ read: (String) -> Value?
  ) throws -> Value {
    let container = try decoder.singleValueContainer()
    if let value = read(try container.decode(String.self)) { return value }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is not \(form).")
  }

  /// Returns the path and the reason of a mismatch: `days[0].high: expected Int, found a string`.
  package static func reason(_ error: any Error, in json: JSON) -> String {
    func place(_ context: DecodingError.Context, _ last: [any CodingKey] = []) -> (String, JSON?) {
      let keys = context.codingPath + last
      let found = keys.reduce(json as JSON?) { value, key in
        key.intValue.flatMap { index in
          value?.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        } ?? value?[key.stringValue]
      }
      return (path(keys), found)
    }
    switch error as? DecodingError {
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let (path, found) = place(context)
      return "\(path)expected \(type), found \(found?.kind ?? "something else")"
    case .keyNotFound(let key, let context):
      return "\(place(context).0)the key \"\(key.stringValue)\" is missing"
    case .dataCorrupted(let context): return "\(place(context).0)\(context.debugDescription)"
    default: return "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let text = keys.reduce("") { text, key in
      key.intValue.map { text + "[\($0)]" } ?? (text.isEmpty ? "" : text + ".") + key.stringValue
    }
    return text.isEmpty ? "" : text + ": "
  }
}
