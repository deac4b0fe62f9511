import Faked

/// The places in the user's code at which a task continues after an `await`.
///
/// A call that never suspends returns without any job of the scheduler. But after each `await`, the compiler makes the
/// task switch to its executor, even if it already runs there. At this switch, an exploration can interrupt the task.
package final class AwaitPoints: Sendable {
  private struct State {
    /// The names of the fakes that the exploration has called.
    var calledFakes: Set<String> = []
    /// The fakes whose functions are no such places, because they only forward calls. `nil` before the first lookup.
    var excludedFakes: Set<String>?
    var known: [UInt: Bool] = [:]
  }

  private let state = Locked(State())

  private init() {}

  /// Creates the places of one exploration. `nil` if the system doesn't show switches or the functions of addresses.
  package static func make() -> AwaitPoints? {
    ActorCalls.isInstalled && Symbolicator.isSupported ? AwaitPoints() : nil
  }

  /// Records a call of a fake. Its functions are excluded if that was their first call before the first lookup, so that
  /// all later runs have the same places.
  func add(_ fake: Any.Type) {
    let name = SymbolName.baseName(of: fake)
    state.withLock { _ = $0.calledFakes.insert(name) }
  }

  /// Also excludes the functions of the fakes that were called later. Returns `false` if there are none.
  func excludeLaterFakes() -> Bool {
    state.withLock { state in
      guard let excluded = state.excludedFakes, excluded != state.calledFakes else { return false }
      state.excludedFakes = nil
      state.known = [:]
      return true
    }
  }

  /// Returns `false` if an address is known not to be such a place.
  func mayContain(_ address: UInt) -> Bool { state.withLock { $0.known[address] } != false }

  /// Returns a Boolean value that indicates whether an address is such a place.
  ///
  /// The first lookup walks the stack, which is impossible while a task switches its executor.
  func contains(_ address: UInt) -> Bool {
    let (known, fakes) = state.withLock { state in
      let fakes = state.excludedFakes ?? state.calledFakes
      state.excludedFakes = fakes
      return (state.known[address], fakes)
    }
    if let known { return known }
    let isOfUser = Symbolicator.symbols(at: CodeAddress(UInt64(address), .resumes)).contains {
      $0.isOfUser && !fakes.contains(where: SymbolName($0.name).mentions)
    }
    state.withLock { $0.known[address] = isOfUser }
    return isOfUser
  }
}
