/// The registry: finds the `FakeInstance` behind an identity that is not one itself.
///
/// Lock-protected, in a few parts, so that tests in parallel do not wait for each other. A string or
/// any other value is kept until it is torn down, or until its scope is long over and all its functions
/// throw; one that is torn down within its scope stays until that ends where a function cannot throw. An
/// object is held weakly: what a dead one left is never taken for that of a later object at the same
/// address, and is freed once its part has doubled.
@usableFromInline
package enum FakedFunctionHolder {
  private static let parts = (0..<16).map { _ in Locked(RegistryPart()) }

  @usableFromInline
  static func instance(of identity: FakeIdentity, owner: AnyObject?) -> FakeInstance {
    let part = parts[identity.part]
    if let known = part.withLock({ $0.find(identity, owner) }) { return known }
    let new = RegisteredInstance(FakeInstance(identity: identity), owner: owner)
    let (instance, _) = part.withLock { $0.add(new, for: identity) }
    if instance === new.instance { instance.joinCurrentScope() }
    return instance
  }

  /// Forgets an instance, unless another has taken its place.
  static func remove(_ instance: FakeInstance) {
    guard let identity = instance.identity,
      parts[identity.part].withLock({ $0.remove(instance, of: identity) }) != nil
    else { return }
    forgetValue(of: identity)
  }

  /// Frees what dead objects left; the registry does so by itself each time a part has doubled.
  package static func sweep() {
    for part in parts { _ = part.withLock { $0.removeDead() } }
  }
}

extension FakeIdentity {
  /// Which part of the registry has it; found without a whole hash, which the part makes.
  fileprivate var part: Int {
    switch self {
    case .string(let string, _):
      Int(string.utf8.withContiguousStorageIfAvailable { $0.last ?? 0 } ?? 0) & 15
    case .object(let object): Int(bitPattern: object) >> 5 & 15
    case .value(let hash, _): hash & 15
    }
  }
}

/// What one identity has in the registry.
private final class RegisteredInstance {
  let instance: FakeInstance
  private(set) weak var owner: AnyObject?
  let hasOwner: Bool

  init(_ instance: FakeInstance, owner: AnyObject?) {
    self.instance = instance
    self.owner = owner
    hasOwner = owner != nil
  }

  /// Whether it is of that object, or of a value, which has none.
  func isOf(_ owner: AnyObject?) -> Bool { !hasOwner || self.owner === owner }
}

/// One part of the registry; guarded by its lock.
private struct RegistryPart {
  private(set) var entries: [FakeIdentity: RegisteredInstance] = [:] { didSet { latest = nil } }
  /// What was found last; most calls are of the fake that was called before, and need no hash then.
  private var latest: (identity: FakeIdentity, entry: RegisteredInstance)?
  private var countAfterSweep = 8

  mutating func find(_ identity: FakeIdentity, _ owner: AnyObject?) -> FakeInstance? {
    if latest?.identity != identity { latest = entries[identity].map { (identity, $0) } }
    guard let entry = latest?.entry, entry.isOf(owner) else { return nil }
    return entry.instance
  }

  /// Adds an entry, unless another thread was faster; gives the instance that counts, and hands over
  /// what dead objects left.
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

  /// Takes out what dead objects left, and hands it over together with the living owners: the last
  /// reference to one of these may be the one that was needed to look.
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
