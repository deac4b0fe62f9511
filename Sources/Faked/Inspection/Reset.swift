extension Faked {
  /// Forgets all calls and their arguments, and keeps the stubs.
  public func resetCalls() { instance.forget { $0.removeCalls() } }

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
    instance.forget(named: self[keyPath: id].description) { $0.removeCalls() }
  }

  /// Forgets the stubs of `id`, and keeps its calls.
  public func resetBehaviors(of id: KeyPath<Self, some FunctionName>) {
    instance.forgetStubs(named: self[keyPath: id].description)
  }
}

extension FakeInstance {
  /// Takes something out of every function, or of those of one name; it ends when the lock is free.
  func forget(named name: String? = nil, _ part: (AnyFunctionState) -> Any?) {
    _ = state.withLock { state in
      state.functions.filter { name == nil || $0.name == name }.map(part)
    }
  }

  func forgetStubs(named name: String? = nil) {
    forget(named: name) { $0.removeStubs() }
    releaseHeldCalls(named: name, .behaviorsReset)
  }

  func tearDown() {
    let (scope, allThrow) = state.withLock {
      ($0.scope, $0.functions.allSatisfy(\.canThrowFakedError))
    }
    scope?.remember(self)
    forgetAll()
    // To a task that still calls it, the end of the scope gives answers; without it the process would stop.
    if allThrow || scope?.hasEnded != false { FakedFunctionHolder.remove(self) }
    releaseHeldCalls(.tornDown)
  }

  /// Forgets every function; a call under way ends on the function it began on.
  func forgetAll() {
    _ = state.withLock { state in
      let functions = state.functions
      state.functions = []
      state.wasTornDown = true
      return functions
    }
  }
}
