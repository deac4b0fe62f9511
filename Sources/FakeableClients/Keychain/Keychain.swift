import Foundation

/// Keeps small secrets under string keys: bytes, text, numbers, truth values and any JSON.
///
/// With a storage it is a cache in front of it. Each change goes to the storage first, a value that
/// was found is kept, and a missing one is asked for again each time. A change that fails loses
/// nothing: the key (after a failed `reset()` every key) is in doubt, so the next read asks the
/// storage and believes its answer; if that fails too, it gives the last value known to be stored.
///
/// Without a storage it is an in-memory double of itself, for tests and previews:
/// ```swift
/// let keychain = Keychain()
/// try await keychain.set(string: "abc", for: "token")
/// try await keychain.string(for: "token")  // => "abc"
/// ```
/// Use one keychain for one storage: what others change there is not seen while a value is cached.
/// Values that were read or written stay in memory until they are removed or the keychain is gone.
/// Keys are told apart byte by byte; the empty key is a key as any other.
public actor Keychain {
  private let storage: (any KeychainStorage)?
  private var cache = KeychainCache()

  /// Makes a keychain in front of the storage, or one in memory; touches neither yet.
  public init(storage: (any KeychainStorage)? = nil) {
    self.storage = storage
  }

  /// Reads the bytes of a key; nil when it holds none.
  ///
  /// Costs a dictionary look-up when the value is cached, else one read of the storage.
  ///
  /// - Throws: the error of the storage, when no value of the key is known.
  public func data(for key: String) throws -> Data? {
    guard let storage else { return cache.lastKnownData(for: key) }
    if let data = cache.certainData(for: key) { return data }
    do {
      cache.record(try storage.data(for: key), for: key)
      return cache.lastKnownData(for: key)
    } catch {
      // Whatever is known here is in doubt, else it had been returned above.
      guard let data = cache.lastKnownData(for: key) else { throw error }
      return data
    }
  }

  /// Stores the bytes, in place of what the key held before.
  ///
  /// Costs one write to the storage.
  ///
  /// - Throws: the error of the storage. The next read finds out which of the two values it holds.
  public func set(data: Data, for key: String) throws {
    try change(key, to: data) { try $0.set(data: data, for: key) }
  }

  /// Removes the key with what it holds, of whatever form; a missing key is not an error.
  ///
  /// Costs one removal in the storage.
  ///
  /// - Throws: the error of the storage. The next read finds out whether the value is still there.
  public func removeData(for key: String) throws {
    try change(key, to: nil) { try $0.removeData(for: key) }
  }

  /// Removes all keys, those included that this keychain has never seen.
  ///
  /// Costs one reset of the storage, and a pass over the cached values.
  ///
  /// - Throws: the error of the storage. The next read of each key finds out what is left of it.
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
