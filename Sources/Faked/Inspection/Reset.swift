extension Faked {
  /// Forgets all calls and their arguments, and keeps the stubs.
  public func resetCalls() { instance.state.change { $0.removeCalls() } }

  /// Forgets all stubs, and keeps the calls.
  ///
  /// Calls that are held are released, and reported as forgotten.
  public func resetBehaviors() { instance.forgetStubs() }

  /// Forgets all stubs and all calls of this fake, and frees them; again is harmless.
  ///
  /// Calls afterwards are unstubbed; stubs set afterwards work anew. A fake whose identity is a
  /// `FakeInstance` does it by itself with its last copy. Calls that are held are released, and reported
  /// as forgotten.
  public func tearDown() { instance.tearDown() }

  /// Forgets the calls of `id` and their arguments, and keeps its stubs.
  public func resetCalls(of id: KeyPath<Self, some FunctionName>) {
    instance.state.change(named: self[keyPath: id].description) { $0.removeCalls() }
  }

  /// Forgets the stubs of `id`, and keeps its calls.
  public func resetBehaviors(of id: KeyPath<Self, some FunctionName>) {
    instance.forgetStubs(named: self[keyPath: id].description)
  }
}

extension FakeInstance {
  func forgetStubs(named name: String? = nil) {
    state.change(named: name) { $0.removeStubs() }
    releaseHeldCalls(named: name, .behaviorsReset)
  }

  func tearDown() {
    let scope = state.scope
    scope?.keepSummary(of: self)
    let allThrow = state.map(\.canThrowFakedError).allSatisfy { $0 }
    state.tearDown()
    // A task that still calls the fake gets natural defaults until its scope ends. Without the fake in the
    // registry, such a call would stop the process.
    if allThrow || scope?.hasEnded != false { FakedFunctionHolder.remove(self) }
    releaseHeldCalls(.tornDown)
  }
}
