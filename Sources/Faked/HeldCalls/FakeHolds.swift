/// The held calls of one function, whatever its types.
protocol AnyHeldCalls: AnyObject, Sendable {
  var function: FunctionLabel { get }
  /// A Boolean value that indicates whether no call waits for the test.
  var isEmpty: Bool { get }
  /// The calls that wait, and those that were not resumed in time, each with the line of its hold.
  var texts: [String] { get }
  func release(_ release: HeldCallsRelease)
}

/// A hold that lives as long as its stub, one of its calls, or the test keeps it.
struct WeakHold {
  weak var calls: (any AnyHeldCalls)?
}

extension FakeInstance {
  /// Adds a hold, and removes the holds that no longer exist.
  func add(_ hold: any AnyHeldCalls) {
    // Reading a weak reference may leave the last strong one, so the holds end when the lock is free.
    _ = state.contents.withLock { state in
      let living = state.holds.compactMap(\.calls)
      state.holds = (living + [hold]).map(WeakHold.init)
      return living
    }
  }

  private var holds: [any AnyHeldCalls] { state.contents.withLock { $0.holds.compactMap(\.calls) } }

  /// A Boolean value that indicates whether a call waits for the test.
  var holdsCalls: Bool { holds.contains { !$0.isEmpty } }

  /// The calls that nobody resumed, of this fake and of all others of its scope, as texts.
  ///
  /// They include calls that were not resumed in time: their time may end just before that of a wait.
  package var heldCalls: [String] {
    let scope = state.scope ?? TestScope.current
    let others = scope?.members.fakes.filter { $0 != self } ?? []
    return ([self] + others).flatMap(\.holds).flatMap(\.texts)
  }

  /// Releases the held calls of all functions, or of those with a name.
  func releaseHeldCalls(named name: String? = nil, _ release: HeldCallsRelease) {
    func isMeant(_ hold: any AnyHeldCalls) -> Bool { name == nil || hold.function.name == name }
    let holds = state.contents.withLock { state in
      let holds = state.holds.compactMap(\.calls)
      state.holds = holds.filter { !isMeant($0) }.map(WeakHold.init)
      return holds
    }
    for hold in holds where isMeant(hold) { hold.release(release) }
  }
}
