extension FakedFunctionHolder {
  /// The values that are identities, by their hash; the place of one is its number.
  ///
  /// Unchecked, because an `InstanceID` is `Sendable` by requirement, and `AnyHashable` forgets that.
  private struct Value: @unchecked Sendable {
    let id: AnyHashable
    let fake: ObjectIdentifier
  }

  private static let values = Locked<[Int: [Value]]>([:])

  /// The instance of an identity of any type. Its `==` is user code, so it runs on a copy, with no lock
  /// held.
  @usableFromInline
  static func instance(ofValue id: AnyHashable, _ fake: ObjectIdentifier) -> FakeInstance {
    let hash = id.hashValue
    while true {
      let known = values.withLock { $0[hash] ?? [] }
      if let number = known.firstIndex(where: { $0.fake == fake && $0.id == id }) {
        return instance(of: .value(hash: hash, number: number), owner: nil)
      }
      let isAdded = values.withLock { values in
        // Another thread may have added the same one meanwhile.
        guard values[hash, default: []].count == known.count else { return false }
        values[hash, default: []].append(Value(id: id, fake: fake))
        return true
      }
      if isAdded { return instance(of: .value(hash: hash, number: known.count), owner: nil) }
    }
  }
}
