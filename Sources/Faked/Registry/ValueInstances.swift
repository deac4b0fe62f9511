/// The instances of identities that are values of any type.
///
/// Their `==` is user code, so it runs on a copy of the few that have the same hash, with no lock held.
final class ValueInstances: Sendable {
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
