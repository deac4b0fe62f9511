// Held calls: a function whose calls wait until the test says how each of them ends.
extension Faked {
  /// Makes every call of an async `id` wait until the test resumes it, and replaces what was taught before.
  ///
  /// `try await held.next()` gives one call after the other, with its arguments; they may be finished in
  /// any order. A call whose task is cancelled throws `CancellationError`; where the function cannot
  /// throw it, the call goes on waiting. Nothing waits for ever: a call that was not resumed within
  /// `limit`, or before the fake is torn down, is reset or its test ends, is released and reported at
  /// this line; time in which the process could not run does not count. A behavior taught later answers
  /// the calls after it; those that are held stay held.
  public func hold<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    atMost limit: Duration = .seconds(30), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> HeldCalls<(repeat each Parameter), Output, Failure> {
    hold(self[keyPath: id].name, limit, CallSite(fileID, filePath, line, column))
  }

  /// A sync function cannot be held: the thread that calls it would be blocked.
  @available(
    *, unavailable,
    message: "a sync function cannot wait; hold an async one, or teach this one a behavior"
  )
  public func hold<each Parameter, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>
  ) -> HeldCalls<(repeat each Parameter), Output, Failure> {
    fatalError("A sync function cannot wait.")
  }

  /// Makes every call of the property `id` wait until the test resumes it.
  ///
  /// The method has to call `handleAsyncCall`; a call by `handleCall` fails and says so.
  public func hold(
    _ id: KeyPath<Self, String>, atMost limit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(self[keyPath: id], limit, CallSite(fileID, filePath, line, column))
  }

  /// Makes every call of that name wait until the test resumes it.
  public func hold(
    _ name: String, atMost limit: Duration = .seconds(30), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    hold(name, limit, CallSite(fileID, filePath, line, column))
  }

  /// The core of every `hold`.
  private func hold<Arguments, Output, Failure: Error>(
    _ name: String, _ limit: Duration, _ site: CallSite
  ) -> HeldCalls<Arguments, Output, Failure> {
    let held = HeldCalls<Arguments, Output, Failure>(
      FunctionLabel(fake: type(of: self), name: name), of: instance, atMost: limit, at: site)
    let lesson = Lesson<Arguments, Output, Failure>(site: site)
    lesson.close(
      .hold { arguments in
        let call = held.enter(arguments)
        return .async { (_, _) async throws(Failure) in try await call.wait() }
      })
    instance.teach(name, of: type(of: self), lesson)
    held.join(instance.functions.withLock { $0.scope })
    instance.add(held)
    return held
  }
}
