import FakeableClients
import Faked
import Foundation

/// The memory of a ``FakeKeychainStorage``: a keychain storage that records nothing and never fails.
///
/// Copies share their items, from any thread. Keys are told apart byte by byte, as a `Keychain` does:
/// é as one scalar and é as two are two keys. Each method costs one dictionary operation.
public struct KeychainItems: KeychainStorage {
  /// Keyed by the bytes of the key, because equal strings may differ in them.
  private let items = Captured<[[UInt8]: Data]>([:])

  /// A memory without any item.
  public init() {}

  /// How many keys hold something.
  public var count: Int { items.withValue { $0.count } }

  /// The bytes of a key; nil when it holds none.
  public func data(for key: String) -> Data? {
    items.withValue { $0[Array(key.utf8)] }
  }

  /// Stores a copy of the bytes, in place of those that the key held before.
  public func set(data: Data, for key: String) {
    // A slice would come back with the indices of the buffer it was cut from.
    let copy = Data(data)
    items.withValue { $0[Array(key.utf8)] = copy }
  }

  /// Removes a key with its bytes; a missing key is no error.
  public func removeData(for key: String) {
    items.withValue { $0[Array(key.utf8)] = nil }
  }

  /// Removes all keys.
  public func reset() { items.value = [:] }
}
