import Foundation

/// A store for small secrets under string keys: bytes, strings, numbers, Booleans, and any JSON.
///
/// With a storage, a keychain is a cache in front of it. Each change goes to the storage first. Values that were
/// found are cached, and missing values are requested again each time. A change that fails loses nothing: the
/// value of the key (after a failed `reset()`, of every key) becomes uncertain, and the next read asks the
/// storage. If that fails as well, the read returns the last value that is known to have been stored.
///
/// Without a storage, a keychain keeps its values in memory, for tests and previews:
/// ```swift
/// let keychain = Keychain()
/// try await keychain.set(string: "abc", for: "token")
/// try await keychain.string(for: "token")  // => "abc"
/// ```
/// Use one keychain for each storage: a keychain doesn't see changes that others make to a value it has cached.
/// Values stay in memory until they are removed or the keychain is deallocated. Keys are compared byte by byte,
/// and the empty string is a valid key.
///
/// See <doc:Keychain>.
public actor Keychain {
  private let storage: (any KeychainStorage)?
  private var cache = KeychainCache()

  /// Creates a keychain in front of a storage, or one in memory. The storage isn't accessed yet.
  ///
  /// - Parameter storage: The storage, or `nil`, the default, to keep values only in memory.
  public init(storage: (any KeychainStorage)? = nil) {
    self.storage = storage
  }

  /// Reads the bytes of a key.
  ///
  /// Reading costs one dictionary lookup if the value is cached, and one read of the storage if it isn't.
  ///
  /// - Parameter key: The key to read.
  /// - Returns: The bytes, or `nil` if the key holds nothing.
  /// - Throws: The error of the storage, if no earlier value of the key is known.
  public func data(for key: String) throws -> Data? {
    guard let storage else { return cache.lastKnownData(for: key) }
    if let data = cache.certainData(for: key) { return data }
    do {
      cache.record(try storage.data(for: key), for: key)
      return cache.lastKnownData(for: key)
    } catch {
      // A known value is uncertain here; a certain one was returned above.
      guard let data = cache.lastKnownData(for: key) else { throw error }
      return data
    }
  }

  /// Stores bytes and replaces the previous value of the key.
  ///
  /// Storing costs one write to the storage.
  ///
  /// - Parameters:
  ///   - data: The bytes to store.
  ///   - key: The key to store them under.
  /// - Throws: The error of the storage. The next read finds out which of the two values the storage holds.
  public func set(data: Data, for key: String) throws {
    try change(key, to: data) { try $0.set(data: data, for: key) }
  }

  /// Removes a key and its value of any type. Removing a missing key isn't an error.
  ///
  /// Removing costs one removal from the storage.
  ///
  /// - Parameter key: The key to remove.
  /// - Throws: The error of the storage. The next read finds out whether the value still exists.
  public func removeData(for key: String) throws {
    try change(key, to: nil) { try $0.removeData(for: key) }
  }

  /// Removes all keys, including keys that this keychain has never seen.
  ///
  /// Resetting costs one reset of the storage and one pass over the cached values.
  ///
  /// - Throws: The error of the storage. The next read of each key finds out whether its value still exists.
  public func reset() throws {
    do {
      try storage?.reset()
    } catch {
      cache.doubtAll()
      throw error
    }
    cache.removeAll()
  }

  private func change(
    _ key: String, to data: Data?, by act: (any KeychainStorage) throws -> Void
  ) throws {
    do {
      if let storage { try act(storage) }
    } catch {
      cache.doubt(key)
      throw error
    }
    cache.record(data, for: key)
  }
}
