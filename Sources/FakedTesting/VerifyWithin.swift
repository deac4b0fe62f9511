extension Faked {
  /// Waits until `id` has been called as often as expected, at most for that long.
  ///
  /// Calls made before count too. Returns as soon as it holds; where more calls could still break it, as
  /// with `.never` and `.atMost`, it waits the whole time. Throws `CancellationError` when its task is
  /// cancelled; a failure is reported like that of any other check.
  public func verify<Signature>(
    _ id: KeyPath<Self, FunctionID<Signature>>, called count: CallCount = .once, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let name = self[keyPath: id].name
    try await wait(for: count, within: within) { examine(name).matched }
    check(name, count, CallSite(fileID, filePath, line, column))
  }

  /// Waits until the property `id` has been called as often as expected, at most for that long.
  public func verify(
    _ id: KeyPath<Self, String>, called count: CallCount = .once, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let name = self[keyPath: id]
    try await wait(for: count, within: within) { examine(name).matched }
    check(name, count, CallSite(fileID, filePath, line, column))
  }

  /// Waits until `id` has been called with equal arguments as often as expected.
  public func verify<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    called count: CallCount = .once, with arguments: repeat each Parameter, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await wait(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(repeat Matcher.equal(each arguments)), within,
      CallSite(fileID, filePath, line, column))
  }

  /// Waits until an async `id` has been called with equal arguments as often as expected.
  public func verify<each Parameter: Equatable, Output, Failure: Error>(
    _ id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    called count: CallCount = .once, with arguments: repeat each Parameter, within: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await wait(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, count,
      Condition(repeat Matcher.equal(each arguments)), within,
      CallSite(fileID, filePath, line, column))
  }

  private func wait<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ count: CallCount,
    _ condition: Condition<Arguments>, _ duration: Duration, _ site: CallSite
  ) async throws {
    try await wait(for: count, within: duration) { examine(type, name, condition).matched }
    check(type, name, count, condition, site)
  }

  /// Waits for calls until the count is decided or the time is over.
  private func wait(
    for count: CallCount, within duration: Duration, _ matched: () -> Int
  ) async throws {
    let deadline = ContinuousClock.now.advanced(by: duration)
    let waiters = instance.waiters
    let alarm = Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      waiters.wake()
    }
    defer { alarm.cancel() }
    try await withTaskCancellationHandler {
      while true {
        let wakes = waiters.wakes
        let number = matched()
        if number > count.range.upperBound { return }
        if count.range.contains(number), !count.allowsNone || !count.isLimited { return }
        try Task.checkCancellation()
        if ContinuousClock.now >= deadline { return }
        await waiters.sleep(since: wakes)
      }
    } onCancel: {
      waiters.wake()
    }
  }
}
