/// The registry: finds the `FakeInstance` behind an identity that is not one itself.
///
/// Lock-protected and split into shards, so that tests in parallel do not wait for each other. A
/// string or any other value is kept until it is torn down. An object is held weakly: what a dead one
/// left is never taken for that of a later object at the same address, and a sweep frees it.
@usableFromInline
package enum FakedFunctionHolder {
  private static let strings = Shards<String, FakeInstance>()
  private static let values = ValueInstances()
  private static let objects = Shards<ObjectIdentifier, OwnedInstance>()

  /// How many instances the registry holds at the moment, those of dead objects included.
  package static var instanceCount: Int { strings.count + values.count + objects.count }

  @usableFromInline
  static func instance(ofString id: String) -> FakeInstance {
    let key = Hashed(id)
    let (instance, isNew) = strings.shard(of: key).withLock { shard -> (FakeInstance, Bool) in
      if let instance = shard.entries[key] { return (instance, false) }
      let instance = FakeInstance(identity: .string(id))
      shard.entries[key] = instance
      return (instance, true)
    }
    if isNew { instance.joinCurrentScope() }
    return instance
  }

  @usableFromInline
  static func instance(ofValue id: AnyHashable) -> FakeInstance { values.instance(of: id) }

  @usableFromInline
  static func instance(ofObject owner: AnyObject) -> FakeInstance {
    let id = Hashed(ObjectIdentifier(owner))
    let (found, dead) = objects.shard(of: id).withLock { shard -> (FakeInstance?, Any?) in
      if let entry = shard.entries[id], entry.owner === owner { return (entry.instance, nil) }
      return (nil, shard.hasDoubled ? shard.removeDead() : nil)
    }
    if let found { return found }
    // What dead objects left holds values of the user, so it ends where no lock is held.
    withExtendedLifetime(dead) {}
    let entry = OwnedInstance(owner: owner)
    let (instance, replaced) = objects.shard(of: id).withLock {
      shard -> (FakeInstance, OwnedInstance?) in
      if let other = shard.entries[id], other.owner === owner { return (other.instance, nil) }
      return (entry.instance, shard.entries.updateValue(entry, forKey: id))
    }
    withExtendedLifetime(replaced) {}
    instance.joinCurrentScope()
    return instance
  }

  /// Forgets an instance, unless another has taken its place.
  static func remove(_ instance: FakeInstance) {
    switch instance.identity {
    case .string(let string): strings.remove(string) { $0 === instance }
    case .value(let value): values.remove(instance, of: value)
    case .object(let object): objects.remove(object) { $0.instance === instance }
    case nil: break
    }
  }

  /// Frees what dead objects left; the registry does so by itself each time it has doubled.
  package static func sweep() {
    for shard in objects.shards {
      let dead = shard.withLock { $0.removeDead() }
      withExtendedLifetime(dead) {}
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

  func remove(_ key: Key, where isMeant: (Value) -> Bool) {
    let key = Hashed(key)
    let removed = shard(of: key).withLock { shard in
      shard.entries[key].map(isMeant) == true ? shard.entries.removeValue(forKey: key) : nil
    }
    withExtendedLifetime(removed) {}
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

/// The instances of identities that are values of any type.
///
/// Their `==` is user code, so it runs on a copy of the few that have the same hash, with no lock held.
private final class ValueInstances: Sendable {
  private typealias Entry = (id: AnyHashable, instance: FakeInstance)
  private let entries = Locked<[Int: [Entry]]>([:])

  var count: Int { entries.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  func instance(of id: AnyHashable) -> FakeInstance {
    let hash = id.hashValue
    while true {
      let seen = entries.withLock { $0[hash] ?? [] }
      if let entry = seen.first(where: { $0.id == id }) { return entry.instance }
      let instance = FakeInstance(identity: .value(id))
      let isAdded = entries.withLock { entries in
        // Another thread may have added the same one meanwhile.
        guard entries[hash]?.count ?? 0 == seen.count else { return false }
        entries[hash, default: []].append((id, instance))
        return true
      }
      if isAdded {
        instance.joinCurrentScope()
        return instance
      }
    }
  }

  func remove(_ instance: FakeInstance, of id: AnyHashable) {
    let hash = id.hashValue
    let removed = entries.withLock { entries in
      defer {
        entries[hash]?.removeAll { $0.instance === instance }
        if entries[hash]?.isEmpty == true { entries[hash] = nil }
      }
      return entries[hash]
    }
    withExtendedLifetime(removed) {}
  }
}
