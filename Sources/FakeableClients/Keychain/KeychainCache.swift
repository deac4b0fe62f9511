import Foundation

/// What a keychain knows of its storage: the values seen there, and which of them are in doubt.
///
/// A value is in doubt from a change that failed, which may have taken effect or not, until the
/// storage has answered again. What was never seen needs no doubt: the storage is asked anyway.
///
/// Two keys that differ in spelling alone (é as one scalar or as two) are one key to a Swift
/// dictionary and two to a storage that compares bytes. They share a slot here and have an entry
/// each, and a change of one puts the other in doubt, which is right for both kinds of storage.
struct KeychainCache {
  private struct Entry {
    let key: String
    let data: Data
    var isInDoubt = false

    func isSpelled(_ other: String) -> Bool { key.utf8.elementsEqual(other.utf8) }
  }

  private var slots: [String: [Entry]] = [:]

  /// The value of the key, when it is known beyond doubt.
  func certainData(for key: String) -> Data? {
    entry(for: key).flatMap { $0.isInDoubt ? nil : $0.data }
  }

  /// The last value that is known to have been stored, in doubt or not.
  func lastKnownData(for key: String) -> Data? { entry(for: key)?.data }

  /// Notes what the storage holds now beyond doubt; nil when it holds nothing.
  mutating func record(_ data: Data?, for key: String) {
    doubt(key)
    var slot = slots[key, default: []]
    slot.removeAll { $0.isSpelled(key) }
    // A slice would keep the whole buffer it was cut from, and indices that do not start at 0.
    if let data { slot.append(Entry(key: key, data: Data(data))) }
    slots[key] = slot.isEmpty ? nil : slot
  }

  /// Notes that the key may hold something else by now.
  mutating func doubt(_ key: String) {
    guard var slot = slots[key] else { return }
    for index in slot.indices { slot[index].isInDoubt = true }
    slots[key] = slot
  }

  /// Notes that any key may hold something else by now.
  mutating func doubtAll() {
    for key in slots.keys { doubt(key) }
  }

  /// Notes that the storage holds nothing at all.
  mutating func removeAll() { slots = [:] }

  private func entry(for key: String) -> Entry? {
    slots[key]?.first { $0.isSpelled(key) }
  }
}
