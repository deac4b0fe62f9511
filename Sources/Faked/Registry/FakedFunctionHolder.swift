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
  static func instance(of identity: FakeIdentity) -> FakeInstance {
    switch identity {
    case .token(let instance): instance
    case .string(let string):
      strings.value(for: string, orMake: FakeInstance(key: .string(string)))
    case .value(let value): values.value(for: value, orMake: FakeInstance(key: .value(value)))
    case .object(let owner): instance(ownedBy: owner)
    }
  }

  /// The instance of an identity, if it has one.
  static func existing(_ identity: FakeIdentity) -> FakeInstance? {
    switch identity {
    case .token(let instance): instance
    case .string(let string): strings.current(string)
    case .value(let value): values.current(value)
    case .object(let owner): objects.current(ObjectIdentifier(owner))?.instance
    }
  }

  /// Forgets an instance, unless another has taken its place.
  static func remove(_ instance: FakeInstance) {
    switch instance.key {
    case .string(let string): strings.remove(string) { $0 === instance }
    case .value(let value): values.remove(value) { $0 === instance }
    case .object(let object): objects.remove(object) { $0.instance === instance }
    case nil: break
    }
  }

  /// Frees what dead objects left; the registry does so by itself each time it has doubled.
  package static func sweep() {
    for shard in objects.shards { release(shard.withLock { $0.removeDead() }) }
  }

  private static func instance(ownedBy owner: AnyObject) -> FakeInstance {
    let id = ObjectIdentifier(owner)
    let (instance, dead) = objects.shard(of: id).withLock { shard -> (FakeInstance, Any?) in
      if let entry = shard.entries[id], entry.owner === owner { return (entry.instance, nil) }
      let entry = OwnedInstance(owner: owner)
      let replaced = shard.entries.updateValue(entry, forKey: id)
      return (entry.instance, (replaced, shard.hasDoubled ? shard.removeDead() : nil))
    }
    release(dead)
    return instance
  }

  /// Ends the life of what a dead object left, which is user code, where no lock is held.
  private static func release(_ dead: consuming Any?) {}
}

/// What an object without an identity of its own was taught and asked, for as long as it lives.
private struct OwnedInstance {
  weak var owner: AnyObject?
  let instance: FakeInstance

  init(owner: AnyObject) {
    self.owner = owner
    instance = FakeInstance(key: .object(ObjectIdentifier(owner)))
  }
}

/// A dictionary in parts, each with a lock of its own.
private struct Shards<Key: Hashable, Value>: Sendable {
  let shards = (0..<64).map { _ in Locked(Shard<Key, Value>()) }

  var count: Int { shards.reduce(0) { $0 + $1.withLock { $0.entries.count } } }

  func shard(of key: Key) -> Locked<Shard<Key, Value>> { shards[key.hashValue & 63] }

  func value(for key: Key, orMake make: @autoclosure () -> Value) -> Value {
    shard(of: key).withLock { shard in
      if let value = shard.entries[key] { return value }
      let value = make()
      shard.entries[key] = value
      return value
    }
  }

  func current(_ key: Key) -> Value? { shard(of: key).withLock { $0.entries[key] } }

  func remove(_ key: Key, where isMeant: (Value) -> Bool) {
    let removed = shard(of: key).withLock { shard in
      shard.entries[key].map(isMeant) == true ? shard.entries.removeValue(forKey: key) : nil
    }
    _ = consume removed
  }
}

private struct Shard<Key: Hashable, Value> {
  var entries: [Key: Value] = [:]
  var countAfterSweep = 8
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
