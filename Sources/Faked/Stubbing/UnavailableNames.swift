// Unavailable forms, which make the compiler explain frequent mistakes. A name can be stubbed; everything else needs an
// ID.
extension Faked {
  /// A condition for a name.
  @available(
    *, unavailable,
    message:
      "a name takes no condition: declare `let send = \"send(request:)\"` in the fake, and write `\\.send`"
  )
  public func when(
    _ name: some StringProtocol & Codable, with parameters: Any?...
  ) -> Stub<[FakeValueWrapper<Any?>], Any?, AsyncThrows> {
    fatalError("A name takes no condition.")
  }

  /// The held calls of a name.
  @available(
    *, unavailable,
    message: "declare `let send = \"send(request:)\"` in the fake, and write `hold(\\.send)`"
  )
  public func hold(
    _ name: some StringProtocol & Codable
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?> {
    fatalError("Use an ID.")
  }

  /// The stubs of a name.
  @available(
    *, unavailable,
    message:
      "declare `let send = \"send(request:)\"` in the fake, and write `resetBehaviors(of: \\.send)`"
  )
  public func resetBehaviors(of name: some StringProtocol & Codable) {
    fatalError("Use an ID.")
  }

  /// The calls of a name.
  @available(
    *, unavailable,
    message: "declare `let send = \"send(request:)\"` in the fake, and write `calls(to: \\.send)`"
  )
  public func calls(
    to name: some StringProtocol & Codable
  ) -> [CallRecord<[FakeValueWrapper<Any?>], Any?>] {
    fatalError("Use an ID.")
  }
}
