import FakeableClients
import Faked
import Foundation

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
/// See <doc:Keychain>.
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
