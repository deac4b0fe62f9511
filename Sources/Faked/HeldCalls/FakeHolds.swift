/// The held calls of one function, without its types.
protocol AnyHeldCalls: AnyObject, Sendable {
  var function: FunctionLabel { get }
  /// A Boolean value that indicates whether no call waits for the test.
  var isEmpty: Bool { get }
  /// The waiting calls and the expired calls, each with the line of its hold.
  var texts: [String] { get }
  func release(because reason: ReleaseReason)
}

/// A reference to a hold that doesn't keep it alive. Its stub, its calls, and the test do.
struct WeakHold {
  weak var calls: (any AnyHeldCalls)?
}

extension FakeInstance {
  /// Adds a hold, and removes the holds that no longer exist.
  func add(_ hold: any AnyHeldCalls) {
    // A read of a weak reference may create the last strong reference, so release the holds outside the lock.
    _ = state.contents.withLock { state in
      let living = state.holds.compactMap(\.calls)
      state.holds = (living + [hold]).map(WeakHold.init)
      return living
    }
  }

  private var holds: [any AnyHeldCalls] { state.contents.withLock { $0.holds.compactMap(\.calls) } }

  /// A Boolean value that indicates whether a call waits for the test.
  var holdsCalls: Bool { holds.contains { !$0.isEmpty } }

  /// The texts of the calls that were not resumed, of this fake and of all other fakes of its scope.
  ///
  /// They include expired calls, because a call may expire just before a wait does.
  package var heldCalls: [String] {
    let scope = state.scope ?? TestScope.ofTask
    let others = scope?.members.fakes.filter { $0 != self } ?? []
    return ([self] + others).flatMap(\.holds).flatMap(\.texts)
  }

  /// Releases the held calls of all functions, or of those with a name.
  func releaseHeldCalls(named name: String? = nil, because reason: ReleaseReason) {
    func isMeant(_ hold: any AnyHeldCalls) -> Bool { name == nil || hold.function.name == name }
    let holds = state.contents.withLock { state in
      let holds = state.holds.compactMap(\.calls)
      state.holds = holds.filter { !isMeant($0) }.map(WeakHold.init)
      return holds
    }
    for hold in holds where isMeant(hold) { hold.release(because: reason) }
  }
}
