/// The numbers of the fakes of a scope that have no name, for each type.
final class FakeNumbers: Sendable {
  private let counts = Locked<[ObjectIdentifier: FakeCount]>([:])

  /// Returns the next number for a fake of a type.
  func next(for fake: Any.Type) -> FakeNumber {
    counts.withLock { counts in
      let count = counts[ObjectIdentifier(fake)] ?? FakeCount()
      counts[ObjectIdentifier(fake)] = count
      return FakeNumber(value: count.increment(), count: count)
    }
  }
}

/// The number of a fake among the fakes of its type in its scope, in the order in which they were first used.
@usableFromInline
struct FakeNumber: Sendable {
  fileprivate let value: Int
  fileprivate let count: FakeCount

  /// The number behind the type, or nothing if there is only one fake of the type.
  var text: String { count.value > 1 ? " #\(value)" : "" }
}

/// The number of fakes of one type.
final class FakeCount: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  func increment() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
