/// The registry: finds the `FakeInstance` behind an identity that is not one itself.
///
/// Lock-protected and split into shards, so that tests in parallel do not wait for each other. A
/// string or any other value is kept until it is torn down. An object is held weakly: what a dead one
/// left is never taken for that of a later object at the same address, and a sweep frees it.
@usableFromInline
package enum FakedFunctionHolder {
  private static let strings = Shards<String, FakeInstance>()
  private static let values = Shards<AnyHashable, FakeInstance>()
  private static let objects = Shards<ObjectIdentifier, OwnedInstance>()

  /// How many instances the registry holds at the moment, those of dead objects included.
  package static var instanceCount: Int { strings.count + values.count + objects.count }

  @usableFromInline
  static func instance(ofString id: String) -> FakeInstance {
    strings.value(for: id, orMake: FakeInstance(identity: .string(id)))
  }

  @usableFromInline
  static func instance(ofValue id: AnyHashable) -> FakeInstance {
    values.value(for: id, orMake: FakeInstance(identity: .value(id)))
  }

  @usableFromInline
  static func instance(ofObject owner: AnyObject) -> FakeInstance {
    let id = Hashed(ObjectIdentifier(owner))
    let (instance, dead) = objects.shard(of: id).withLock { shard -> (FakeInstance, Any?) in
      if let entry = shard.entries[id], entry.owner === owner { return (entry.instance, nil) }
      let entry = OwnedInstance(owner: owner)
      let replaced = shard.entries.updateValue(entry, forKey: id)
      return (entry.instance, (replaced, shard.hasDoubled ? shard.removeDead() : nil))
    }
    // What a dead object left holds values of the user, so it ends where no lock is held.
    _ = consume dead
    return instance
  }

  /// Forgets an instance, unless another has taken its place.
  static func remove(_ instance: FakeInstance) {
    switch instance.identity {
    case .string(let string): strings.remove(string) { $0 === instance }
    case .value(let value): values.remove(value) { $0 === instance }
    case .object(let object): objects.remove(object) { $0.instance === instance }
    case nil: break
    }
  }

  /// Frees what dead objects left; the registry does so by itself each time it has doubled.
  package static func sweep() {
    for shard in objects.shards {
      let dead = shard.withLock { $0.removeDead() }
      _ = consume dead
    }
  }
}

/// What an object without an identity of its own was taught and asked, for as long as it lives.
///
/// A class, because a copy of a weak reference costs more than all else in a look-up.
private final class OwnedInstance {
  private(set) weak var owner: AnyObject?
  let instance: FakeInstance

  init(owner: AnyObject) {
    self.owner = owner
    instance = FakeInstance(identity: .object(ObjectIdentifier(owner)))
  }
}

/// A dictionary in parts, each with a lock of its own.
private struct Shards<Key: Hashable, Value>: Sendable {
  let shards = (0..<64).map { _ in Locked(Shard<Key, Value>()) }

  var count: Int { shards.reduce(0) { $0 + $1.withLock { $0.entries.count } } }

  func shard(of key: Hashed<Key>) -> Locked<Shard<Key, Value>> { shards[key.hash & 63] }

  func value(for key: Key, orMake make: @autoclosure () -> Value) -> Value {
    let key = Hashed(key)
    return shard(of: key).withLock { shard in
      if let value = shard.entries[key] { return value }
      let value = make()
      shard.entries[key] = value
      return value
    }
  }

  func remove(_ key: Key, where isMeant: (Value) -> Bool) {
    let key = Hashed(key)
    let removed = shard(of: key).withLock { shard in
      shard.entries[key].map(isMeant) == true ? shard.entries.removeValue(forKey: key) : nil
    }
    _ = consume removed
  }
}

private struct Shard<Key: Hashable, Value> {
  var entries: [Hashed<Key>: Value] = [:]
  var countAfterSweep = 8
}

/// A key that is hashed once, for the choice of the shard and for its dictionary.
private struct Hashed<Key: Hashable>: Hashable {
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

extension Shard where Value == OwnedInstance {
  var hasDoubled: Bool { entries.count >= 2 * countAfterSweep }

  /// Takes out the entries of dead objects, and hands them over together with the living owners: the
  /// last reference to one of those may be the one that was needed to look.
  mutating func removeDead() -> Any? {
    var touched: [Any] = []
    entries = entries.filter { _, entry in
      guard let owner = entry.owner else {
        touched.append(entry)
        return false
      }
      touched.append(owner)
      return true
    }
    countAfterSweep = max(8, entries.count)
    return touched
  }
}
