import Foundation

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
