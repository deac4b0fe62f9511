// Held calls: a function whose calls wait until the test says how each of them ends.
extension Faked {
  /// Makes every call of an async `id` wait until the test resumes it, and replaces its stubs from before.
  ///
  /// `try await held.next()` gives one call after the other, with its arguments; they may be finished in
  /// any order. A call whose task is cancelled throws `CancellationError`; where the function cannot
  /// throw it, the call goes on waiting.
  ///
  /// Nothing waits forever. A call is released, and reported at this line, when it was not resumed within
  /// `limit` (the patience of the scope, else 30 s), or before the fake is torn down or reset or its test
  /// ends. Time in which the process could not run does not count. A stub set later answers the calls after
  /// it; those that are held stay held.
  public func hold<each P, Output, E: AsyncEffect>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<(repeat each P), Output, E.Failure> {
    hold(self[keyPath: id].name, limit, CallSite(fileID, filePath, line, column))
  }

  /// Makes every call of the property `id` wait until the test resumes it.
  ///
  /// The method has to call `handleAsyncCall`; a call by `handleCall` fails and says so.
  public func hold(
    _ id: KeyPath<Self, String>, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(self[keyPath: id], limit, CallSite(fileID, filePath, line, column))
  }

  /// Makes every call of that name wait until the test resumes it.
  public func hold(
    _ name: String, atMost limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(name, limit, CallSite(fileID, filePath, line, column))
  }

  /// The core of every `hold`.
  private func hold<Arguments, Output, Failure: Error>(
    _ name: String, _ limit: Duration?, _ site: CallSite
  ) -> HeldCalls<Arguments, Output, Failure> {
    let instance = instance
    let held = HeldCalls<Arguments, Output, Failure>(
      instance.label(type(of: self), name), of: instance, atMost: limit ?? instance.patience,
      at: site)
    stub(
      name, site,
      Response<Arguments, Output, Failure>.hold { arguments in
        let call = held.enter(arguments)
        return AsyncBehavior { (_, _) async throws(Failure) in try await call.wait() }
      })
    held.join(instance.state.withLock { $0.scope })
    instance.add(held)
    return held
  }
}
