// Held calls: a function whose calls wait until the test says how each of them ends.
extension Faked {
  /// Makes every call of an async `id` wait until the test resumes it, and replaces its stubs from before.
  ///
  /// `try await held.next()` gives one call after the other, with its arguments; they may be finished in
  /// any order. A call whose task is cancelled throws `CancellationError`; where the function cannot
  /// throw it, or `cancellation` is `.ignored`, the call goes on waiting.
  ///
  /// Nothing waits forever. A call is released, and reported at this line, when it was not resumed within
  /// `limit` (the patience of the scope, else 30 s), or before the fake is torn down or reset or its test
  /// ends. Time in which the process could not run does not count. A stub set later answers the calls after
  /// it; those that are held stay held.
  public func hold<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<(repeat each P), Output, E.Failure> {
    hold(
      E.self, self[keyPath: id].name, nil, cancellation, limit,
      CallSite(fileID, filePath, line, column))
  }

  /// Makes the calls with equal arguments wait; others go to older stubs.
  @_disfavoredOverload  // Without parameters it would be as good as the form above.
  public func hold<each P: Equatable, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, with arguments: repeat each P,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<(repeat each P), Output, E.Failure> {
    hold(
      E.self, self[keyPath: id].name, Condition(equal: repeat each arguments), cancellation, limit,
      CallSite(fileID, filePath, line, column))
  }

  /// Makes the calls wait whose arguments match, one matcher for each; others go to older stubs.
  @_disfavoredOverload  // Without parameters it would be as good as the form above.
  public func hold<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>,
    matching matchers: repeat Matcher<each P>, cancellation: HeldCallCancellation = .thrown,
    atMost limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> HeldCalls<(repeat each P), Output, E.Failure> {
    hold(
      E.self, self[keyPath: id].name, Condition(repeat each matchers), cancellation, limit,
      CallSite(fileID, filePath, line, column))
  }

  /// A sync function cannot be held: it would block the thread that calls it.
  @available(*, unavailable, message: "a sync function cannot wait; hold an async one")
  public func hold<Signature, E: SyncEffect>(
    _ id: KeyPath<Self, FunctionID<Signature, E>>, atMost limit: Duration? = nil
  ) -> HeldCalls<Void, Void, any Error> { fatalError() }

  /// Makes every call of the property `id` wait until the test resumes it.
  ///
  /// The method has to call `handleAsyncCall`; a call by `handleCall` fails and says so.
  public func hold(
    _ id: KeyPath<Self, String>, cancellation: HeldCallCancellation = .thrown,
    atMost limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(
      AsyncThrows.self, self[keyPath: id], nil, cancellation, limit,
      CallSite(fileID, filePath, line, column))
  }

  /// Makes the calls of the property `id` wait whose parameters match; others go to older stubs.
  @_disfavoredOverload  // With no matchers it would be as good as the form above.
  public func hold(
    _ id: KeyPath<Self, String>, matching matchers: Matcher<Any?>...,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(
      AsyncThrows.self, self[keyPath: id], Condition(parameters: matchers), cancellation, limit,
      CallSite(fileID, filePath, line, column))
  }

  /// Makes the calls of the property `id` with equal parameters wait; others go to older stubs.
  @_disfavoredOverload  // With no values it would be as good as the form above.
  public func hold(
    _ id: KeyPath<Self, String>, with parameters: Any?...,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(
      AsyncThrows.self, self[keyPath: id], Condition(equalTo: parameters), cancellation, limit,
      CallSite(fileID, filePath, line, column))
  }

  /// The core of every `hold`.
  private func hold<Arguments, Output, E: AsyncEffect>(
    _: E.Type, _ name: String, _ condition: Condition<Arguments>?,
    _ cancellation: HeldCallCancellation, _ limit: Duration?, _ site: CallSite
  ) -> HeldCalls<Arguments, Output, E.Failure> {
    let instance = instance
    // The stub makes the fake one of its scope, which says how long the calls wait.
    let stub = Stub<Arguments, Output, E>(
      instance, name, of: type(of: self), at: site, condition: condition)
    if let limit, limit < .zero {
      stub.stop(.holdLimit(limit))
    }
    let held = HeldCalls<Arguments, Output, E.Failure>(
      instance.label(type(of: self), name), condition, of: instance, cancellation,
      atMost: limit ?? instance.patience, at: site)
    held.join(instance.state.scope)
    instance.add(held)
    stub.add(.hold { HeldCall($0, owner: held) })
    return held
  }
}

/// What a held call does when its task is cancelled.
public enum HeldCallCancellation: Sendable {
  /// It throws `CancellationError`, where its function can throw that.
  case thrown
  /// It goes on waiting, as a call of a server does that answers all the same.
  case ignored
}
