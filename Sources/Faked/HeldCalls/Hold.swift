// Held calls: the test decides how and when each call of a function ends.
extension Faked {
  /// Holds every call of an async function until the test resumes it, and replaces the older stubs.
  ///
  /// `try await held.next()` returns the calls one at a time, with their arguments. You may end them in any
  /// order. A call whose task is canceled throws `CancellationError`. If the function can't throw it, or
  /// `cancellation` is `.ignored`, the call keeps waiting.
  ///
  /// No call waits forever. A call that is not resumed within `limit`, or before the fake is torn down, the fake's
  /// behaviors are reset, or its test ends, is released. In a scope, it is also reported at this line. A later stub
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
  ///     fails the test, or stops the process if there is no scope.
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
  ) -> HeldCallQueue<(repeat each P), Output, Failure> {
    holdCalls(
      self[keyPath: id].name, nil, cancellation, limit,
      SourceLine(fileID, filePath, line, column))
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
  ///     fails the test, or stops the process if there is no scope.
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
  ) -> HeldCallQueue<(repeat each P), Output, Failure> {
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
  ///     fails the test, or stops the process if there is no scope.
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
  ) -> HeldCallQueue<(First, repeat each P), Output, Failure> {
    holdCalls(
      self[keyPath: id].name, Condition(first, repeat each more), cancellation, limit,
      SourceLine(fileID, filePath, line, column))
  }

  /// A function that does not suspend can't be held: it would block the thread that calls it.
  @available(*, unavailable, message: "a sync function cannot wait; hold an async one")
  public func hold<Signature, Failure>(
    _ id: KeyPath<Self, FunctionID<Signature, ThrowsOnly<Failure>>>, atMost limit: Duration? = nil
  ) -> HeldCallQueue<Void, Void, Never> { fatalError("The function does not suspend.") }

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
  ///     fails the test, or stops the process if there is no scope.
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
  ) -> HeldCallQueue<[FakeValueWrapper<Any?>], Any?, any Error> {
    let site = SourceLine(fileID, filePath, line, column)
    return holdCalls(
      name(of: id, at: site), Condition(equalTo: parameters, then: matchers),
      cancellation, limit, site)
  }

  /// The core of every form of `hold`.
  private func holdCalls<Arguments, Output, Failure>(
    _ name: String, _ condition: Condition<Arguments>?,
    _ cancellation: HeldCallCancellation, _ limit: Duration?, _ site: SourceLine
  ) -> HeldCallQueue<Arguments, Output, Failure> {
    let instance = instance
    // The stub comes first: it makes the fake join its scope, which determines the limit.
    let stub = Stub<Arguments, Output, AsyncThrowsOnly<Failure>>(
      instance, name, of: type(of: self), at: site, condition: condition)
    var limit = limit
    if let invalid = limit, invalid < .zero {
      stub.refuse(.holdLimit(invalid))
      limit = nil
    }
    let queue = HeldCallQueue<Arguments, Output, Failure>(
      stub.function.label, condition, cancellation, atMost: limit ?? instance.patience, at: site)
    queue.begin(stub.stored, of: instance)
    stub.add(.hold { queue.makeCall($0) })
    return queue
  }
}

/// The behavior of a held call whose task is canceled.
public enum HeldCallCancellation: Sendable {
  /// The call throws `CancellationError`, if its function can throw it.
  case thrown
  /// The call keeps waiting, like a request whose server still responds.
  case ignored
}
