import FakeableClients
import Faked
import Foundation

/// A keychain storage in memory that works without stubs, so that a test stubs only the failures.
///
/// ```swift
/// let storage = FakeKeychainStorage()
/// let keychain = Keychain(storage: storage)
/// try await keychain.set(string: "abc", for: "token")
/// storage.when(\.set).thenThrow(KeychainError.diskFull)
/// await #expect(throws: KeychainError.self) { try await keychain.set(string: "xyz", for: "token") }
/// ```
/// A behavior replaces the memory. A behavior that fails only sometimes, or fails after its work is done, uses
/// ``items``, which is that memory:
/// ```swift
/// storage.when(\.set).then { [items = storage.items] invocationCount, arguments in
///   items.set(data: arguments.0, for: arguments.1)
///   if invocationCount == 2 { throw KeychainError.diskFull }
/// }
/// ```
/// `KeychainError.storageFailures` lists the failures of real keychains.
///
/// Copies are the same fake and share its memory. `tearDown()` discards its stubs and calls, but not its items.
///
/// See <doc:Keychain>.
public struct FakeKeychainStorage: KeychainStorage, Faked {
  /// The identity that all copies of the fake share.
  public let instanceId = FakeInstance()
  /// The identifier of ``data(for:)``.
  public let data: FunctionID<(String) -> Data?, Throws> = "data"
  /// The identifier of ``set(data:for:)``.
  public let set: FunctionID<(Data, String) -> Void, Throws> = "set"
  /// The identifier of ``removeData(for:)``.
  public let removeData: FunctionID<(String) -> Void, Throws> = "removeData"
  /// The identifier of ``reset()``. A property can't have the name of a method without parameters.
  public let resetID: FunctionID<() -> Void, Throws> = "reset"

  /// The stored items. Using them isn't a call of the fake: nothing is recorded, and nothing fails.
  ///
  /// Capture this property in a behavior instead of the fake, which would keep itself alive.
  public let items = KeychainItems()

  /// Creates an empty storage without stubs, equal only to its copies.
  public init() {}

  /// Reads the bytes of a key with the stub of `data`, or from ``items`` if there is none.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The bytes, or `nil` if the key holds nothing.
  /// - Throws: The error of the behavior. Without a stub, this method never throws.
  public func data(for key: String) throws -> Data? {
    try handleCall(\.data, key, default: items.data(for: key))
  }

  /// Stores bytes with the stub of `set`, or in ``items`` if there is none.
  ///
  /// - Parameters:
  ///   - data: The bytes to store.
  ///   - key: The key to store them under.
  /// - Throws: The error of the behavior. Without a stub, this method never throws.
  public func set(data: Data, for key: String) throws {
    try handleCall(\.set, data, key, default: items.set(data: data, for: key))
  }

  /// Removes a key with the stub of `removeData`, or from ``items`` if there is none.
  ///
  /// - Parameter key: The key to remove.
  /// - Throws: The error of the behavior. Without a stub, this method never throws.
  public func removeData(for key: String) throws {
    try handleCall(\.removeData, key, default: items.removeData(for: key))
  }

  /// Removes all keys with the stub of `resetID`, or from ``items`` if there is none.
  ///
  /// - Throws: The error of the behavior. Without a stub, this method never throws.
  public func reset() throws {
    try handleCall(\.resetID, default: items.reset())
  }
}
