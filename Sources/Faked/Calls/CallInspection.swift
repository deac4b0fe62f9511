extension Faked {
  /// Returns the calls of a function so far, oldest first, with their typed arguments and outcomes.
  ///
  /// Later calls do not change the result. Takes time in proportion to the number of calls.
  ///
  /// ```swift
  /// for call in library.calls(to: \.borrow) where call.succeeded {
  ///   print(call.arguments.0, call.arguments.1)
  /// }
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The call records.
  public func calls<each P, Output, E>(
    to id: KeyPath<Self, FunctionID<(repeat each P) -> Output, E>>
  ) -> [CallRecord<(repeat each P), Output>] {
    instance.records(
      FunctionState<(repeat each P), Output>.self, named: self[keyPath: id].name)
  }

  /// Returns the calls of a function with a `String` ID so far, oldest first, with their wrapped parameters.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The call records.
  public func calls(
    to id: KeyPath<Self, String>
  ) -> [CallRecord<[FakeValueWrapper<Any?>], Any?>] {
    instance.records(NamedFunction.self, named: self[keyPath: id])
  }

  /// The calls of all functions of this fake so far, oldest first.
  ///
  /// Each record has the arguments one by one. Takes time in proportion to the number of calls. Reading it counts as a
  /// check of all functions, so that unused stubs are not reported.
  public var allCalls: [CallRecord<[Any?], Any?>] {
    instance.state.recordCheck()
    return instance.allCalls
  }

  /// Returns the number of calls of a function since the fake was made or its calls were reset.
  ///
  /// ```swift
  /// #expect(library.invocationCount(of: \.find) == 0)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The number of calls.
  public func invocationCount(of id: KeyPath<Self, some FunctionName>) -> Int {
    let name = self[keyPath: id].description
    instance.state.recordCheck(of: name)
    return instance.state.callCounts[name] ?? 0
  }

  /// Returns a Boolean value that indicates whether a function was called since the fake was made or its calls were
  /// reset.
  ///
  /// ```swift
  /// #expect(!library.wasCalled(\.find))
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: `true` if there was a call.
  public func wasCalled(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    invocationCount(of: id) > 0
  }
}

extension FakeInstance {
  package var allCalls: [CallRecord<[Any?], Any?>] { newestCalls(.max) { _ in true } }

  /// Returns the call with an index, if it is kept.
  package func call(at index: UInt64) -> CallRecord<[Any?], Any?>? {
    state.contents.withLock { state in
      state.functions.lazy.compactMap { $0.anyRecord(at: index) }.first
    }?()
  }

  /// Returns the newest calls of each requested function.
  package func newestCalls(
    _ count: Int, where isWanted: (_ function: String) -> Bool
  ) -> [CallRecord<[Any?], Any?>] {
    let snapshots = state.contents.withLock { state in
      state.functions.filter { isWanted($0.name) }.map { $0.anyRecords(last: count) }
    }
    return snapshots.flatMap { $0() }.sorted { $0.index < $1.index }
  }

  /// Returns the number of calls of a function, and the recorded calls, oldest first.
  package func calls<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, named name: String
  ) -> (total: Int, kept: ContiguousArray<StoredCall<Arguments, Output>>) {
    if state.endedBeforeCurrentScope { return (0, []) }
    return state.contents.withLock { contents in
      guard let function = contents.functions.find(type, named: name) else { return (0, []) }
      return (function.callCount, function.latestCalls())
    }
  }

  func records<Arguments, Output>(
    _ type: FunctionState<Arguments, Output>.Type, named name: String
  ) -> [CallRecord<Arguments, Output>] {
    state.recordCheck(of: name)
    let records = state.contents.withLock { $0.functions.find(type, named: name)?.records() }
    return records?() ?? []
  }
}

// Concurrency.
extension Faked {
  /// Returns the largest number of calls of a function that ran at the same time. 1 means that no two calls overlapped.
  ///
  /// The result is computed from the recorded calls, including calls in flight, in time proportional to their
  /// number. With a limited `history`, it covers only the last calls. With `.last(0)`, it is 1 after any call.
  /// The result is as exact as the clock: calls that share only one tick of the clock don't count as overlapping.
  ///
  /// ```swift
  /// #expect(library.maxConcurrentCalls(to: \.find) <= 4)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  ///
  /// - Parameter id: The ID of the function.
  /// - Returns: The number of calls.
  public func maxConcurrentCalls(to id: KeyPath<Self, some FunctionName>) -> Int {
    let name = self[keyPath: id].description
    let functions = instance.state.map(named: name) { (calls: $0.facts, count: $0.callCount) }
    let total = functions.reduce(0) { $0 + $1.count }
    return max(maxConcurrency(functions.flatMap(\.calls)), min(1, total))
  }
}

/// Returns the largest number of calls that ran at the same time.
private func maxConcurrency(_ calls: [CallFacts]) -> Int {
  let starts = calls.map(\.index).sorted()
  // Calls that share only a tick don't overlap: the one that ends in it counts as ended. Each call lasts at least one
  // tick, so that a short call within another call overlaps with it.
  let ends = calls.map { call in call.duration.map { call.index + max(1, $0) } ?? .max }.sorted()
  var (most, ended) = (0, 0)
  for (begun, start) in starts.enumerated() {
    while ends[ended] <= start { ended += 1 }
    most = max(most, begun + 1 - ended)
  }
  return most
}

// History.
/// The number of calls of each function that a fake records with their arguments. Counts are always exact.
public enum CallHistory: Sendable, Equatable {
  /// Records every call. The default.
  case unlimited
  /// Records the last calls of each function. `.last(0)` only counts calls, so that nothing keeps their arguments alive.
  /// A negative number is the same as 0.
  case last(Int)

  var limit: Int {
    switch self {
    case .unlimited: .max
    case .last(let count): max(0, count)
    }
  }
}

extension Faked {
  /// The number of calls of each function that this fake and its copies record, from now on. Defaults to `.unlimited`.
  ///
  /// Setting this property removes older calls immediately. Removed calls still count.
  public var history: CallHistory {
    get { instance.state.contents.withLock { $0.history } }
    nonmutating set {
      _ = instance.state.contents.withLock { state in
        state.history = newValue
        return state.functions.map { $0.limitCalls(to: newValue.limit) }
      }
    }
  }
}

// Resetting.
extension Faked {
  /// Removes all calls and their arguments, and keeps the stubs.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// _ = try library.borrow("Emma", days: 7)
  /// library.resetCalls()
  /// #expect(library.allCalls.isEmpty)
  /// ```
  ///
  /// See <doc:InspectingCalls>.
  public func resetCalls() { instance.state.resetCalls() }

  /// Removes all stubs, and keeps the calls.
  ///
  /// Held calls are released. If the fake belongs to a scope, they are also reported.
  ///
  /// ```swift
  /// library.when(\.borrow).thenReturn(true)
  /// library.resetStubs()
  /// #expect(throws: FakedError.self) { try library.borrow("Emma", days: 7) }
  /// ```
  ///
  /// See <doc:Stubbing>.
  public func resetStubs() { instance.resetStubs() }

  /// Removes all stubs and all calls of this fake, and frees their memory.
  ///
  /// Later calls are unstubbed until you stub them again. A fake whose identity is a `FakeInstance` is torn down with
  /// its last copy. Held calls are released. If the fake belongs to a scope, they are also reported.
  public func tearDown() { instance.tearDown() }

  /// Removes the calls of a function and their arguments, and keeps its stubs.
  ///
  /// - Parameter id: The ID of the function.
  public func resetCalls(of id: KeyPath<Self, some FunctionName>) {
    instance.state.resetCalls(named: self[keyPath: id].description)
  }

  /// Removes the stubs of a function, and keeps its calls.
  ///
  /// - Parameter id: The ID of the function.
  public func resetStubs(of id: KeyPath<Self, some FunctionName>) {
    instance.resetStubs(named: self[keyPath: id].description)
  }
}

extension FakeInstance {
  func resetStubs(named name: String? = nil) {
    _ = state.map(named: name) { $0.removeStubs() }
    releaseHeldCalls(named: name, because: .stubsReset)
  }

  func tearDown() {
    let scope = state.scope
    scope?.keepSummary(of: self)
    state.tearDown()
    // Keep the fake in the registry so that later checks fail: an object until it is deallocated, and any other fake
    // until its scope ends.
    let isObject = if case .object = identity { true } else { false }
    if !isObject, scope?.hasEnded != false { FakedFunctionHolder.remove(self) }
    releaseHeldCalls(because: .tornDown)
  }
}

extension Faked {
  /// Returns a Boolean value that indicates whether a function has a stub or an unfinished chain.
  package func isStubbed(_ id: KeyPath<Self, some FunctionName>) -> Bool {
    let name = self[keyPath: id].description
    return instance.state.map(named: name) { !$0.stubs(onlyUnused: false).isEmpty }.contains(true)
  }
}

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
      let records = instance.state.contents.withLock { state in
        state.functions.find(type, named: name).map { function in
          let later = function.facts.reversed().prefix { $0.index > index ?? latest }
          return function.records(last: later.count)
        }
      }
      return records?().first
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

/// An object whose calls, or whose sleeps, a test can wait for.
package protocol CallSource: AnyObject, Sendable {
  /// Changes the signals that every call, or every sleep, sends.
  func changeWaiters(_ change: (inout [CallSignal]) -> Void)
}

extension FakeInstance: CallSource {
  package func changeWaiters(_ change: (inout [CallSignal]) -> Void) {
    state.contents.withLock { change(&$0.waiters) }
  }
}

/// Wakes a test that waits for calls of one or several fakes.
///
/// Unless a test waits for its calls, a fake has no signal, and a call only compares a number with zero.
@usableFromInline
package final class CallSignal: Sendable {
  private struct State {
    /// A Boolean value that indicates whether the signal was sent since the calls were last examined.
    var isSent = false
    /// The test that waits for the signal.
    var sleeper: CheckedContinuation<Void, Never>?
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
    source.changeWaiters { $0.append(self) }
    // Calls may have been made since the calls were examined.
    send()
  }

  package func send() {
    let sleeper = state.withLock { state in
      defer { (state.isSent, state.sleeper) = (true, nil) }
      return state.sleeper
    }
    sleeper?.resume()
  }

  /// Suspends until the signal is sent, unless it was sent since the calls were last examined.
  private func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation(isolation: isolation) { continuation in
      let isSent = state.withLock { state in
        if !state.isSent { state.sleeper = continuation }
        return state.isSent
      }
      if isSent { continuation.resume() }
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
    defer {
      for source in signal.state.withLock({ $0.sources }) {
        source.changeWaiters { $0.removeAll { $0 === signal } }
      }
    }
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
        let isTimeUp = signal.state.withLock { state in
          state.isSent = false
          return state.isTimeUp
        }
        if let found = search(signal) { return found }
        try Task.checkCancellation()
        if isTimeUp || scheduler == nil && limit <= .zero { return nil }
        await signal.wait()
      }
    } onCancel: {
      signal.send()
    }
  }
}
