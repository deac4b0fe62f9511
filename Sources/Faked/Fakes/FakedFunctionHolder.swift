/// The registry: finds the `FakeInstance` of a fake whose identity is a different value.
///
/// The registry has several locks, so that parallel tests don't wait for each other. It keeps a string or another
/// value until the end of its scope and, if all functions of the fake can throw any error, for a grace period after it.
/// Without a scope, it keeps the value until the fake is torn down.
/// An object is referenced weakly: a later object at the same address never gets the state of an earlier one. The
/// state of deallocated objects is freed each time a part of the registry has doubled.
@usableFromInline
package enum FakedFunctionHolder {
  private static let parts = (0..<16).map { _ in Locked(RegistryPart()) }

  @usableFromInline
  static func instance(of identity: FakeIdentity, owner: AnyObject?) -> FakeInstance {
    let part = parts[identity.part]
    if let known = part.withLock({ $0.find(identity, owner) }) { return known }
    let new = RegisteredInstance(FakeInstance(identity: identity), owner: owner)
    var (instance, gone) = part.withLock { $0.add(new, for: identity) }
    CurrentScheduler.releaseOutside(&gone)
    if instance === new.instance { instance.joinCurrentScope() }
    return instance
  }

  /// Removes an instance, unless another one has replaced it.
  static func remove(_ instance: FakeInstance) {
    guard let identity = instance.identity else { return }
    if case .value(let hash) = identity { return removeValue(of: instance, hash: hash) }
    _ = parts[identity.part].withLock { $0.remove(instance, of: identity) }
  }

  /// Frees the state of deallocated objects. The registry does so itself each time a part has doubled.
  package static func sweep() {
    for part in parts {
      var gone = part.withLock { $0.removeDead() }
      CurrentScheduler.releaseOutside(&gone)
    }
  }
}

extension FakeIdentity {
  /// The part of the registry for the key. A few bits are enough here; the part itself computes a hash.
  fileprivate var part: Int {
    switch self {
    case .string(let string, _):
      Int(string.utf8.withContiguousStorageIfAvailable { $0.last ?? 0 } ?? 0) & 15
    case .object(let object): Int(bitPattern: object) >> 5 & 15
    case .value(let hash): hash & 15
    }
  }
}

/// The entry of one identity in the registry.
private final class RegisteredInstance {
  let instance: FakeInstance
  private(set) weak var owner: AnyObject?
  let hasOwner: Bool

  init(_ instance: FakeInstance, owner: AnyObject?) {
    self.instance = instance
    self.owner = owner
    hasOwner = owner != nil
  }

  /// Returns a Boolean value that indicates whether the entry is valid for an owner. An entry without an owner is always
  /// valid.
  func isOf(_ owner: AnyObject?) -> Bool { !hasOwner || self.owner === owner }
}

/// One part of the registry; guarded by its lock.
private struct RegistryPart {
  private(set) var entries: [FakeIdentity: RegisteredInstance] = [:] { didSet { latest = nil } }
  /// The entry that was found last. Most calls go to the same fake as the previous call, and need no hash.
  private var latest: (identity: FakeIdentity, entry: RegisteredInstance)?
  private var countAfterSweep = 8

  mutating func find(_ identity: FakeIdentity, _ owner: AnyObject?) -> FakeInstance? {
    if latest?.identity != identity { latest = entries[identity].map { (identity, $0) } }
    guard let entry = latest?.entry, entry.isOf(owner) else { return nil }
    return entry.instance
  }

  /// Adds an entry, unless another thread has added one. Returns the valid instance, and the removed state.
  mutating func add(
    _ entry: RegisteredInstance, for identity: FakeIdentity
  ) -> (FakeInstance, gone: [AnyObject]) {
    let replaced = entries.updateValue(entry, forKey: identity)
    if let replaced, replaced.isOf(entry.owner) {
      entries[identity] = replaced
      return (replaced.instance, [entry])
    }
    let gone = entries.count >= 2 * countAfterSweep ? removeDead() : []
    return (entry.instance, (replaced.map { [$0] } ?? []) + gone)
  }

  mutating func remove(
    _ instance: FakeInstance, of identity: FakeIdentity
  ) -> RegisteredInstance? {
    guard let index = entries.index(forKey: identity), entries[index].value.instance === instance
    else { return nil }
    return entries.remove(at: index).value
  }

  /// Removes and returns the state of deallocated objects. Also returns the other owners: reading a weak reference may
  /// create the last strong reference.
  mutating func removeDead() -> [AnyObject] {
    var gone: [AnyObject] = []
    for (identity, entry) in entries where entry.hasOwner {
      if let owner = entry.owner {
        gone.append(owner)
      } else {
        gone.append(entry)
        entries[identity] = nil
      }
    }
    countAfterSweep = max(8, entries.count)
    return gone
  }
}

/// The key of a fake in the registry: the type of the fake and its identity, so that two types with the same string
/// are two fakes.
@usableFromInline
enum FakeIdentity: Hashable, Sendable {
  case string(String, ObjectIdentifier)
  case object(ObjectIdentifier)
  /// Any other value. Its own `==` is user code, which must not run under the lock of the registry.
  case value(hash: Int)

  /// Hashes only the value that distinguishes most fakes, because hashing is a large part of the cost of a lookup.
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let string, _): hasher.combine(string)
    case .object(let object): hasher.combine(object)
    case .value(let hash): hasher.combine(hash)
    }
  }
}

extension FakedFunctionHolder {
  /// The instance of an identity that is neither a string nor an object.
  ///
  /// Unchecked, because `AnyHashable` is not `Sendable`. The identities are: `InstanceID` requires it.
  private struct Value: @unchecked Sendable {
    let id: AnyHashable
    let fake: ObjectIdentifier
    let instance: FakeInstance
  }

  /// The instances by the hashes of their identities.
  private static let values = Locked<[Int: [Value]]>([:])

  /// Returns the instance of an identity of any type. Its `==` is user code, so it runs on a copy, with no lock held.
  @usableFromInline
  static func instance(ofValue id: AnyHashable, _ fake: ObjectIdentifier) -> FakeInstance {
    let hash = id.hashValue
    while true {
      let known = values.withLock { $0[hash] ?? [] }
      if let value = known.first(where: { $0.fake == fake && $0.id == id }) {
        return value.instance
      }
      let new = Value(id: id, fake: fake, instance: FakeInstance(identity: .value(hash: hash)))
      let isAdded = values.withLock { values in
        // Another thread may have added the same identity in the meantime. The next lookup finds it.
        guard values[hash, default: []].map(\.instance) == known.map(\.instance) else {
          return false
        }
        values[hash, default: []].append(new)
        return true
      }
      if isAdded {
        new.instance.joinCurrentScope()
        return new.instance
      }
    }
  }

  private static func removeValue(of instance: FakeInstance, hash: Int) {
    _ = values.withLock { values in
      let old = values[hash]
      let rest = old?.filter { $0.instance !== instance } ?? []
      values[hash] = rest.isEmpty ? nil : rest
      return old
    }
  }
}
