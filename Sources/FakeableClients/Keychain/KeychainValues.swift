import Foundation

/// Values that are stored as JSON. What one of these methods wrote, any of the others can read, if
/// the kind fits; `data(for:)` gives the JSON itself.
extension Keychain {
  /// Reads a JSON value as `JSONSerialization` makes it; nil when the key holds nothing.
  ///
  /// A stored `null` comes as `NSNull`. Costs what `data(for:)` costs, and parses at each call:
  /// the value is new each time and belongs to the caller.
  ///
  /// - Throws: ``KeychainError/notJSON(key:byteCount:)``, or what `data(for:)` throws.
  public func value(for key: String) throws -> sending Any? {
    guard let data = try data(for: key) else { return nil }
    return try KeychainJSON.value(in: data, of: key)
  }

  /// Stores a JSON value: text, a number, a truth value, `NSNull`, or arrays and dictionaries of them.
  ///
  /// Keys of dictionaries are sorted, so equal values are equal bytes. Costs what `set(data:for:)`
  /// costs, and two passes over the value.
  ///
  /// - Throws: ``KeychainError/invalidValue(key:reason:)`` for any other value, for numbers that are
  ///   not finite, for nil, and for more than 512 levels, which could not be read back; the storage is not
  ///   touched then. Else what `set(data:for:)` throws.
  public func set(value: sending Any, for key: String) throws {
    try set(data: KeychainJSON.data(from: value, for: key), for: key)
  }

  /// Reads `true` or `false`; nil when the key holds nothing. The numbers 0 and 1 are neither.
  ///
  /// Costs what `data(for:)` costs, and parses at each call.
  ///
  /// - Throws: ``KeychainError/typeMismatch(key:expected:found:)`` when it holds other JSON,
  ///   ``KeychainError/notJSON(key:byteCount:)``, or what `data(for:)` throws.
  public func bool(for key: String) throws -> Bool? {
    try data(for: key).map { try KeychainJSON.decode(Bool.self, from: $0, of: key) }
  }

  /// Stores the JSON `true` or `false`.
  ///
  /// Costs what `set(data:for:)` costs.
  ///
  /// - Throws: what `set(data:for:)` throws.
  public func set(bool: Bool, for key: String) throws {
    try set(value: bool, for: key)
  }

  /// Reads a whole number, exact from `Int.min` to `Int.max`; nil when the key holds nothing.
  ///
  /// Costs what `data(for:)` costs, and parses at each call.
  ///
  /// - Throws: ``KeychainError/typeMismatch(key:expected:found:)`` when it holds a fraction, a number
  ///   beyond `Int` or other JSON, ``KeychainError/notJSON(key:byteCount:)``, or what `data(for:)` throws.
  public func int(for key: String) throws -> Int? {
    try data(for: key).map { try KeychainJSON.decode(Int.self, from: $0, of: key) }
  }

  /// Stores the number as JSON, in decimal digits.
  ///
  /// Costs what `set(data:for:)` costs.
  ///
  /// - Throws: what `set(data:for:)` throws.
  public func set(int: Int, for key: String) throws {
    try set(value: int, for: key)
  }
}
