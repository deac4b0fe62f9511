extension Faked {
  /// The next call of `id`, from now on; waits until it is made.
  ///
  /// `calls(to:)` has the calls made before, and `eventually` waits for calls and counts
  /// those too. With `after:` it is the first call after the one of that index, made or yet to come. The
  /// call is under way or over when it is given. Throws `FakedError.missingCall` when none comes in time,
  /// with what was called instead, and `CancellationError` when its task is cancelled.
  public func nextCall<each P, Output, E>(
    to id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>, after index: UInt64? = nil,
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<(repeat each P), Output> {
    try await nextCall(
      FunctionState<(repeat each P), Output, E.Failure>.self, self[keyPath: id].name, index, limit,
      CallSite(fileID, filePath, line, column), isolation: isolation)
  }

  /// The next call of the property `id`, from now on; waits until it is made.
  public func nextCall(
    to id: KeyPath<Self, String>, after index: UInt64? = nil, within limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<[FakeValueWrapper<Any?>], Any?> {
    try await nextCall(
      NamedFunction.self, self[keyPath: id], index, limit,
      CallSite(fileID, filePath, line, column), isolation: isolation)
  }

  private func nextCall<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ index: UInt64?,
    _ limit: Duration?, _ site: CallSite, isolation: isolated (any Actor)?
  ) async throws -> CallRecord<Arguments, Output> {
    let instance = instance
    let label = instance.label(Swift.type(of: self), name)
    let (history, latest) = instance.state.contents.withLock { ($0.history.limit, $0.latestIndex) }
    guard history > 0 else { throw FakeFailure.noHistory(label, asked: site).error }
    let limit = limit ?? instance.patience
    let found = try await CallSignal.find(until: .now.advanced(by: limit)) { signal in
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
  /// The longest wait, as the scope of the fake says, or, when that is over, the one that runs here.
  package var patience: Duration {
    let own = state.scope
    let scope = own?.hasEnded == false ? own : FakedScope.current
    return scope?.patience ?? FakedScope.usualPatience
  }

  /// The oldest call that is kept of those after an index.
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
