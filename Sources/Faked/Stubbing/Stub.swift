/// The responses of a function to its calls, in order. `when(\.f)` creates a stub.
///
/// Responses are used in order, and the last one repeats: `fake.when(\.load).thenReturn(1, 2).thenThrow(Offline())`.
/// Until it has a response, calls go to the older stubs.
///
/// ```swift
/// library.when(\.borrow).thenReturn(true, false).thenThrow(Closed())
/// library.when(\.borrow).where { _, days in days > 30 }.thenReturn(false)
/// ```
///
/// See <doc:Stubbing>.
public final class Stub<Arguments, Output, E: FunctionEffect> {
  let instance: FakeInstance
  let function: FunctionState<Arguments, Output, E.Failure>
  let stored: StoredStub<Arguments, Output, E.Failure>

  @usableFromInline
  init(
    _ instance: FakeInstance, _ name: String, of fake: Any.Type, at site: SourceLine,
    condition: Condition<Arguments>? = nil
  ) {
    self.instance = instance
    instance.joinScopeToStub()
    (function, stored) = instance.state.contents.withLock { contents in
      let function = contents.function(
        FunctionState<Arguments, Output, E.Failure>.self, named: name, of: fake, instance)
      return (function, function.addStub(at: site, condition: condition))
    }
  }

  /// Returns the values in order, one for each call. The last response of a chain repeats.
  ///
  /// - Parameters:
  ///   - value: The value for the first call.
  ///   - more: The values for the following calls.
  ///   - times: The number of calls that get each value. Defaults to 1. 0 skips the values. A negative number fails the
  ///     test, or stops the process if there is no scope.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenReturn(_ value: Output, _ more: Output..., times: Int = 1) -> Self {
    guard times >= 0 else { return refuse(.responseCount(times)) }
    if times == 0 { return self }
    for value in [value] + more { add(.returned(value), times: times) }
    return self
  }

  /// Throws an error.
  ///
  /// - Parameter error: An error that the function can throw.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenThrow(_ error: E.Failure) -> Self { add(.thrown(error)) }

  /// Runs a behavior that gets the invocation count and the arguments.
  ///
  /// - Parameter perform: The behavior. Its first parameter is the number of the call, from 1. Its second
  ///   parameter is the argument, or a tuple of all arguments.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func then(
    _ perform: @escaping (_ invocationCount: Int, Arguments) throws(E.Failure) -> Output
  ) -> Self {
    add(.behavior(perform))
  }

  /// Fails the test for every further call.
  ///
  /// The call throws `FakedError.missingFunction` if its function can throw any error, and otherwise returns a
  /// natural default. Without a scope or a natural default, it stops the process.
  ///
  /// - Returns: The same stub.
  @discardableResult
  public func thenFail() -> Self { add(.fail) }

  /// Responds only to calls whose arguments meet a condition. Other calls go to older stubs.
  ///
  /// Write the condition before the responses: without a condition, the first response replaces the older stubs.
  ///
  /// - Parameter condition: Returns `true` for the arguments of a call that gets a response.
  /// - Returns: The same stub, for responses.
  public func `where`(_ condition: @escaping (Arguments) -> Bool) -> Self {
    change { $0.require(condition) }
  }

  /// Turns off the warning about a stub that no call uses, and returns the same stub.
  ///
  /// Use it for a fixture that many tests share.
  public var lenient: Self {
    change { $0.setLenient() }
  }
}

extension Stub {
  /// Runs a behavior that may suspend, on the actor that isolates the code where you write it.
  ///
  /// - Parameter perform: The behavior. Its first parameter is the number of the call, from 1. Its second
  ///   parameter is the argument, or a tuple of all arguments.
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func then<Failure>(
    _ perform: @escaping (_ invocationCount: Int, Arguments) async throws(Failure) -> Output
  ) -> Self where E == AsyncThrowsOnly<Failure> {
    add(.asyncBehavior(AsyncBehavior(perform)))
  }
}

extension Stub where Output == Void {
  /// Returns without doing anything.
  ///
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenReturn() -> Self { thenReturn(()) }
}

extension Stub where Output == Any? {
  /// Returns without doing anything, for methods without a result.
  ///
  /// - Returns: The same stub, for more responses.
  @discardableResult
  public func thenReturn() -> Self { thenReturn(()) }
}

extension Stub {
  @discardableResult
  func add(_ response: Response<Arguments, Output, E.Failure>, times: Int = 1) -> Self {
    change { $0.append(response, times: times) }
  }

  /// Adds a fault or a delay, which comes before the responses.
  @discardableResult
  func add(_ rule: ResponseRule<Arguments, E.Failure>) -> Self { change { $0.append(rule) } }

  @discardableResult
  private func change(_ change: (StoredStub<Arguments, Output, E.Failure>) -> Void) -> Self {
    _ = instance.state.contents.withLock { _ in function.change(stored, change) }
    return self
  }

  /// Fails the test with a message that names the stub. Without a scope, the process stops.
  @discardableResult
  func refuse(_ problem: InvalidStub) -> Self {
    let message = FakeFailure.invalidStub(function.label, at: stored.site, problem).message
    guard let scope = instance.state.scope else { fatalError(message) }
    scope.report(.init(message, at: stored.site))
    return self
  }
}
