import Foundation

/// The place where a ``Keychain`` stores its bytes.
///
/// This is all that you need to fake to test code that uses a keychain. The methods are synchronous, like the
/// keychains of operating systems. A `Keychain` calls them on its actor, one at a time. A storage must be
/// `Sendable`, because other code can use it at the same time.
public protocol KeychainStorage: Sendable {
  /// Reads the bytes of a key.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The bytes, or `nil` if the key holds nothing.
  /// - Throws: An error if the storage can't tell what the key holds. A missing key isn't an error.
  func data(for key: String) throws -> Data?

  /// Stores bytes and replaces the previous value of the key.
  ///
  /// - Parameters:
  ///   - data: The bytes to store.
  ///   - key: The key to store them under.
  /// - Throws: An error if the bytes weren't stored, or if it is uncertain that they were.
  func set(data: Data, for key: String) throws

  /// Removes a key and its value. Removing a missing key isn't an error.
  ///
  /// - Parameter key: The key to remove.
  /// - Throws: An error if the key wasn't removed, or if it is uncertain that it was.
  func removeData(for key: String) throws

  /// Removes all keys of this storage.
  ///
  /// - Throws: An error if any key remains, or if it is uncertain that none does.
  func reset() throws
}
