/// The identity of one fake, and the home of everything it was taught and asked.
///
/// `let instanceId = FakeInstance()` is the modern form of an identity, for structs, classes and
/// actors alike: copies of the fake share it, and with its last release everything goes that the fake
/// was taught and asked. The other forms of identity find their `FakeInstance` in the registry,
/// so this one is the fastest: no look-up at all.
///
/// A behavior that captures its own fake keeps it alive until `tearDown()` or `resetBehaviors()`.
public final class FakeInstance: Sendable {
  @usableFromInline package let functions: Locked<FunctionTable>
  /// Where the registry keeps it; nil for an identity that is its own.
  let identity: FakeIdentity?

  /// A new identity, equal to no other; about 0.2 µs.
  public convenience init() {
    self.init(identity: nil)
    joinCurrentScope()
  }

  init(identity: FakeIdentity?) {
    self.identity = identity
    let serial = Self.serials.withLock { serial in
      serial += 1
      return serial
    }
    functions = Locked(FunctionTable(serial: serial))
  }

  deinit {
    // The last copy of the fake ends before its scope: what is left to say of it is kept as text.
    if let scope = functions.withLock({ $0.scope }) { scope.remember(summary()) }
  }

  /// Makes the fake one of the scope that runs here, unless it belongs to one that has not ended.
  ///
  /// Not under a lock: the scope may let go of a fake meanwhile, whose end is user code.
  @usableFromInline
  func joinCurrentScope() {
    guard let scope = FakedScope.current, !scope.hasEnded else { return }
    let owner = functions.withLock { $0.scope }
    guard owner !== scope, owner?.hasEnded != false else { return }
    functions.withLock { table in
      table.scope = scope
      table.observe(scope.observer)
    }
    scope.add(self)
  }

  /// How many instances there were; the low bits tell apart calls of the same nanosecond.
  private static let serials = Locked(0)
}

extension FakeInstance: Hashable {
  public static func == (left: FakeInstance, right: FakeInstance) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
