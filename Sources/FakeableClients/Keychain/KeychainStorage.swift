import Foundation

/// The edge of a ``Keychain``: the place where its bytes really are.
///
/// This is all that has to be faked to test code that uses a keychain. The methods are synchronous,
/// because the keychains of operating systems are; the `Keychain` in front calls them on its actor,
/// one at a time. Nothing keeps a storage from being used elsewhere too, so it has to be `Sendable`.
public protocol KeychainStorage: Sendable {
  /// Reads the bytes of a key; nil when it holds none.
  ///
  /// - Throws: when it cannot be known what the key holds. A missing key is not an error.
  func data(for key: String) throws -> Data?

  /// Stores the bytes, in place of those that the key held before.
  ///
  /// - Throws: when they were not stored, or when it is not sure that they were.
  func set(data: Data, for key: String) throws

  /// Removes the key with its bytes; a missing key is not an error.
  ///
  /// - Throws: when it was not removed, or when it is not sure that it was.
  func removeData(for key: String) throws

  /// Removes all keys of this storage.
  ///
  /// - Throws: when any of them is left, or when it is not sure that none is.
  func reset() throws
}
