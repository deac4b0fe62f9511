/// What `when(\.f)` begins: the responses of a function, one call after the other, and conditions.
///
/// Responses come in order, and the last one repeats for ever. Until the first is there, calls find
/// the stubs from before: `fake.when(\.load).thenReturn(1, 2).thenThrow(Offline())`.
public final class Stub<Arguments, Output, E: FunctionEffect> {
  let instance: FakeInstance
  let function: FunctionState<Arguments, Output, E.Failure>
  private let id: Int32
  private let site: CallSite

  @usableFromInline
  init(
    _ instance: FakeInstance, _ name: String, of fake: Any.Type, at site: CallSite,
    condition: Condition<Arguments>? = nil
  ) {
    self.instance = instance
    self.site = site
    instance.joinScopeToStub()
    (function, id) = instance.state.withLock { state in
      let function = state.function(
        FunctionState<Arguments, Output, E.Failure>.self, named: name, of: fake, instance)
      return (function, function.addChain(at: site, condition: condition))
    }
  }

  /// Returns the values, one call after the other.
  @discardableResult
  public func thenReturn(_ value: Output, _ more: Output...) -> Self {
    for value in [value] + more { add(.returned(value)) }
    return self
  }

  /// Returns the value that many times; as the last response, for ever.
  @discardableResult
  public func thenReturn(_ value: Output, times: Int) -> Self {
    guard times > 0 else {
      stop("thenReturn(_:times: \(times)) returns nothing. Write a number from 1, or no response.")
    }
    return add(.returned(value), times: times)
  }

  /// Throws the error.
  @discardableResult
  public func thenThrow(_ error: E.Failure) -> Self { add(.thrown(error)) }

  /// Does what the closure says; it gets the number of the call, from 1, and the arguments.
  @discardableResult
  public func then(
    _ perform: @escaping (_ invocationCount: Int, Arguments) throws(E.Failure) -> Output
  ) -> Self {
    add(.behavior(perform))
  }

  /// Fails the test at every further call.
  ///
  /// Such a call throws `FakedError.missingFunction` where its function can throw any error, and
  /// returns a natural default elsewhere; where there is none, or no scope, it stops the process.
  @discardableResult
  public func thenFail() -> Self { add(.unexpected) }

  /// Answers only calls for whose arguments the condition holds; others go to older stubs.
  ///
  /// To be written before the responses: the first one replaces the older stubs where no condition comes
  /// before it.
  public func `where`(_ condition: @escaping (Arguments) -> Bool) -> Self {
    change { $0.adding(where: condition) }
  }

  /// The same stub, which is not reported when no call uses it: for a fixture that many tests share.
  public var lenient: Self {
    change { $0.lenient }
  }
}

extension Stub where E: AsyncEffect {
  /// Does what the closure says, on the actor it was written on.
  @discardableResult
  public func then(
    _ perform: @escaping (_ invocationCount: Int, Arguments) async throws(E.Failure) -> Output
  ) -> Self {
    add(.asyncBehavior(AsyncBehavior(perform)))
  }
}

extension Stub where Output == Void {
  /// Returns, and does nothing else.
  @discardableResult
  public func thenReturn() -> Self { thenReturn(()) }
}

extension Stub where Output == Any? {
  /// Returns, and does nothing else; for methods without a result.
  @discardableResult
  public func thenReturn() -> Self { thenReturn(()) }
}

extension Stub {
  @discardableResult
  func add(_ response: Response<Arguments, Output, E.Failure>, times: Int = 1) -> Self {
    change { $0.adding(Turn(response: response, times: times)) }
  }

  /// Puts a fault or a delay before the responses.
  func add(_ overlay: Overlay<Arguments, E.Failure>) -> Self {
    change { $0.adding(overlay) }
  }

  /// Changes the stub.
  @discardableResult
  private func change(
    _ change: (StubEntry<Arguments, Output, E.Failure>) -> StubEntry<Arguments, Output, E.Failure>
  ) -> Self {
    _ = instance.state.withLock { _ in function.change(id, change) }
    return self
  }

  func stop(_ message: String) -> Never {
    fatalError("\(function.label) at \(site): \(message)")
  }
}
