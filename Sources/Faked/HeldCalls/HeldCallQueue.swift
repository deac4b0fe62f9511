/// The calls of one function that wait for the test, if the function can throw any error.
///
/// For a function that throws no error, or only errors of one type, write `HeldCallQueue`.
public typealias HeldCalls<Arguments, Output> = HeldCallQueue<Arguments, Output, any Error>

/// The calls of one function that wait for the test. `fake.hold(\.f)` returns it.
///
/// Calls are held in the order in which they were made, and the test may end them in any order.
///
/// ```swift
/// let held = library.hold(\.find)
/// async let books = library.find("Emma")
/// try await held.next().resume(returning: ["Emma"])
/// try await books  // => ["Emma"]
/// ```
///
/// See <doc:HoldingCalls>.
public final class HeldCallQueue<Arguments, Output, Failure: Error>: Sendable {
  typealias Call = HeldCall<Arguments, Output, Failure>

  struct State {
    var calls = WaitingCalls<Arguments, Output, Failure>()
    /// The tests that wait in `next()`.
    var waiters: [CallSignal] = []
    var alarm = HeldCallAlarm()
    /// The reason why calls are no longer held.
    var releaseReason: ReleaseReason?
    /// The calls that were not resumed in time, for messages.
    var expired: [HeldCallText] = []
    weak var instance: FakeInstance?
    weak var stub: StoredStub<Arguments, Output, Failure>?
    /// The scope of the fake. Reports may occur after the fake was deallocated.
    var scope: TestScope?
  }

  let function: FunctionLabel
  /// The condition of the hold, for messages.
  let condition: UncheckedSendable<Condition<Arguments>?>
  /// The line of `hold`.
  let site: SourceLine
  let limit: Duration
  /// The error of a call whose task is canceled, or `nil` if such a call keeps waiting.
  let cancellation: Failure?
  let state: Locked<State>

  init(
    _ function: FunctionLabel, _ condition: Condition<Arguments>?,
    _ cancellation: HeldCallCancellation, atMost limit: Duration, at site: SourceLine
  ) {
    self.function = function
    self.condition = UncheckedSendable(condition?.forTexts)
    self.site = site
    self.limit = limit
    self.cancellation = cancellation == .ignored ? nil : CancellationError() as? Failure
    state = Locked(State())
  }

  deinit { state.withLock { $0.alarm.stop() } }

  /// The calls that wait at this moment, oldest first, including those that `next()` has returned.
  public var pending: [HeldCall<Arguments, Output, Failure>] {
    state.withLock { $0.calls.pending }.map { HeldCall($0.id, $0.arguments, in: self) }
  }

  /// The calls that no longer wait because their tasks were canceled, in the order of their cancellation.
  ///
  /// The calls are kept as long as this object exists.
  public var cancelled: [HeldCall<Arguments, Output, Failure>] {
    state.withLock { $0.calls.cancelled }.map { HeldCall($0.id, $0.arguments, in: self) }
  }

  /// Turns off the warning about a hold that no call uses, and returns the same hold.
  ///
  /// Use it for a fixture that many tests share.
  public var lenient: HeldCallQueue {
    let (instance, stub) = state.withLock { ($0.instance, $0.stub) }
    instance?.state.contents.withLock { _ in stub?.setLenient() }
    return self
  }

  /// Returns the next held call, in the order in which the calls were made. Waits until there is one.
  ///
  /// Leaves out calls whose tasks were canceled; `cancelled` contains them. Of several waits, the one that began first
  /// gets the next call.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait. Defaults to the patience of the scope, or 30 seconds outside a scope. In a
  ///     deterministic test, the wait ends as soon as no task can run.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The call. It waits until the test resumes it.
  /// - Throws: `FakedError.missingCall` if no call is held in time or the hold has ended,
  ///   `FakedError.invalidParameter` for a negative limit, and `CancellationError` if the task of the test is
  ///   canceled.
  public func next(
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> HeldCall<Arguments, Output, Failure> {
    let limit = limit ?? scope?.patience ?? TestScope.usualPatience
    let asked = SourceLine(fileID, filePath, line, column)
    if limit < .zero { throw FakeFailure.negativeLimit(limit, asked: asked).error }
    let found = try await CallSignal.find(within: limit) { signal in
      signal.listen(to: self)
      return takeNext(for: signal)
    }
    switch found {
    case .success(let call): return call
    case .failure(let ended): throw FakeFailure.holdEnded(hold, ended.reason, asked: asked).error
    case nil:
      throw FakeFailure.missingCall(
        MissingCall(
          wait: .heldCall(with: condition.value?.phrase(function)), function: function,
          limit: limit, asked: asked, instance: state.withLock { $0.instance })
      ).error
    }
  }

  /// Ends every call that waits at this moment by returning a value.
  ///
  /// - Parameters:
  ///   - value: The value that the calls return.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resumeAll(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    resumeAll(.success(UncheckedSendable(value)), at: SourceLine(fileID, filePath, line, column))
  }

  /// Ends every call that waits at this moment by throwing an error.
  ///
  /// - Parameters:
  ///   - error: The error that the calls throw.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resumeAll(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    resumeAll(.failure(error), at: SourceLine(fileID, filePath, line, column))
  }

  /// Ends every held call, and holds no further calls.
  ///
  /// The calls end like canceled calls, with `CancellationError`. A function that can't throw it returns the
  /// natural default of its result. If the result has none, the process stops: resume such calls instead.
  public func release() { release(because: .requested) }
}

extension HeldCallQueue where Output == Void {
  /// Ends every call that waits at this moment by returning.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resumeAll(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    resumeAll(returning: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
