/// The identity of one fake. It owns the stubs and the calls of the fake.
///
/// Write `let instanceId = FakeInstance()` in a struct, a class, or an actor. Copies of the fake share it,
/// and its last release frees everything. It is the fastest identity: all others look up their
/// `FakeInstance` in a registry.
///
/// A behavior that captures its own fake keeps it alive until `tearDown()` or `resetStubs()`.
///
/// ```swift
/// struct FakeCache: Faked {
///   let instanceId = FakeInstance("cache")
///   let read: FunctionID<(String) -> String?, Returns> = "read(_:)"
///   func read(_ key: String) -> String? { handleCall(\.read, key) }
/// }
/// ```
///
/// See <doc:WritingFakes>.
public final class FakeInstance: Sendable {
  @usableFromInline package let state = FakeState()
  /// The name of the fake in messages, before its type.
  @usableFromInline let name: String?
  let unstubbed: UnstubbedCalls
  /// The key of the instance in the registry, or `nil` if the instance itself is the identity.
  let identity: FakeIdentity?
  /// The recorder of the real implementation behind this fake, or `nil` for the recorder of the scope.
  let recorder: (any CallRecorder)?

  /// Creates a unique identity. Costs about 0.2 µs.
  ///
  /// - Parameters:
  ///   - name: The name of the fake, which messages show before the type: `cache: FakeStore.find(1)`.
  ///     Defaults to none.
  ///   - unstubbed: The treatment of unstubbed calls. Defaults to `.failure`.
  public convenience init(_ name: String? = nil, unstubbed: UnstubbedCalls = .failure) {
    self.init(name, unstubbed: unstubbed, identity: nil)
    joinCurrentScope()
  }

  /// Creates the identity of a fake with a recorder of its own.
  package convenience init(recorder: (any CallRecorder)?) {
    self.init(identity: nil, recorder: recorder)
    joinCurrentScope()
  }

  init(
    _ name: String? = nil, unstubbed: UnstubbedCalls = .failure, identity: FakeIdentity?,
    recorder: (any CallRecorder)? = nil
  ) {
    (self.name, self.unstubbed, self.identity, self.recorder) = (
      name, unstubbed, identity, recorder
    )
  }

  deinit {
    // The last copy of the fake is gone before its scope ends.
    state.scope?.keepSummary(of: self)
  }

  /// Returns a function of the fake as failure messages name it.
  @usableFromInline
  package func label(_ fake: Any.Type, _ name: String) -> FunctionLabel {
    state.contents.withLock { $0.label(of: name, fake, named: self.name) }
  }

  /// Returns a function of the fake, which was used before.
  package func label(_ name: String) -> FunctionLabel {
    label(state.fakeType ?? FakeInstance.self, name)
  }

  /// Returns the function of that name and type.
  package func function<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output>.Type, throwing failure: Failure.Type,
    named name: String, of fake: Any.Type
  ) -> FunctionState<Arguments, Output> {
    state.contents.withLock {
      $0.function(type, throwing: failure, named: name, of: fake, self)
    }
  }
}

/// The treatment of calls to which no stub responds.
public enum UnstubbedCalls: Sendable {
  /// The call throws an error, or reports a failure of the test.
  case failure
  /// The call returns the natural default of its type without a report. A type without one fails.
  case relaxed
}

extension FakeInstance: Hashable {
  /// Returns a Boolean value that indicates whether two identities are the same object.
  ///
  /// - Parameters:
  ///   - left: An identity.
  ///   - right: An identity.
  /// - Returns: `true` if they are the same object.
  public static func == (left: FakeInstance, right: FakeInstance) -> Bool { left === right }

  /// Hashes the identity of the object.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// Joining scopes.
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
    if !scope.add(self) {
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

  /// Makes a fake that was created outside of all scopes a member of the scope in which it fails.
  func joinScopeOfFailure() {
    if state.scope == nil { joinCurrentScope() }
  }

  /// The longest wait: the patience of the fake's scope or, if that scope has ended, of the current scope.
  package var patience: Duration {
    let own = state.scope
    let scope = own?.hasEnded == false ? own : TestScope.ofTask
    return scope?.patience ?? TestScope.usualPatience
  }
}
