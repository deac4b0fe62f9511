/// How fakes are written, where there is a choice.
package struct FakeStyle: Equatable, Sendable {
  /// What methods without a result do that no test has stubbed.
  package enum VoidMethods: String, CaseIterable, Sendable {
    /// Nothing, and the call is recorded.
    case silent
    /// They fail, as methods with a result do.
    case stubbed
  }

  /// Without a kind, the protocol decides.
  package var kind: FakeKind?
  package var voidMethods: VoidMethods
  /// Whether other modules can use the fake.
  package var isPublic: Bool

  package init(
    kind: FakeKind? = nil, voidMethods: VoidMethods = .silent, isPublic: Bool = false
  ) {
    self.kind = kind
    self.voidMethods = voidMethods
    self.isPublic = isPublic
  }
}
