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
