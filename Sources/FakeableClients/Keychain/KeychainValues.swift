import Foundation

/// Values that are stored as JSON. Each method can read what the others stored, provided that the type
/// matches. `data(for:)` returns the JSON itself.
extension Keychain {
  /// Reads a JSON value in the form that `JSONSerialization` produces.
  ///
  /// Reading costs as much as `data(for:)`, and parses the JSON on every call. The caller owns the value.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The value, with `NSNull` for a stored `null`, or `nil` if the key holds nothing.
  /// - Throws: ``KeychainError/notJSON(key:byteCount:)``, or an error of `data(for:)`.
  public func value(for key: String) throws -> sending Any? {
    guard let data = try data(for: key) else { return nil }
    return try KeychainJSON.value(in: data, of: key)
  }

  /// Stores a JSON value: a string, a number, a Boolean, `NSNull`, or arrays and dictionaries of them.
  ///
  /// The keys of dictionaries are sorted, so that equal values have equal bytes. Storing costs as much as
  /// `set(data:for:)`, plus two passes over the value.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - key: The key to store it under.
  /// - Throws: ``KeychainError/invalidValue(key:reason:)`` for any other value, for `nil`, for numbers that aren't
  ///   finite, and for more than 512 levels, which couldn't be read back. The storage isn't changed in this case.
  ///   Otherwise, the errors of `set(data:for:)`.
  public func set(value: sending Any, for key: String) throws {
    try set(data: KeychainJSON.data(from: value, for: key), for: key)
  }

  /// Reads a Boolean value. The numbers 0 and 1 aren't Boolean values.
  ///
  /// Reading costs as much as `data(for:)`, and parses the JSON on every call.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The value, or `nil` if the key holds nothing.
  /// - Throws: ``KeychainError/typeMismatch(key:expected:found:)`` if the key holds other JSON,
  ///   ``KeychainError/notJSON(key:byteCount:)``, or an error of `data(for:)`.
  public func bool(for key: String) throws -> Bool? {
    try data(for: key).map { try KeychainJSON.decode(Bool.self, from: $0, of: key) }
  }

  /// Stores `true` or `false` as JSON.
  ///
  /// Storing costs as much as `set(data:for:)`.
  ///
  /// - Parameters:
  ///   - bool: The value to store.
  ///   - key: The key to store it under.
  /// - Throws: The errors of `set(data:for:)`.
  public func set(bool: Bool, for key: String) throws {
    try set(value: bool, for: key)
  }

  /// Reads an integer, exact from `Int.min` to `Int.max`.
  ///
  /// Reading costs as much as `data(for:)`, and parses the JSON on every call.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The value, or `nil` if the key holds nothing.
  /// - Throws: ``KeychainError/typeMismatch(key:expected:found:)`` if the key holds a fraction, a number outside
  ///   the range of `Int`, or other JSON, ``KeychainError/notJSON(key:byteCount:)``, or an error of `data(for:)`.
  public func int(for key: String) throws -> Int? {
    try data(for: key).map { try KeychainJSON.decode(Int.self, from: $0, of: key) }
  }

  /// Stores an integer as JSON, in decimal digits.
  ///
  /// Storing costs as much as `set(data:for:)`.
  ///
  /// - Parameters:
  ///   - int: The value to store.
  ///   - key: The key to store it under.
  /// - Throws: The errors of `set(data:for:)`.
  public func set(int: Int, for key: String) throws {
    try set(value: int, for: key)
  }
}

extension Keychain {
  /// Reads a string.
  ///
  /// No byte is repaired or dropped, including a byte order mark. Reading costs as much as `data(for:)`, plus two
  /// passes over the text.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The string, or `nil` if the key holds nothing.
  /// - Throws: ``KeychainError/notUTF8(key:byteCount:)``, or an error of `data(for:)`.
  public func string(for key: String) throws -> String? {
    guard let data = try data(for: key) else { return nil }
    // Foundation's conversion drops a byte order mark. This conversion repairs invalid UTF-8, which
    // comparing the bytes detects.
    let string = String(decoding: data, as: UTF8.self)
    guard string.utf8.elementsEqual(data) else {
      throw KeychainError.notUTF8(key: key, byteCount: data.count)
    }
    return string
  }

  /// Stores a string as UTF-8, without quotes or a length: `data(for:)` returns exactly these bytes.
  ///
  /// Storing costs as much as `set(data:for:)`, plus one pass over the text.
  ///
  /// - Parameters:
  ///   - string: The string to store.
  ///   - key: The key to store it under.
  /// - Throws: The errors of `set(data:for:)`.
  public func set(string: String, for key: String) throws {
    try set(data: Data(string.utf8), for: key)
  }
}

/// The conversions between values and JSON, with errors that name the key.
private enum KeychainJSON {
  static func data(from value: Any, for key: String) throws(KeychainError) -> Data {
    // `JSONSerialization` traps on some values on some platforms, so ask first.
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, mirror.children.isEmpty {
      throw .invalidValue(
        key: key, reason: "it is nil; removeData(for:) removes what a key holds")
    }
    if let invalid = firstInvalid(in: value) {
      throw .invalidValue(key: key, reason: reason(for: invalid))
    }
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    guard let data else { throw .invalidValue(key: key, reason: reason(for: value)) }
    return data
  }

  /// Returns the first part of a value that has no JSON form.
  private static func firstInvalid(in value: Any) -> Any? {
    let parts = value as? [Any] ?? (value as? [String: Any]).map { Array($0.values) }
    if JSONSerialization.isValidJSONObject(parts == nil ? [value] : value) { return nil }
    return parts?.lazy.compactMap(firstInvalid).first ?? value
  }

  private static func reason(for invalid: Any) -> String {
    switch invalid {
    case is [Any], is [String: Any]: "it is nested too deeply and could not be read back"
    case is NSNumber, is any BinaryFloatingPoint: "it contains a number that is not finite"
    default: "it contains a value of type \(type(of: invalid)), which JSON cannot represent"
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
    if let value = try? JSONDecoder().decode(type, from: data) { return value }
    throw .typeMismatch(
      key: key, expected: "\(type)", found: kind(of: try value(in: data, of: key), in: data))
  }

  /// Returns the kind and the size of a value. The size of a Boolean value would reveal it.
  private static func kind(of value: Any, in data: Data) -> String {
    let kind =
      switch value {
      case is [Any]: "array"
      case is [String: Any]: "object"
      case is NSNull: "null"
      case is String: "string"
      case let number as NSNumber where String(cString: number.objCType) == "c": "Bool"
      case _ where (try? JSONDecoder().decode(Int.self, from: data)) != nil: "integer"
      default: "number that no Int can hold"
      }
    return "a JSON \(kind)" + (kind == "Bool" ? "" : " (\(bytes(data.count)))")
  }
}
