extension FakedFunctionHolder {
  /// The values that are identities, by their hash and their number. A value is removed with its instance.
  ///
  /// Unchecked, because `AnyHashable` is not `Sendable`. The values are: `InstanceID` requires it.
  private struct Values: @unchecked Sendable {
    struct Value {
      let id: AnyHashable
      let fake: ObjectIdentifier
    }
    var known: [Int: [Int: Value]] = [:]
    var count = 0
  }

  private static let values = Locked(Values())

  /// The instance of an identity of any type. Its `==` is user code, so it runs on a copy, with no lock
  /// held.
  @usableFromInline
  static func instance(ofValue id: AnyHashable, _ fake: ObjectIdentifier) -> FakeInstance {
    let hash = id.hashValue
    while true {
      let known = values.withLock { $0.known[hash] ?? [:] }
      if let (number, _) = known.first(where: { $0.value.fake == fake && $0.value.id == id }) {
        return instance(of: .value(hash: hash, number: number), owner: nil)
      }
      let added = values.withLock { values -> Int? in
        // Another thread may have added the same identity in the meantime. The next lookup finds it.
        guard values.known[hash, default: [:]].keys == known.keys else { return nil }
        values.count += 1
        values.known[hash, default: [:]][values.count] = Values.Value(id: id, fake: fake)
        return values.count
      }
      // Don't look again: a value that isn't equal to itself is never found.
      if let added { return instance(of: .value(hash: hash, number: added), owner: nil) }
    }
  }

  /// Forgets the value of an instance that the registry has forgotten.
  static func forgetValue(of identity: FakeIdentity) {
    guard case .value(let hash, let number) = identity else { return }
    _ = values.withLock { values in
      let value = values.known[hash]?.removeValue(forKey: number)
      if values.known[hash]?.isEmpty == true { values.known[hash] = nil }
      return value
    }
  }
}
