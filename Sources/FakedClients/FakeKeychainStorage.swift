import Clients
import Faked
import Foundation

/// A keychain storage in memory that works untaught, so that a test teaches only what goes wrong.
///
/// ```swift
/// let storage = FakeKeychainStorage()
/// let keychain = Keychain(storage: storage)
/// try await keychain.set(string: "abc", for: "token")
/// storage.when(\.set).thenThrow(KeychainError.diskFull)
/// try await keychain.set(string: "xyz", for: "token")  // throws KeychainError.diskFull
/// ```
/// A taught behavior stands in the place of the memory. One that fails at times, or fails with its
/// work done, uses ``items``, which is that memory:
/// ```swift
/// storage.when(\.set) { [items = storage.items] invocationCount, data, key in
///   items.set(data: data, for: key)
///   if invocationCount == 2 { throw KeychainError.diskFull }
/// }
/// ```
/// `KeychainError.storageFailures` lists what real keychains fail with.
///
/// Copies are the same fake, with the same memory. `tearDown()` forgets what it was taught and asked,
/// and keeps what it stores.
public struct FakeKeychainStorage: KeychainStorage, Faked {
  public let instanceId = FakeInstance()
  /// Stands for ``data(for:)``.
  public let data: FunctionID<(String) throws -> Data?> = "data"
  /// Stands for ``set(data:for:)``.
  public let set: FunctionID<(Data, String) throws -> Void> = "set"
  /// Stands for ``removeData(for:)``.
  public let removeData: FunctionID<(String) throws -> Void> = "removeData"
  /// Stands for ``reset()``, whose name a property cannot have.
  public let resetID: FunctionID<() throws -> Void> = "reset"

  /// What is stored. To use it is not a call of the fake: nothing is recorded, nothing fails.
  ///
  /// A behavior should capture this rather than the fake, which would keep itself alive.
  public let items = KeychainItems()

  /// A storage that is empty and was taught nothing; equal to its copies and to no other.
  public init() {}

  /// Reads the bytes of a key, as `data` was taught or else from ``items``.
  ///
  /// - Throws: what the behavior throws; nothing when none was taught.
  public func data(for key: String) throws -> Data? {
    try handleCall(\.data, key, default: items.data(for: key))
  }

  /// Stores the bytes, as `set` was taught or else in ``items``.
  ///
  /// - Throws: what the behavior throws; nothing when none was taught.
  public func set(data: Data, for key: String) throws {
    try handleCall(\.set, data, key, default: items.set(data: data, for: key))
  }

  /// Removes a key with its bytes, as `removeData` was taught or else from ``items``.
  ///
  /// - Throws: what the behavior throws; nothing when none was taught.
  public func removeData(for key: String) throws {
    try handleCall(\.removeData, key, default: items.removeData(for: key))
  }

  /// Removes all keys, as `resetID` was taught or else from ``items``.
  ///
  /// - Throws: what the behavior throws; nothing when none was taught.
  public func reset() throws {
    try handleCall(\.resetID, default: items.reset())
  }
}
