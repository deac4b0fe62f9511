import Faked

/// The places at which a task of the user's code can be preempted although it does not suspend: where an async function
/// begins, and where it continues after an `await`.
///
/// A call that never suspends returns without any job of the scheduler. But at these places, the compiler makes the task
/// switch to its executor, even if it already runs there.
package final class AwaitPoints: Sendable {
  private struct State {
    /// The names of the fakes that the exploration has called.
    var calledFakes: Set<String> = []
    /// The fakes whose functions are never such places, because they only forward calls. `nil` before the first lookup.
    var excludedFakes: Set<String>?
    var known: [UInt: Bool] = [:]
  }

  private let state: Locked<State>

  private init(_ excludedFakes: Set<String>?) {
    state = Locked(State(excludedFakes: excludedFakes))
  }

  /// Creates the places of one exploration. `nil` if the system doesn't show switches or the functions of addresses.
  ///
  /// - Parameter fakes: The fakes that an earlier exploration excluded. `nil` excludes those that are called before the
  ///   first lookup, so that all runs after it have the same places.
  package static func make(excluding fakes: [String]? = nil) -> AwaitPoints? {
    guard ExecutorSwitches.isInstalled, Symbolicator.isSupported else { return nil }
    return AwaitPoints(fakes.map(Set.init))
  }

  /// The names of the excluded fakes, in alphabetical order.
  var excludedFakes: [String] { state.withLock { $0.excludedFakes ?? [] }.sorted() }

  /// Records a call of a fake.
  func add(_ fake: Any.Type) {
    let name = SymbolName.baseName(of: fake)
    state.withLock { _ = $0.calledFakes.insert(name) }
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
