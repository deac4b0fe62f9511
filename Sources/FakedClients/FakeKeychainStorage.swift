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
/// See <doc:Network>.
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

/// The memory of a ``FakeKeychainStorage``: a keychain storage that records nothing and never fails.
///
/// Copies share their items, and can be used from any thread. As in a `Keychain`, keys are compared byte by
/// byte: é as one scalar and é as two scalars are different keys. Each method costs one dictionary operation.
///
/// ```swift
/// storage.items.set(data: Data("abc".utf8), for: "token")
/// #expect(storage.items.count == 1)
/// ```
///
/// See <doc:Network>.
public struct KeychainItems: KeychainStorage {
  /// The items, keyed by the bytes of their keys, because equal strings can have different bytes.
  private let items = Captured<[[UInt8]: Data]>([:])

  /// Creates an empty memory.
  public init() {}

  /// The number of keys that hold a value.
  public var count: Int { items.withValue { $0.count } }

  /// Reads the bytes of a key.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The bytes, or `nil` if the key holds nothing.
  public func data(for key: String) -> Data? {
    items.withValue { $0[Array(key.utf8)] }
  }

  /// Stores a copy of the bytes and replaces the previous value of the key.
  ///
  /// - Parameters:
  ///   - data: The bytes to store.
  ///   - key: The key to store them under.
  public func set(data: Data, for key: String) {
    // A slice would keep the indices of its original buffer.
    let copy = Data(data)
    items.withValue { $0[Array(key.utf8)] = copy }
  }

  /// Removes a key and its value. Removing a missing key has no effect.
  ///
  /// - Parameter key: The key to remove.
  public func removeData(for key: String) {
    items.withValue { $0[Array(key.utf8)] = nil }
  }

  /// Removes all keys.
  public func reset() { items.value = [:] }
}
