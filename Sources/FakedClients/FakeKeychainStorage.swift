import FakeableClients
import Faked
import Foundation

/// A keychain storage in memory that works without a stub, so that a test stubs only what goes wrong.
///
/// ```swift
/// let storage = FakeKeychainStorage()
/// let keychain = Keychain(storage: storage)
/// try await keychain.set(string: "abc", for: "token")
/// storage.when(\.set).thenThrow(KeychainError.diskFull)
/// try await keychain.set(string: "xyz", for: "token")  // throws KeychainError.diskFull
/// ```
/// A behavior replaces the memory. A behavior that fails at times, or fails with its work done, uses
/// ``items``, which is that memory:
/// ```swift
/// storage.when(\.set).then { [items = storage.items] invocationCount, arguments in
///   items.set(data: arguments.0, for: arguments.1)
///   if invocationCount == 2 { throw KeychainError.diskFull }
/// }
/// ```
/// `KeychainError.storageFailures` lists what real keychains fail with.
///
/// Copies are the same fake, with the same memory. `tearDown()` forgets its stubs and its calls,
/// and keeps what it stores.
public struct FakeKeychainStorage: KeychainStorage, Faked {
  /// What copies of the fake share.
  public let instanceId = FakeInstance()
  /// Stands for ``data(for:)``.
  public let data: FunctionID<(String) -> Data?, Throws> = "data"
  /// Stands for ``set(data:for:)``.
  public let set: FunctionID<(Data, String) -> Void, Throws> = "set"
  /// Stands for ``removeData(for:)``.
  public let removeData: FunctionID<(String) -> Void, Throws> = "removeData"
  /// Stands for ``reset()``, whose name a property cannot have.
  public let resetID: FunctionID<() -> Void, Throws> = "reset"

  /// What is stored. To use it is not a call of the fake: nothing is recorded, nothing fails.
  ///
  /// A behavior should capture this rather than the fake, which would keep itself alive.
  public let items = KeychainItems()

  /// A storage that is empty and has no stubs; equal to its copies and to no other.
  public init() {}

  /// Reads the bytes of a key, as `data` is stubbed or else from ``items``.
  ///
  /// - Throws: what the behavior throws; nothing without a stub.
  public func data(for key: String) throws -> Data? {
    try handleCall(\.data, key, default: items.data(for: key))
  }

  /// Stores the bytes, as `set` is stubbed or else in ``items``.
  ///
  /// - Throws: what the behavior throws; nothing without a stub.
  public func set(data: Data, for key: String) throws {
    try handleCall(\.set, data, key, default: items.set(data: data, for: key))
  }

  /// Removes a key with its bytes, as `removeData` is stubbed or else from ``items``.
  ///
  /// - Throws: what the behavior throws; nothing without a stub.
  public func removeData(for key: String) throws {
    try handleCall(\.removeData, key, default: items.removeData(for: key))
  }

  /// Removes all keys, as `resetID` is stubbed or else from ``items``.
  ///
  /// - Throws: what the behavior throws; nothing without a stub.
  public func reset() throws {
    try handleCall(\.resetID, default: items.reset())
  }
}
