extension Faked {
  /// Removes all calls and their arguments, and keeps the stubs.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// _ = try library.borrow("Emma", days: 7)
  /// library.resetCalls()
  /// #expect(library.allCalls.isEmpty)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  public func resetCalls() { instance.state.resetCalls() }

  /// Removes all stubs, and keeps the calls.
  ///
  /// Held calls are released. If the fake belongs to a scope, they are also reported.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// library.resetBehaviors()
  /// library.expectUnstubbed(\.borrow)
  /// #expect(throws: FakedError.self) { try library.borrow("Emma", days: 7) }
  /// ```
  ///
  /// See <doc:Stubbing>.
  public func resetBehaviors() { instance.forgetStubs() }

  /// Removes all stubs and all calls of this fake, and frees their memory.
  ///
  /// Later calls are unstubbed until you stub them again. A fake whose identity is a `FakeInstance` is torn down with
  /// its last copy. Held calls are released. If the fake belongs to a scope, they are also reported.
  public func tearDown() { instance.tearDown() }

  /// Removes the calls of a function and their arguments, and keeps its stubs.
  ///
  /// - Parameter id: The ID of the function.
  public func resetCalls(of id: KeyPath<Self, some FunctionName>) {
    instance.state.resetCalls(named: self[keyPath: id].description)
  }

  /// Removes the stubs of a function, and keeps its calls.
  ///
  /// - Parameter id: The ID of the function.
  public func resetBehaviors(of id: KeyPath<Self, some FunctionName>) {
    instance.forgetStubs(named: self[keyPath: id].description)
  }
}

extension FakeInstance {
  func forgetStubs(named name: String? = nil) {
    state.change(named: name) { $0.removeStubs() }
    releaseHeldCalls(named: name, because: .behaviorsReset)
  }

  func tearDown() {
    let scope = state.scope
    scope?.keepSummary(of: self)
    state.tearDown()
    // Keep the fake in the registry so that later checks fail: an object until it is deallocated, and any other fake
    // until its scope ends.
    let isObject = if case .object = identity { true } else { false }
    if !isObject, scope?.hasEnded != false { FakedFunctionHolder.remove(self) }
    releaseHeldCalls(because: .tornDown)
  }
}
