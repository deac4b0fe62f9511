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
    let words = Words(of: id)
    if let instance = strings.recent.find(words, { $0 }) { return instance }
    let key = Hashed(id)
    let (instance, isNew, replaced) = strings.shard(of: key).withLock { shard in
      let known = shard.entries[key]
      let instance = known ?? FakeInstance(identity: .string(id))
      if known == nil { shard.entries[key] = instance }
      // An equal string with words of its own is looked up by its text each time.
      let isKept = instance.identity?.words == words
      return (instance, known == nil, isKept ? strings.recent.keep(instance, for: words) : nil)
    }
    withExtendedLifetime(replaced) {}
    if isNew { instance.joinCurrentScope() }
    return instance
  }

  @usableFromInline
  static func instance(ofValue id: AnyHashable) -> FakeInstance { values.instance(of: id) }

  @usableFromInline
  static func instance(ofObject object: Unmanaged<AnyObject>) -> FakeInstance {
    let words = Words(ofObject: UInt(bitPattern: object.toOpaque()))
    // Only the object itself is at its address now, so the owner is that one or gone.
    if let known = objects.recent.find(words, { $0.owner == nil ? nil : $0.instance }) {
      return known
    }
    return object._withUnsafeGuaranteedRef { instance(of: $0, words) }
  }

  private static func instance(of owner: AnyObject, _ words: Words) -> FakeInstance {
    let key = Hashed(ObjectIdentifier(owner))
    let (found, gone) = objects.shard(of: key).withLock { shard -> (FakeInstance?, [AnyObject?]) in
      if let entry = shard.entries[key], entry.owner === owner {
        return (entry.instance, [objects.recent.keep(entry, for: words)])
      }
      return (nil, shard.hasDoubled ? objects.removeDead(from: &shard) : [])
    }
    // What dead objects left holds values of the user, so it ends where no lock is held.
    withExtendedLifetime(gone) {}
    if let found { return found }
    let entry = OwnedInstance(owner: owner)
    let (instance, replaced) = objects.shard(of: key).withLock {
      shard -> (FakeInstance, [AnyObject?]) in
      if let other = shard.entries[key], other.owner === owner { return (other.instance, []) }
      let replaced = shard.entries.updateValue(entry, forKey: key)
      return (entry.instance, [replaced, objects.recent.keep(entry, for: words)])
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
      let dead = shard.withLock { objects.removeDead(from: &$0) }
      withExtendedLifetime(dead) {}
    }
  }
}
