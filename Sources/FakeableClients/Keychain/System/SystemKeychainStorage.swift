import Foundation

/// The keychain of the operating system: the Security framework on Apple's platforms, the desktop's
/// Secret Service (gnome-keyring, KeePassXC) on Linux.
///
/// A key that holds nothing reads as nil; a keychain that is locked throws ``KeychainError/locked(_:)``;
/// a machine without one throws ``KeychainError/absent(_:)``. Nothing ever waits for a person, and on
/// Linux no wait for an answer is longer than 10 seconds. Storages of one identifier see the same
/// items, in this process and in others; storages of two identifiers see none of each other's.
///
/// Keys and identifiers stand in the keychain as they are, except that `%` is stored as `%25`, NUL as
/// `%00` and the empty text as `%`. On Linux a value can have 64 MB. Each call waits in its thread for
/// the keychain, a few milliseconds; a change takes the longer the more the keyring holds.
public struct SystemKeychainStorage: KeychainStorage {
  /// What the items of this storage belong to: their service.
  public let identifier: String

  #if canImport(Security)
    private let keychain: SecurityKeychain
  #else
    private let keychain: SecretService
  #endif

  /// A storage of the items that belong to the identifier; touches no keychain yet.
  ///
  /// Copies share one connection to the keyring, which is made by the first call.
  ///
  /// - Parameter identifier: best the bundle identifier, or what else no other program uses.
  public init(identifier: String) {
    self.identifier = identifier
    keychain = .init(identifier: identifier)
  }

  /// Reads the bytes of a key; nil when it holds none.
  ///
  /// - Throws: a ``KeychainError`` when the keychain is locked, absent, or fails.
  public func data(for key: String) throws -> Data? {
    try keychain.data(for: key)
  }

  /// Stores the bytes, in place of those that the key held before.
  ///
  /// - Throws: a ``KeychainError`` when the keychain is locked, absent, or fails.
  public func set(data: Data, for key: String) throws {
    try keychain.set(data: data, for: key)
  }

  /// Removes the key with its bytes; a missing key is not an error.
  ///
  /// - Throws: a ``KeychainError`` when the keychain is locked, absent, or fails.
  public func removeData(for key: String) throws {
    try keychain.removeData(for: key)
  }

  /// Removes all keys of the identifier, and none of another's.
  ///
  /// - Throws: a ``KeychainError`` when the keychain is locked, absent, or fails; some keys may be
  ///   gone then.
  public func reset() throws {
    try keychain.reset()
  }
}

extension Keychain {
  /// Makes a keychain in front of the one of the operating system; touches neither yet.
  ///
  /// - Parameter identifier: what its items belong to; see ``SystemKeychainStorage``.
  public init(identifier: String) {
    self.init(storage: SystemKeychainStorage(identifier: identifier))
  }
}
