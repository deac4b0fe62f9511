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
/// See <doc:Network>.
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

/// The values that a keychain has seen in its storage, by the bytes of their keys, because equal strings may have
/// different bytes.
///
/// A change that fails may or may not have taken effect, so the cached value is uncertain until the storage
/// responds again. Values that were never seen aren't tracked, because the storage is always asked for them.
private struct KeychainCache {
  private struct Entry {
    let data: Data
    var isInDoubt = false
  }

  private var entries: [[UInt8]: Entry] = [:]

  /// Returns the value of the key if it is certain.
  func certainData(for key: String) -> Data? {
    entries[Array(key.utf8)].flatMap { $0.isInDoubt ? nil : $0.data }
  }

  /// Returns the last value that is known to have been stored, even if it is uncertain.
  func lastKnownData(for key: String) -> Data? { entries[Array(key.utf8)]?.data }

  /// Records the value that the storage holds for the key, or `nil` if it holds none.
  mutating func record(_ data: Data?, for key: String) {
    // A slice would keep its whole buffer alive, and its indices wouldn't start at 0.
    entries[Array(key.utf8)] = data.map { Entry(data: Data($0)) }
  }

  /// Marks the value of the key as uncertain.
  mutating func doubt(_ key: String) { entries[Array(key.utf8)]?.isInDoubt = true }

  /// Marks all values as uncertain.
  mutating func doubtAll() {
    for key in entries.keys { entries[key]?.isInDoubt = true }
  }

  /// Records that the storage is empty.
  mutating func removeAll() { entries = [:] }
}

/// The place where a ``Keychain`` stores its bytes.
///
/// This is all that you need to fake to test code that uses a keychain. The methods are synchronous, like the
/// keychains of operating systems. A `Keychain` calls them on its actor, one at a time. A storage must be
/// `Sendable`, because other code can use it at the same time. It compares keys byte by byte: é as one scalar and é as
/// two scalars are different keys.
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
