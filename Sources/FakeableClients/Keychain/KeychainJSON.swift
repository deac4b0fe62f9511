import Foundation

/// The conversions between values and JSON, with errors that name the key.
enum KeychainJSON {
  static func data(from value: Any, for key: String) throws(KeychainError) -> Data {
    if let flaw = JSONFlaw.first(in: value) {
      throw .invalidValue(key: key, reason: flaw.reason)
    }
    do {
      return try JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    } catch {
      throw .invalidValue(key: key, reason: JSONFlaw.noForm(of: value).reason)
    }
  }

  static func value(in data: Data, of key: String) throws(KeychainError) -> sending Any {
    do {
      return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    } catch {
      throw .notJSON(key: key, byteCount: data.count)
    }
  }

  /// Decodes a value of exactly this type.
  ///
  /// `JSONDecoder` is stricter than a Foundation number, which treats `true` as 1 and 1 as `true`.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, of key: String
  ) throws(KeychainError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      guard let kind = try? JSONDecoder().decode(JSONKind.self, from: data) else {
        throw .notJSON(key: key, byteCount: data.count)
      }
      throw .typeMismatch(
        key: key, expected: "\(type)", found: kind.description(byteCount: data.count))
    }
  }
}
