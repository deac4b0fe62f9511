/// The identity of one fake, and what holds its stubs and its calls.
///
/// Write `let instanceId = FakeInstance()` in a struct, a class, or an actor. Copies of the fake share it,
/// and its last release frees everything. It is the fastest identity: the others find their
/// `FakeInstance` in the registry.
///
/// A behavior that captures its own fake keeps it alive until `tearDown()` or `resetBehaviors()`.
public final class FakeInstance: Sendable {
  @usableFromInline package let state: Locked<InstanceState>
  /// What failure texts call it, before the type of the fake.
  let name: String?
  /// What a call does that no stub answers.
  let unstubbed: UnstubbedCalls
  /// Where the registry keeps it; nil for an identity that is its own.
  let identity: FakeIdentity?

  /// A new identity, equal to no other; about 0.2 µs.
  ///
  /// `name` stands before the fake's type in every text: `cache: FakeStore.find(1)`.
  public convenience init(_ name: String? = nil, unstubbed: UnstubbedCalls = .failure) {
    self.init(name, unstubbed: unstubbed, identity: nil)
    joinCurrentScope()
  }

  init(_ name: String? = nil, unstubbed: UnstubbedCalls = .failure, identity: FakeIdentity?) {
    self.name = name
    self.unstubbed = unstubbed
    self.identity = identity
    state = Locked(InstanceState())
  }

  deinit {
    // The last copy of the fake ends before its scope does.
    let scope = state.withLock { $0.scope }
    scope?.remember(self)
  }
}

/// What a fake does when a function is called that no stub answers.
public enum UnstubbedCalls: Sendable {
  /// The call throws, or reports a failure of the test.
  case failure
  /// The call returns the natural default of its type, without a report; what has none fails.
  case `default`
}

extension FakeInstance: Hashable {
  /// Two identities are equal when they are one object.
  public static func == (left: FakeInstance, right: FakeInstance) -> Bool { left === right }
  /// The hash of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
