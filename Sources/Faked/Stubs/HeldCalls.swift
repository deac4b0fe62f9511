// Held calls: the test decides how and when each call of a function ends.
extension Faked {
  /// Holds every call of an async function until the test resumes it, and replaces the older stubs.
  ///
  /// `try await held.next()` returns the calls one at a time, with their arguments. You may end them in any
  /// order. A call whose task is canceled throws `CancellationError`. If the function can't throw it, or
  /// `cancellation` is `.ignored`, the call keeps waiting.
  ///
  /// No call waits forever. A call that is not resumed within `limit`, or before the fake is torn down, the fake's
  /// stubs are reset, or its test ends, is released. In a scope, it is also reported at this line. A later stub
  /// responds to the calls made after it; calls that are held stay held.
  ///
  /// ```swift
  /// let held = library.hold(\.find)
  /// async let books = library.find("Emma")
  /// let call = try await held.next()
  /// call.resume(returning: [call.arguments])
  /// try await books  // => ["Emma"]
  /// ```
  ///
  /// See <doc:HoldingCalls>.
  ///
  /// - Parameters:
  ///   - id: The function to hold.
  ///   - cancellation: The behavior of a held call whose task is canceled. Throws `CancellationError` by default.
  ///   - limit: How long a call may stay held. Defaults to the patience of the scope, or 30 seconds outside a
  ///     scope. Time in which the process could not run does not count. In a deterministic test and in an exploration,
  ///     the call ends when no task can run, and the limit is at least the patience of the test run. A negative limit
  ///     is the same as 0.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The held calls, in the order in which they were made.
  public func hold<each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<(repeat each P), Output, Failure> {
    holdCalls(
      self[keyPath: id].name, nil, cancellation, limit, SourceLine(fileID, filePath, line, column))
  }

  /// Holds every call of an async function with one parameter.
  ///
  /// The compiler finds an extension of `HeldCalls` in a chained call only if the arguments are not a pack.
  ///
  /// - Parameters:
  ///   - id: The function to hold.
  ///   - cancellation: The behavior of a held call whose task is canceled. Throws `CancellationError` by default.
  ///   - limit: How long a call may stay held. Defaults to the patience of the scope, or 30 seconds outside a
  ///     scope. A negative limit is the same as 0.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The held calls, in the order in which they were made.
  public func hold<Argument, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(Argument) -> Output, AsyncThrowsOnly<Failure>>>,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<Argument, Output, Failure> {
    holdCalls(
      self[keyPath: id].name, nil, cancellation, limit, SourceLine(fileID, filePath, line, column))
  }

  /// Holds the calls with equal arguments. Other calls go to older stubs.
  ///
  /// - Parameters:
  ///   - id: The function to hold.
  ///   - arguments: One value for each parameter of the function.
  ///   - cancellation: The behavior of a held call whose task is canceled. Throws `CancellationError` by default.
  ///   - limit: How long a call may stay held. Defaults to the patience of the scope, or 30 seconds outside a
  ///     scope. Time in which the process could not run does not count. In a deterministic test and in an exploration,
  ///     the call ends when no task can run, and the limit is at least the patience of the test run. A negative limit
  ///     is the same as 0.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The held calls, in the order in which they were made.
  @_disfavoredOverload  // For a function without parameters, both forms would fit.
  public func hold<each P: Equatable, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    with arguments: repeat each P,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<(repeat each P), Output, Failure> {
    holdCalls(
      self[keyPath: id].name, Condition(equal: repeat each arguments), cancellation, limit,
      SourceLine(fileID, filePath, line, column))
  }

  /// Holds the calls whose arguments match. Other calls go to older stubs.
  ///
  /// - Parameters:
  ///   - id: The function to hold.
  ///   - first: The matcher for the first parameter of the function.
  ///   - more: One matcher for each other parameter.
  ///   - cancellation: The behavior of a held call whose task is canceled. Throws `CancellationError` by default.
  ///   - limit: How long a call may stay held. Defaults to the patience of the scope, or 30 seconds outside a
  ///     scope. Time in which the process could not run does not count. In a deterministic test and in an exploration,
  ///     the call ends when no task can run, and the limit is at least the patience of the test run. A negative limit
  ///     is the same as 0.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The held calls, in the order in which they were made.
  public func hold<First, each P, Output, Failure>(
    _ id: KeyPath<Self, FunctionID<(First, repeat each P) -> Output, AsyncThrowsOnly<Failure>>>,
    matching first: Matcher<First>, _ more: repeat Matcher<each P>,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<(First, repeat each P), Output, Failure> {
    holdCalls(
      self[keyPath: id].name, Condition(first, repeat each more), cancellation, limit,
      SourceLine(fileID, filePath, line, column))
  }

  /// A function that does not suspend can't be held: it would block the thread that calls it.
  @available(*, unavailable, message: "a sync function cannot wait; hold an async one")
  public func hold<Signature, Failure>(
    _ id: KeyPath<Self, FunctionID<Signature, ThrowsOnly<Failure>>>, atMost limit: Duration? = nil
  ) -> HeldCalls<Void, Void, Never> { fatalError("The function does not suspend.") }

  /// Holds the calls of an async method with a `String` ID until the test resumes them: every call, or those whose
  /// parameters are equal or match.
  ///
  /// The method has to forward its calls with `handleAsyncCall`; a call by `handleCall` fails. Calls that are not held
  /// go to older stubs.
  ///
  /// - Parameters:
  ///   - id: The property with the ID of the method.
  ///   - parameters: The values of the parameters, or of the first ones.
  ///   - matchers: One matcher for each other parameter. Without values and matchers, every call is held.
  ///   - cancellation: The behavior of a held call whose task is canceled. Throws `CancellationError` by default.
  ///   - limit: How long a call may stay held. Defaults to the patience of the scope, or 30 seconds outside a
  ///     scope. Time in which the process could not run does not count. In a deterministic test and in an exploration,
  ///     the call ends when no task can run, and the limit is at least the patience of the test run. A negative limit
  ///     is the same as 0.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  /// - Returns: The held calls, in the order in which they were made.
  public func hold(
    _ id: KeyPath<Self, String>, with parameters: Any?..., matching matchers: Matcher<Any?>...,
    cancellation: HeldCallCancellation = .thrown, atMost limit: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> HeldCalls<[FakeValueWrapper<Any?>], Any?, any Error> {
    holdCalls(
      self[keyPath: id], Condition(equalTo: parameters, then: matchers), cancellation, limit,
      SourceLine(fileID, filePath, line, column))
  }

  /// The core of every form of `hold`.
  private func holdCalls<Arguments, Output, Failure>(
    _ name: String, _ condition: Condition<Arguments>?,
    _ cancellation: HeldCallCancellation, _ limit: Duration?, _ site: SourceLine
  ) -> HeldCalls<Arguments, Output, Failure> {
    let instance = instance
    // The stub comes first: it makes the fake join its scope, which determines the limit.
    let stub = Stub<Arguments, Output, AsyncThrowsOnly<Failure>>(
      self, name, at: site, condition: condition)
    let queue = HeldCallQueue(
      of: stub.function, instance, condition, cancellation,
      atMost: max(.zero, limit ?? instance.patience), at: site)
    instance.state.contents.withLock { $0.holds.append(queue) }
    stub.setOnlyResponse(to: .hold(queue))
    return HeldCalls(queue: queue)
  }
}

/// The behavior of a held call whose task is canceled.
public enum HeldCallCancellation: Sendable {
  /// The call throws `CancellationError`, if its function can throw it.
  case thrown
  /// The call keeps waiting, like a request whose server still responds.
  case ignored
}

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
public struct HeldCalls<Arguments, Output, Failure: Error>: Sendable {
  fileprivate let queue: HeldCallQueue

  /// The calls that wait at this moment, oldest first, including those that `next()` has returned.
  ///
  /// `for call in held.pending { call.resume(returning: []) }` ends them all.
  public var pending: [HeldCall<Arguments, Output, Failure>] {
    queue.waiting.map { HeldCall(queue: queue, call: $0) }
  }

  /// Returns the next held call, in the order in which the calls were made. Waits until there is one.
  ///
  /// Leaves out calls whose tasks were canceled. Of several waits, the one that began first gets the next call.
  ///
  /// - Parameters:
  ///   - limit: The longest time to wait. Defaults to the patience of the scope, or 30 seconds outside a scope. A
  ///     negative limit is the same as 0. In a deterministic test, the wait ends as soon as no task can run.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  ///   - isolation: The actor of the caller, which the compiler passes.
  /// - Returns: The call. It waits until the test resumes it.
  /// - Throws: `FakedError.missingCall` if no call is held in time or the hold has ended, and `CancellationError` if
  ///   the task of the test is canceled.
  public func next(
    within limit: Duration? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> HeldCall<Arguments, Output, Failure> {
    let site = SourceLine(fileID, filePath, line, column)
    let call = try await queue.next(within: limit, at: site, isolation: isolation)
    return HeldCall(queue: queue, call: call)
  }
}

/// A call that waits until the test ends it. `held.next()` returns it.
///
/// ```swift
/// let call = try await held.next()
/// call.resume(returning: [call.arguments])
/// ```
///
/// See <doc:HoldingCalls>.
public struct HeldCall<Arguments, Output, Failure: Error>: Sendable {
  fileprivate let queue: HeldCallQueue
  fileprivate let call: HeldCallQueue.Call

  /// The arguments of the call: nothing, the single value, or a tuple.
  public var arguments: Arguments { call.arguments.value() }

  /// Ends the call by returning a value.
  ///
  /// Resuming a call that has already ended is a failure of the test at this line.
  ///
  /// - Parameters:
  ///   - value: The value that the call returns.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resume(
    returning value: Output, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    queue.finish(
      call, .success(Box(value)), at: SourceLine(fileID, filePath, line, column))
  }

  /// Ends the call by throwing an error.
  ///
  /// Resuming a call that has already ended is a failure of the test at this line.
  ///
  /// - Parameters:
  ///   - error: The error that the call throws.
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resume(
    throwing error: Failure, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    queue.finish(call, .failure(error), at: SourceLine(fileID, filePath, line, column))
  }
}

extension HeldCall where Output == Void {
  /// Ends the call by returning.
  ///
  /// Resuming a call that has already ended is a failure of the test at this line.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, which the compiler passes.
  ///   - filePath: The path of the caller, which the compiler passes.
  ///   - line: The line of the caller, which the compiler passes.
  ///   - column: The column of the caller, which the compiler passes.
  public func resume(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    resume(returning: (), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension HeldCall: CustomStringConvertible {
  /// The call as it is written: `find("swift")`.
  public var description: String { queue.shortText(of: call) }
}

extension Call {
  /// Suspends the call until the test ends it.
  @usableFromInline
  func wait(in queue: HeldCallQueue, isolation: isolated (any Actor)?) async throws -> Output {
    let held = HeldCallQueue.Call(Box(arguments), calledAt: capturedSite)
    return try await queue.wait(held, isolation: isolation).value()
  }
}
