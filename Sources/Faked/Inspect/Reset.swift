extension Faked {
  /// Forgets all calls and their arguments, and keeps what was taught.
  public func resetCalls() { instance.forget { $0.removeCalls() } }

  /// Forgets all behaviors, and keeps the calls.
  ///
  /// Calls that are held are released, and reported as forgotten.
  public func resetBehaviors() { instance.forgetBehaviors() }

  /// Forgets everything this fake was taught and asked, and frees it; again is harmless.
  ///
  /// Calls afterwards find nothing taught; teaching afterwards works anew. A fake whose identity is a
  /// `FakeInstance` does it by itself with its last copy. Calls that are held are released, and reported
  /// as forgotten.
  public func tearDown() { instance.tearDown() }

  /// Forgets the calls of `id` and their arguments, and keeps what was taught.
  public func resetCalls<Signature>(of id: KeyPath<Self, FunctionID<Signature>>) {
    instance.forget(named: self[keyPath: id].name) { $0.removeCalls() }
  }

  /// Forgets the calls of the property `id` and their parameters, and keeps what was taught.
  public func resetCalls(of id: KeyPath<Self, String>) { resetCalls(of: self[keyPath: id]) }

  /// Forgets the calls by that name and their parameters, and keeps what was taught.
  public func resetCalls(of name: String) { instance.forget(named: name) { $0.removeCalls() } }

  /// Forgets the behaviors of `id`, and keeps its calls.
  public func resetBehaviors<Signature>(of id: KeyPath<Self, FunctionID<Signature>>) {
    instance.forgetBehaviors(named: self[keyPath: id].name)
  }

  /// Forgets the behaviors of the property `id`, and keeps its calls.
  public func resetBehaviors(of id: KeyPath<Self, String>) {
    resetBehaviors(of: self[keyPath: id])
  }

  /// Forgets the behaviors taught for that name, and keeps its calls.
  public func resetBehaviors(of name: String) { instance.forgetBehaviors(named: name) }
}

extension FakeInstance {
  /// Takes something out of every function, or of those of one name; it goes when the lock is free.
  func forget(named name: String? = nil, _ part: (AnyFunction) -> Any?) {
    let removed = functions.withLock { table in
      table.functions.filter { name == nil || $0.name == name }.map(part)
    }
    withExtendedLifetime(removed) {}
  }

  func forgetBehaviors(named name: String? = nil) {
    forget(named: name) { $0.removeLessons() }
    releaseHeldCalls(named: name, .behaviorsReset)
  }

  func tearDown(_ release: HeldCallsRelease = .tornDown) {
    if let scope = functions.withLock({ $0.scope }) { scope.remember(summary()) }
    let removed = functions.withLock { $0.removeAll() }
    withExtendedLifetime(removed) {}
    FakedFunctionHolder.remove(self)
    releaseHeldCalls(release)
  }
}
