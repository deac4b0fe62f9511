import Foundation

extension Keychain {
  /// Reads the text of a key; nil when it holds nothing.
  ///
  /// Every byte counts: nothing is repaired, and a byte order mark stays. Costs what `data(for:)`
  /// costs, and two passes over the text.
  ///
  /// - Throws: ``KeychainError/notUTF8(key:byteCount:)``, or what `data(for:)` throws.
  public func string(for key: String) throws -> String? {
    guard let data = try data(for: key) else { return nil }
    // Foundation's own conversion drops a byte order mark; this one repairs what is not UTF-8
    // instead of refusing it, so the bytes tell whether it did.
    let string = String(decoding: data, as: UTF8.self)
    guard string.utf8.elementsEqual(data) else {
      throw KeychainError.notUTF8(key: key, byteCount: data.count)
    }
    return string
  }

  /// Stores the text as UTF-8, without quotes or length: `data(for:)` gives exactly these bytes.
  ///
  /// Costs what `set(data:for:)` costs, and one pass over the text.
  ///
  /// - Throws: what `set(data:for:)` throws.
  public func set(string: String, for key: String) throws {
    try set(data: Data(string.utf8), for: key)
  }
}
