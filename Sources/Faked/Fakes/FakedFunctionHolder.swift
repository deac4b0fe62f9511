/// The registry: finds the `FakeInstance` of a fake whose identity is a different value.
///
/// The registry has several locks, so that parallel tests don't wait for each other. It keeps a string
/// until the end of its scope and, if all functions of the fake can throw any error, for a grace period after it.
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
    // The work of their deinitializers doesn't belong to the current scheduler.
    CurrentScheduler.outside { gone.removeAll() }
    if instance === new.instance { instance.joinCurrentScope() }
    return instance
  }

  /// Removes an instance, unless another one has replaced it.
  static func remove(_ instance: FakeInstance) {
    guard let identity = instance.identity else { return }
    _ = parts[identity.part].withLock { $0.remove(instance, of: identity) }
  }

  /// Frees the state of deallocated objects. The registry does so itself each time a part has doubled.
  package static func sweep() {
    for part in parts {
      var gone = part.withLock { $0.removeDead() }
      CurrentScheduler.outside { gone.removeAll() }
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
    guard entries[identity]?.instance === instance else { return nil }
    return entries.removeValue(forKey: identity)
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

/// The key of a fake in the registry: an object, or a string and the type of the fake, so that two types with the same
/// string are two fakes.
@usableFromInline
enum FakeIdentity: Hashable, Sendable {
  case string(String, ObjectIdentifier)
  case object(ObjectIdentifier)

  /// Hashes only the value that distinguishes most fakes, because hashing is a large part of the cost of a lookup.
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let string, _): hasher.combine(string)
    case .object(let object): hasher.combine(object)
    }
  }
}
