extension Faked {
  /// The next call of `id`, from now on; waits until it is made.
  ///
  /// `calls(to:)` has the calls made before, and `verify(_:called:within:)` waits for calls and counts
  /// those too. With `after:` it is the first call after the one of that index, made or yet to come. The
  /// call is under way or over when it is given. Throws `FakedError.missingCall` when none comes in time,
  /// with what was called instead, and `CancellationError` when its task is cancelled.
  public func nextCall<each Parameter, Output, Failure: Error>(
    to id: KeyPath<Self, FunctionID<(repeat each Parameter) throws(Failure) -> Output>>,
    after index: Int? = nil, within limit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<(repeat each Parameter), Output> {
    try await nextCall(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, index,
      limit, CallSite(fileID, filePath, line, column), isolation: isolation)
  }

  /// The next call of an async `id`, from now on; waits until it is made.
  public func nextCall<each Parameter, Output, Failure: Error>(
    to id: KeyPath<Self, FunctionID<(repeat each Parameter) async throws(Failure) -> Output>>,
    after index: Int? = nil, within limit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<(repeat each Parameter), Output> {
    try await nextCall(
      FunctionState<(repeat each Parameter), Output, Failure>.self, self[keyPath: id].name, index,
      limit, CallSite(fileID, filePath, line, column), isolation: isolation)
  }

  /// The next call of the property `id`, from now on; waits until it is made.
  public func nextCall(
    to id: KeyPath<Self, String>, after index: Int? = nil, within limit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<[FakeValueWrapper<Any?>], Any?> {
    try await nextCall(
      to: self[keyPath: id], after: index, within: limit, fileID: fileID, filePath: filePath,
      line: line, column: column, isolation: isolation)
  }

  /// The next call made by that name, from now on; waits until it is made.
  public func nextCall(
    to name: String, after index: Int? = nil, within limit: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) async throws -> CallRecord<[FakeValueWrapper<Any?>], Any?> {
    try await nextCall(
      NamedFunction.self, name, index, limit,
      CallSite(fileID, filePath, line, column), isolation: isolation)
  }

  private func nextCall<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, _ name: String, _ index: Int?,
    _ limit: Duration, _ site: CallSite, isolation: isolated (any Actor)?
  ) async throws -> CallRecord<Arguments, Output> {
    let label = FunctionLabel(fake: Swift.type(of: self), name: name)
    let (history, latest) = instance.functions.withLock { ($0.history, $0.clock.latestIndex) }
    guard history.limit > 0 else { throw FailureMessage.nothingKept(label, asked: site) }
    let found = try await instance.find(until: .now.advanced(by: limit)) {
      instance.firstRecord(type, named: name, after: index ?? latest)
    }
    guard let found else {
      throw FailureMessage.missingCall(label, "", limit, asked: site, calls: instance.allCalls)
    }
    return found
  }
}

extension FakeInstance {
  /// The oldest call that is kept of those after an index.
  fileprivate func firstRecord<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, after index: Int
  ) -> CallRecord<Arguments, Output>? {
    let later = functions.withLock { table in
      table.find(type, named: name).map { function in
        let later = function.calls.pointee.log.oldestFirst.lazy.reversed().prefix {
          $0.index > index
        }.count
        return function.records(last: later)
      }
    }
    return later?().first
  }
}

extension CallClock {
  /// The index of the last call; every later one has a greater one.
  var latestIndex: Int { latest &<< Self.serialBits | serial }
}
