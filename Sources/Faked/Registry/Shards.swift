/// A dictionary in parts, each with a lock of its own, and with the entries in front that were looked for last.
struct Shards<Key: Hashable & WordedKey, Entry: AnyObject>: Sendable {
  let shards = (0..<64).map { _ in Locked(Shard<Key, Entry>()) }
  let recent = RecentEntries<Entry>()

  var count: Int { shards.reduce(0) { $0 + $1.withLock { $0.entries.count } } }

  func shard(of key: Hashed<Key>) -> Locked<Shard<Key, Entry>> { shards[key.hash & 63] }

  func remove(_ key: Key, where isMeant: (Entry) -> Bool) {
    let key = Hashed(key)
    let removed = shard(of: key).withLock { shard -> [AnyObject?] in
      guard let entry = shard.entries[key], isMeant(entry) else { return [] }
      shard.entries[key] = nil
      return [entry, recent.forget(entry, for: key.key.words)]
    }
    withExtendedLifetime(removed) {}
  }
}

struct Shard<Key: Hashable, Entry> {
  var entries: [Hashed<Key>: Entry] = [:]
  var countAfterSweep = 8
}

/// A key that is hashed once, for the choice of the shard and for its dictionary.
struct Hashed<Key: Hashable>: Hashable {
  let key: Key
  let hash: Int

  init(_ key: Key) {
    self.key = key
    hash = key.hashValue
  }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.key == right.key
  }
  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// What an object without an identity of its own was taught and asked, for as long as it lives.
///
/// A class, because a copy of a weak reference costs more than all else in a look-up.
final class OwnedInstance {
  private(set) weak var owner: AnyObject?
  let instance: FakeInstance

  init(owner: AnyObject) {
    self.owner = owner
    instance = FakeInstance(identity: .object(ObjectIdentifier(owner)))
  }
}

extension Shard where Entry == OwnedInstance {
  var hasDoubled: Bool { entries.count >= 2 * countAfterSweep }
}

extension Shards where Key == ObjectIdentifier, Entry == OwnedInstance {
  /// Takes out the entries of dead objects, and hands them over together with the living owners: the
  /// last reference to one of those may be the one that was needed to look.
  func removeDead(from shard: inout Shard<Key, Entry>) -> [AnyObject?] {
    var touched: [AnyObject?] = []
    shard.entries = shard.entries.filter { key, entry in
      guard let owner = entry.owner else {
        touched += [entry, recent.forget(entry, for: key.key.words)]
        return false
      }
      touched.append(owner)
      return true
    }
    shard.countAfterSweep = max(8, shard.entries.count)
    return touched
  }
}
