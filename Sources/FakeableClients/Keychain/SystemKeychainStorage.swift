import Foundation

/// The keychain of the operating system: the Security framework on Apple's platforms, and the desktop's
/// Secret Service (gnome-keyring, KeePassXC) on Linux.
///
/// A key that holds nothing reads as `nil`. A locked keychain throws ``KeychainError/locked(_:)``, and a machine
/// without a keychain throws ``KeychainError/absent(_:)``. No call prompts the user, and on Linux no call waits
/// longer than 10 seconds for a reply. Storages with the same identifier share their items, even across
/// processes. Storages with different identifiers don't.
///
/// Keys and identifiers are stored unchanged, except that `%` is stored as `%25`, NUL as `%00`, and the empty
/// string as `%`. On Linux, a value can be up to 64 MB. Each call blocks its thread for a few milliseconds. On
/// Linux, changes take longer the more items the keyring holds.
///
/// ```swift
/// let storage = SystemKeychainStorage(identifier: "com.example.mail")
/// let keychain = Keychain(storage: storage)
/// ```
///
/// See <doc:Network>.
public struct SystemKeychainStorage: KeychainStorage {
  /// The service that the items of this storage belong to.
  public let identifier: String

  #if canImport(Security)
    private let keychain: SecurityKeychain
  #else
    private let keychain: SecretService
  #endif

  /// Creates a storage for the items of an identifier. The keychain isn't accessed yet.
  ///
  /// Copies share one connection to the keyring, which the first call opens.
  ///
  /// - Parameter identifier: An identifier that no other program uses, preferably the bundle identifier.
  public init(identifier: String) {
    self.identifier = identifier
    keychain = .init(identifier: identifier)
  }

  /// Reads the bytes of a key.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The bytes, or `nil` if the key holds nothing.
  /// - Throws: A ``KeychainError`` if the keychain is locked, is absent, or fails.
  public func data(for key: String) throws -> Data? {
    try keychain.data(for: key)
  }

  /// Stores bytes and replaces the previous value of the key.
  ///
  /// - Parameters:
  ///   - data: The bytes to store.
  ///   - key: The key to store them under.
  /// - Throws: A ``KeychainError`` if the keychain is locked, is absent, or fails.
  public func set(data: Data, for key: String) throws {
    try keychain.set(data: data, for: key)
  }

  /// Removes a key and its value. Removing a missing key isn't an error.
  ///
  /// - Parameter key: The key to remove.
  /// - Throws: A ``KeychainError`` if the keychain is locked, is absent, or fails.
  public func removeData(for key: String) throws {
    try keychain.removeData(for: key)
  }

  /// Removes all keys of this storage's identifier.
  ///
  /// - Throws: A ``KeychainError`` if the keychain is locked, is absent, or fails. In this case, some keys
  ///   may already be removed.
  public func reset() throws {
    try keychain.reset()
  }
}

extension Keychain {
  /// Creates a keychain in front of the keychain of the operating system, which isn't accessed yet.
  ///
  /// - Parameter identifier: The service that its items belong to. See ``SystemKeychainStorage``.
  public init(identifier: String) {
    self.init(storage: SystemKeychainStorage(identifier: identifier))
  }
}

/// The encoding of identifiers and keys in the keychains of operating systems.
package enum KeychainName {
  /// Returns the text with the parts encoded that keychains truncate or treat as a wildcard.
  ///
  /// NUL becomes `%00`, the empty string becomes `%`, and `%` becomes `%25`, so that different texts stay different.
  package static func encoded(_ text: String) -> String {
    guard !text.isEmpty else { return "%" }
    // Iterate over scalars: a character can combine a NUL with other scalars.
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\0": result += "%00"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
