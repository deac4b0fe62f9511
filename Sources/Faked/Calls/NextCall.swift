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
      FunctionState<(repeat each P), Output>.self, self[keyPath: id].name, index, limit,
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

  private func nextCall<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, _ name: String, _ index: UInt64?,
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
  /// Returns the oldest recorded call after an index.
  fileprivate func firstRecord<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, named name: String, after index: UInt64
  ) -> CallRecord<Arguments, Output>? {
    let later = state.contents.withLock { state in
      state.functions.find(type, named: name).map { function in
        let later = function.indices(unverified: false).reversed().prefix { $0 > index }
        return function.records(last: later.count)
      }
    }
    return later?().first
  }
}

/// An object whose calls, or whose sleeps, a test can wait for.
package protocol CallSource: AnyObject, Sendable {
  /// Sends a signal for every call, or every sleep, from now on.
  func add(_ waiter: CallSignal)
  /// Stops sending the signal.
  func remove(_ waiter: CallSignal)
}

extension FakeInstance: CallSource {
  package func add(_ waiter: CallSignal) {
    state.contents.withLock { $0.waiters.append(waiter) }
  }

  package func remove(_ waiter: CallSignal) {
    state.contents.withLock { $0.waiters.removeAll { $0 === waiter } }
  }
}

/// Wakes a test that waits for calls of one or several fakes.
///
/// Unless a test waits for its calls, a fake has no signal, and a call only compares a number with zero.
@usableFromInline
package final class CallSignal: Sendable {
  private struct State {
    /// The number of signals so far. It is read before the calls are examined, so that no call is missed.
    var count = 0
    var sleepers: [CheckedContinuation<Void, Never>] = []
    var sources: [any CallSource] = []
    /// A Boolean value that indicates whether the time is up.
    var isTimeUp = false
  }

  private let state = Locked(State())

  /// Sends the signal for every call of a source from now on.
  package func listen(to source: some CallSource) {
    let isNew = state.withLock { state in
      if state.sources.contains(where: { $0 === source }) { return false }
      state.sources.append(source)
      return true
    }
    guard isNew else { return }
    source.add(self)
    // Calls may have been made since the calls were examined.
    state.withLock { $0.count += 1 }
  }

  fileprivate func stopListening() {
    for source in state.withLock({ $0.sources }) { source.remove(self) }
  }

  fileprivate var count: Int { state.withLock { $0.count } }
  fileprivate var isTimeUp: Bool { state.withLock { $0.isTimeUp } }

  package func send() {
    let sleepers = state.withLock { state in
      let sleepers = state.sleepers
      state.count += 1
      state.sleepers = []
      return sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }

  /// Suspends until the signal is sent, unless `count` has changed since it was read.
  fileprivate func wait(since count: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isLate = state.withLock { state in
        if state.count == count { state.sleepers.append(continuation) }
        return state.count != count
      }
      if isLate { continuation.resume() }
    }
  }

  /// Runs `search` now and after each call, until it returns a value. The closure chooses the fakes to listen to.
  ///
  /// - Parameters:
  ///   - limit: The longest time to search. Time in which the process could not run does not count. On a scheduler, which
  ///     ends the search when nothing more can happen, the limit is at least the patience of the test run.
  ///   - waitsUntilIdle: A Boolean value that indicates whether `search` runs only when no task of the scheduler can run.
  ///   - isolation: The actor on which `search` runs. Defaults to that of the caller.
  ///   - search: Returns the result of the search, or `nil` to run again after the next call.
  /// - Returns: The result of the search, or `nil` if it ended without one.
  /// - Throws: `CancellationError` if the task is canceled.
  package static func find<Found>(
    within limit: Duration, waitsUntilIdle: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ search: (CallSignal) -> Found?
  ) async throws -> Found? {
    let signal = CallSignal()
    defer { signal.stopListening() }
    let ring: @Sendable () -> Void = {
      signal.state.withLock { $0.isTimeUp = true }
      signal.send()
    }
    // A scheduler detects when nothing more can happen. Elsewhere, only the time limit ends the search.
    let scheduler = CurrentScheduler.current
    let removeHandler = scheduler?.whenStuck(ring)
    defer { removeHandler?() }
    let longest = CurrentScheduler.limit(limit)
    let alarm = CurrentScheduler.startOutside {
      if (try? await ProcessClock.sleep(for: longest)) != nil { ring() }
    }
    defer { CurrentScheduler.outside { alarm.cancel() } }
    return try await withTaskCancellationHandler {
      while true {
        if waitsUntilIdle { await scheduler?.untilIdle(isolation: isolation) }
        let count = signal.count
        if let found = search(signal) { return found }
        try Task.checkCancellation()
        if signal.isTimeUp || scheduler == nil && limit <= .zero { return nil }
        await signal.wait(since: count)
      }
    } onCancel: {
      signal.send()
    }
  }
}
