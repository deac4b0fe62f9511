/// The fakes of a scope. The scope doesn't keep them alive.
final class ScopeMembers: Sendable {
  private struct Member {
    weak var fake: FakeInstance?
  }

  private struct State {
    var members: [Member] = []
    var countAfterSweep = 8
  }

  private let state = Locked(State())

  /// The fakes that are alive.
  var fakes: [FakeInstance] { state.withLock { $0.members.compactMap(\.fake) } }

  func add(_ fake: FakeInstance) {
    // A read of a weak reference may create the last strong reference, so release the fakes outside the lock.
    _ = state.withLock { state in
      state.members.append(Member(fake: fake))
      guard state.members.count >= 2 * state.countAfterSweep else { return [FakeInstance]() }
      let living = state.members.compactMap(\.fake)
      state.members = living.map(Member.init)
      state.countAfterSweep = max(8, living.count)
      return living
    }
  }
}

// The calls of the fakes.
extension TestScope {
  /// The index of the latest call of each fake.
  package var latestCalls: [ObjectIdentifier: UInt64] {
    Dictionary(
      members.fakes.map { (ObjectIdentifier($0), $0.state.latestIndex) }, uniquingKeysWith: max)
  }

  /// Returns the names of the fakes of the scope that were called since `latestCalls` was read, sorted.
  package func fakesCalled(since before: [ObjectIdentifier: UInt64]) -> [String] {
    members.fakes.filter { before[ObjectIdentifier($0), default: 0] < $0.state.latestIndex }
      .compactMap(\.state.owner).sorted()
  }

  /// Returns the other fakes of a type that the test uses.
  package func others(like fake: FakeInstance, of type: Any.Type) -> [FakeInstance] {
    members.fakes.filter { $0 !== fake && $0.state.fakeType == type && $0.state.scope === self }
  }
}
