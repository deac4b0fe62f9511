/// The choices for a fake.
package struct FakeStyle: Equatable, Sendable {
  /// The behavior of unstubbed methods without a result.
  package enum VoidMethods: String, CaseIterable, Sendable {
    /// They do nothing, and the call is recorded.
    case silent
    /// They fail, like methods with a result.
    case stubbed
  }

  /// The kind of the fake. If it is `nil`, the protocol determines it.
  package var kind: FakeKind?
  package var voidMethods: VoidMethods
  /// A Boolean value that indicates whether other modules can use the fake.
  package var isPublic: Bool

  package init(
    kind: FakeKind? = nil, voidMethods: VoidMethods = .silent, isPublic: Bool = false
  ) {
    self.kind = kind
    self.voidMethods = voidMethods
    self.isPublic = isPublic
  }
}

/// The keyword in the declaration of a fake.
package enum FakeKind: String, CaseIterable, Sendable { case `struct`, `class`, actor }
