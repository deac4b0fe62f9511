import Faked

/// The points at which a task of the user's code can be preempted although it does not suspend: where an async function
/// begins, and where it continues after an `await`.
///
/// A call that never suspends returns without any job of the scheduler. But at these points, the compiler makes the task
/// switch to its executor, even if it already runs there. So do the functions that wait for a continuation or for an
/// element of a sequence, on behalf of their callers.
package final class AwaitPoints: Sendable {
  private enum Owner { case user, other, languageOnBehalfOfCaller }

  private struct State {
    /// The names of the fakes that the exploration has called.
    var calledFakes: Set<String> = []
    /// The fakes whose functions are never such points, because they only forward calls. `nil` before the first lookup.
    var excludedFakes: Set<String>?
    var known: [UInt: Owner] = [:]
  }

  private let state: Locked<State>

  private init(_ excludedFakes: Set<String>?) {
    state = Locked(State(excludedFakes: excludedFakes))
  }

  /// Creates the points of one exploration. `nil` if the system doesn't show switches or the functions of addresses.
  ///
  /// - Parameter fakes: The fakes that an earlier exploration excluded. `nil` excludes those that are called before the
  ///   first lookup, so that all runs after it have the same points.
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

  /// Returns the address at which a task may be preempted at a switch, without a lookup. `nil` if it is known that it
  /// can't be.
  func candidate(for call: ExecutorSwitch) -> UInt? {
    state.withLock { state in
      switch state.known[call.resumePoint] {
      case .user, nil: call.resumePoint
      case .other: nil
      case .languageOnBehalfOfCaller:
        state.known[call.callerPoint] == .other ? nil : call.callerPoint
      }
    }
  }

  /// Returns the address at which the user's code continues after a switch. `nil` if a task can't be preempted there.
  func address(of call: ExecutorSwitch) -> UInt? {
    switch owner(of: call.resumePoint) {
    case .user: call.resumePoint
    case .other: nil
    case .languageOnBehalfOfCaller: owner(of: call.callerPoint) == .user ? call.callerPoint : nil
    }
  }

  private func owner(of address: UInt) -> Owner {
    let (known, fakes) = state.withLock { state in
      let fakes = state.excludedFakes ?? state.calledFakes
      state.excludedFakes = fakes
      return (state.known[address], fakes)
    }
    if let known { return known }
    let symbols = Symbolicator.symbols(at: CodeAddress(UInt64(address), .resumes))
    let owner: Owner =
      if symbols.contains(where: {
        $0.isOfUser && !fakes.contains(where: SymbolName($0.name).mentions)
      }) {
        .user
      } else {
        symbols.contains(where: \.beginsWait) ? .languageOnBehalfOfCaller : .other
      }
    state.withLock { $0.known[address] = owner }
    return owner
  }
}

extension CodeSymbol {
  /// A Boolean value that indicates whether it is a function of the language that waits for a continuation or for
  /// an element of a sequence.
  fileprivate var beginsWait: Bool {
    mangledName.hasPrefix("faked_continue_wait_")
      || name.hasPrefix("withUnsafe") && SymbolName.isOfStandardLibrary(mangledName)
  }
}
