extension TestScope {
  /// The scope of the current task. A detached task has one only if a scheduler runs it.
  package static var ofTask: TestScope? { current ?? CurrentScheduler.current?.scope }
}

// Joining and leaving scopes.
extension FakeInstance {
  /// Makes the fake a member of the current scope, unless it belongs to a scope that runs.
  ///
  /// A fake that outlived its scope, such as a static one, starts empty in the next scope that uses it.
  package func joinCurrentScope() {
    guard let scope = TestScope.ofTask, !scope.hasEnded else { return }
    let owner = state.scope
    guard owner !== scope, owner?.hasEnded != false, state.move(from: owner, to: scope) else {
      return
    }
    // The scope may end on another thread at the same time.
    if !scope.members.add(self) {
      state.end(in: scope)
      EndedFakes.add([self])
    }
  }

  /// Joins the current scope before the fake is stubbed. Outside of all scopes, a fake whose scope has ended
  /// also starts empty.
  func joinScopeToStub() {
    joinCurrentScope()
    let owner = state.scope
    if owner?.hasEnded == true { _ = state.move(from: owner, to: nil) }
  }

  /// Joins the current scope for a call that was recorded after the end of the fake's scope.
  ///
  /// - Returns: A Boolean value that indicates whether the fake now starts empty, so that the call must begin again.
  @usableFromInline
  func joinScopeOfCaller() -> Bool {
    joinCurrentScope()
    return !state.isEnded
  }

  /// Makes a fake that was created outside of all scopes a member of the scope in which it fails.
  func joinScopeOfFailure() {
    if state.scope == nil { joinCurrentScope() }
  }
}

extension FakeState {
  /// Moves the fake to another scope, unless another thread did so first. A fake that leaves a scope starts empty.
  fileprivate func move(from owner: TestScope?, to scope: TestScope?) -> Bool {
    let removed = contents.withLock { contents -> Removed? in
      guard contents.life.scope === owner else { return nil }
      let removed = Removed([contents.life, contents.functions])
      if owner != nil {
        contents.functions = []
        contents.number = nil
        contents.tearDown = nil
        contents.hasResetCalls = false
        contents.checkedFunctions = []
        contents.expectedUnstubbed = [:]
      }
      contents.life = scope.map { .active($0) } ?? .idle
      contents.position = scope?.numbers.nextPosition() ?? 0
      return removed
    }
    return removed != nil
  }

  /// Discards the calls and keeps the stubs, for tasks that outlive the test. Does nothing for a fake that has
  /// joined another scope.
  func end(in scope: TestScope) {
    _ = contents.withLock { contents -> [Removed] in
      guard case .active(let owner) = contents.life, owner === scope else { return [] }
      contents.life = .ended(scope, at: monotonicNanoseconds())
      contents.hasDiscardedCalls = contents.functions.contains { $0.callCount > 0 }
      return contents.functions.flatMap { [$0.removeCalls(), $0.limitCalls(to: 0)] }
    }
  }

  /// Removes the stubs of functions that can throw or have a default, after the grace period of the scope.
  ///
  /// - Returns: A Boolean value that indicates whether the registry can forget the fake. A later call would
  ///   start empty outside of all scopes, where an unstubbed call that can't throw stops the process. A fake that had
  ///   such a call stays until it is torn down.
  @discardableResult
  package func removeDispensableStubs(ifEndedBy end: UInt64? = nil) -> Bool {
    let (_, allThrow) = contents.withLock { contents -> ([Removed], Bool) in
      // A fake that was used again since then belongs to another scope.
      guard let ended = contents.life.end, ended <= end ?? .max else { return ([], false) }
      let dispensable = contents.functions.filter { $0.canThrowFakedError || $0.hasDefaultResult }
      return (
        dispensable.map { $0.removeStubs() }, contents.functions.allSatisfy(\.canThrowFakedError)
      )
    }
    return allThrow
  }
}
