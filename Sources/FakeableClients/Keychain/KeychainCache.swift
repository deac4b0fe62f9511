import Foundation

/// The values that a keychain has seen in its storage.
///
/// A change that fails may or may not have taken effect, so the cached value is uncertain until the storage
/// responds again. Values that were never seen aren't tracked, because the storage is always asked for them.
///
/// Two keys that differ only in their Unicode spelling (é as one scalar or as two) are one key to a Swift
/// dictionary but two keys to a storage that compares bytes. They share a slot here with one entry each, and a
/// change of one makes the other uncertain, which is correct for both kinds of storage.
struct KeychainCache {
  private struct Entry {
    let key: String
    let data: Data
    var isInDoubt = false

    func isSpelled(_ other: String) -> Bool { key.utf8.elementsEqual(other.utf8) }
  }

  private var slots: [String: [Entry]] = [:]

  /// Returns the value of the key if it is certain.
  func certainData(for key: String) -> Data? {
    entry(for: key).flatMap { $0.isInDoubt ? nil : $0.data }
  }

  /// Returns the last value that is known to have been stored, even if it is uncertain.
  func lastKnownData(for key: String) -> Data? { entry(for: key)?.data }

  /// Records the value that the storage holds for the key, or `nil` if it holds none.
  mutating func record(_ data: Data?, for key: String) {
    doubt(key)
    var slot = slots[key, default: []]
    slot.removeAll { $0.isSpelled(key) }
    // A slice would keep its whole buffer alive, and its indices wouldn't start at 0.
    if let data { slot.append(Entry(key: key, data: Data(data))) }
    slots[key] = slot.isEmpty ? nil : slot
  }

  /// Marks the value of the key as uncertain.
  mutating func doubt(_ key: String) {
    guard var slot = slots[key] else { return }
    for index in slot.indices { slot[index].isInDoubt = true }
    slots[key] = slot
  }

  /// Marks all values as uncertain.
  mutating func doubtAll() {
    for key in slots.keys { doubt(key) }
  }

  /// Records that the storage is empty.
  mutating func removeAll() { slots = [:] }

  private func entry(for key: String) -> Entry? {
    slots[key]?.first { $0.isSpelled(key) }
  }
}
