extension Faked {
  /// Returns the next call of a function, from now on. Waits until it is made.
  ///
  /// `calls(to:)` returns earlier calls, and `eventually` waits for calls but also counts earlier calls.
  /// The returned call may still be in flight. `nextCall(to: \.send, after: 0)` begins with the first call.
  ///
  /// ```swift
  /// library.when(\.find).thenReturn(["Emma"])
  /// async let books = library.find("Emma")
  /// let call = try await library.nextCall(to: \.find, after: 0)
  /// call.arguments  // => "Emma"
  /// _ = try await books
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameters:
  ///   - id: The ID of the function.
  ///   - index: The `index` of a call record, of any function. Returns the first call after it, even if it was already
  ///     made. 0 is before all calls. Defaults to the latest call of the fake.
  ///   - limit: The longest time to wait. Defaults to the patience of the scope, or 30 seconds outside a scope. A
  ///     negative limit is the same as 0. In a deterministic test, the wait ends as soon as no task can run.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The record of the call.
  /// - Throws: `FakedError.missingCall` if no call is made in time, `FakedError.invalidParameter` if the fake's
  ///   `history` keeps no calls, and `CancellationError` if the task is canceled.
  public func nextCall<each P, Output, E>(
    to id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, after index: UInt64? = nil,
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<(repeat each P), Output> {
    try await nextCall(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name, index, limit,
      SourceLine(fileID, filePath, line, column), isolation: isolation)
  }

  /// Returns the next call of a function with a `String` ID, from now on. Waits until it is made.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the function.
  ///   - index: The `index` of a call record, of any function. Returns the first call after it, even if it was already
  ///     made. 0 is before all calls. Defaults to the latest call of the fake.
  ///   - limit: The longest time to wait. Defaults to the patience of the scope, or 30 seconds outside a scope. A
  ///     negative limit is the same as 0. In a deterministic test, the wait ends as soon as no task can run.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The record of the call.
  /// - Throws: `FakedError.missingCall` if no call is made in time, `FakedError.invalidParameter` if the fake's
  ///   `history` keeps no calls, and `CancellationError` if the task is canceled.
  public func nextCall(
    to id: KeyPath<Self, String>, after index: UInt64? = nil, within limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<[FakeValueWrapper<Any?>], Any?> {
    try await nextCall(
      NamedFunction.self, self[keyPath: id], index, limit,
      SourceLine(fileID, filePath, line, column), isolation: isolation)
  }

  private func nextCall<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ index: UInt64?,
    _ limit: Duration?, _ site: SourceLine, isolation: isolated (any Actor)?
  ) async throws -> CallRecord<Arguments, Output> {
    let instance = instance
    let label = instance.label(Swift.type(of: self), name)
    let (history, latest) = instance.state.contents.withLock { ($0.history.limit, $0.latestIndex) }
    guard history > 0 else { throw FakeFailure.noHistory(label, asked: site).error }
    let limit = limit ?? instance.patience
    let found = try await CallSignal.find(within: limit) { signal in
      signal.listen(to: instance)
      return instance.firstRecord(type, named: name, after: index ?? latest)
    }
    guard let found else {
      throw FakeFailure.missingCall(
        MissingCall(
          wait: .nextCall, function: label, limit: limit, asked: site, instance: instance)
      ).error
    }
    return found
  }
}

extension FakeInstance {
  /// The longest wait: the patience of the fake's scope or, if that scope has ended, of the current scope.
  package var patience: Duration {
    let own = state.scope
    let scope = own?.hasEnded == false ? own : TestScope.ofTask
    return scope?.patience ?? TestScope.usualPatience
  }

  /// Returns the oldest recorded call after an index.
  fileprivate func firstRecord<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, after index: UInt64
  ) -> CallRecord<Arguments, Output>? {
    let later = state.contents.withLock { state in
      state.functions.find(type, named: name).map { function in
        function.records(last: function.spans.reversed().prefix { $0.index > index }.count)
      }
    }
    return later?().first
  }
}
