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
