/// The fakes of a scope. The scope doesn't keep them alive.
final class ScopeMembers: Sendable {
  private struct Member {
    weak var fake: FakeInstance?
  }

  private struct State {
    var members: [Member] = []
    var countAfterSweep = 8
    var isClosed = false
  }

  private let state = Locked(State())

  /// The fakes that are alive.
  var fakes: [FakeInstance] { state.withLock { $0.members.compactMap(\.fake) } }

  /// Returns the fakes that are alive. No fake can be added afterward.
  func close() -> [FakeInstance] {
    state.withLock { state in
      state.isClosed = true
      return state.members.compactMap(\.fake)
    }
  }

  /// Adds a fake, unless the scope has ended.
  ///
  /// - Returns: A Boolean value that indicates whether the fake was added.
  func add(_ fake: FakeInstance) -> Bool {
    // A read of a weak reference may create the last strong reference, so release the fakes outside the lock.
    let living = state.withLock { state -> [FakeInstance]? in
      if state.isClosed { return nil }
      state.members.append(Member(fake: fake))
      guard state.members.count >= 2 * state.countAfterSweep else { return [FakeInstance]() }
      let living = state.members.compactMap(\.fake)
      state.members = living.map(Member.init)
      state.countAfterSweep = max(8, living.count)
      return living
    }
    return living != nil
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
