extension FakeInstance {
  /// Makes the fake one of the scope that runs here, unless it belongs to one that has not ended.
  ///
  /// A fake that outlived its scope, a static one say, begins anew in the next that uses it. Not under a
  /// lock: what the fake forgets may end values of the user.
  func joinCurrentScope() {
    guard let scope = FakedScope.current, !scope.hasEnded else { return }
    let owner = state.withLock { $0.scope }
    guard owner !== scope, owner?.hasEnded != false, move(from: owner, to: scope) else { return }
    scope.add(self)
    let recorder = scope.recorder
    if recorder != nil { state.withLock { $0.watch.recorder = recorder } }
  }

  /// Begins anew for a check in a scope that began after the end of its own: there it has had no call.
  @usableFromInline
  package func beginAnewToCheck() {
    guard let end = state.withLock({ $0.hasOutlivedScope ? $0.watch.end : nil }),
      let scope = FakedScope.current, scope.start > end
    else { return }
    joinCurrentScope()
  }

  /// Joins the scope that runs here before a stub is set. Outside of every scope, a fake whose own is over
  /// begins anew, too.
  func joinScopeToStub() {
    joinCurrentScope()
    let owner = state.withLock { $0.scope }
    if owner?.hasEnded == true { _ = move(from: owner, to: nil) }
  }

  /// Makes the fake one of another scope, unless another thread was faster.
  private func move(from owner: FakedScope?, to scope: FakedScope?) -> Bool {
    let left = state.withLock { state -> (FakedScope?, ContiguousArray<AnyFunctionState>)? in
      guard state.scope === owner else { return nil }
      let left = (state.scope, owner == nil ? [] : state.functions)
      if owner != nil { state.functions = [] }
      state.scope = scope
      state.watch.observer = scope?.observer
      state.watch.recorder = nil
      state.watch.end = nil
      return left
    }
    return left != nil
  }

  /// Keeps nothing of a scope that is over but the stubs, for those who still call, unless the fake has
  /// gone over to another meanwhile.
  func retire(from scope: FakedScope) {
    _ = state.withLock { state -> [(Any?, Any?)] in
      guard state.scope === scope else { return [] }
      state.watch.observer = nil
      state.watch.end = .now
      state.hasDroppedCalls = state.functions.contains { $0.callCount > 0 }
      return state.functions.map { ($0.removeCalls(), $0.limitCalls(to: 0)) }
    }
  }

  /// Lets go of the stubs that calls can do without, when those who still call had their time.
  ///
  /// Gives whether the registry can forget it. A call would begin anew then, outside of every scope, where
  /// one that cannot throw stops the process; so a fake that has had such a call stays until it is torn down.
  @discardableResult
  package func dropDispensableStubs(ifEndedBy end: ContinuousClock.Instant = .now) -> Bool {
    let (_, allThrow) = state.withLock { state -> ([Any?], Bool) in
      // One that was used again meanwhile belongs to another scope.
      guard let ended = state.watch.end, ended <= end else { return ([], false) }
      let dispensable = state.functions.filter { $0.canThrowFakedError || $0.hasDefaultResult }
      return (
        dispensable.map { $0.removeStubs() }, state.functions.allSatisfy(\.canThrowFakedError)
      )
    }
    return allThrow
  }
}
