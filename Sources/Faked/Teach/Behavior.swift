/// What `when(\.f)` begins: steps that answer one call after the other, and conditions for them.
///
/// The steps run in order, and the last one repeats for ever. The first makes it what the function was
/// taught; until then calls find what was taught before.
/// `fake.when(\.load).thenReturn(1, 2).thenThrow(Offline())`.
public class Behavior<Arguments, Output, Failure: Error> {
  let chain: Chain<Arguments, Output, Failure>

  typealias Answer = Lesson<Arguments, Output, Failure>.Answer

  @usableFromInline
  init(
    teaching instance: FakeInstance, _ name: String, of fake: Any.Type, at site: CallSite,
    condition: Condition<Arguments>? = nil
  ) {
    chain = Chain(teaching: instance, name, of: fake, at: site, condition: condition)
  }

  /// Returns the values one call after the other.
  @discardableResult
  public func thenReturn(_ value: Output, _ more: Output...) -> Self {
    chain.add(
      ([value] + more).map { value in .sync { (_, _) throws(Failure) in value } }, times: 1)
    return self
  }

  /// Returns the value that many times; as the last step, for ever.
  @discardableResult
  public func thenReturn(_ value: Output, times: Int) -> Self {
    guard times > 0 else {
      chain.stop(
        "thenReturn(_:times: \(times)) returns nothing. Write a number from 1, or no step.")
    }
    return add(.sync { (_, _) throws(Failure) in value }, times: times)
  }

  /// Throws the error.
  @discardableResult
  public func thenThrow(_ error: Failure) -> Self {
    add(.sync { (_, _) throws(Failure) in throw error })
  }

  /// Does what the closure says; it gets the arguments.
  @discardableResult @_disfavoredOverload
  public func then(_ perform: @escaping (Arguments) throws(Failure) -> Output) -> Self {
    add(.sync { (_, arguments) throws(Failure) in try perform(arguments) })
  }

  /// Does what the closure says; it gets the number of the call, from 1, and the arguments.
  @discardableResult @_disfavoredOverload
  public func then(
    _ perform: @escaping (_ invocationCount: Int, Arguments) throws(Failure) -> Output
  ) -> Self {
    add(.sync { (count, arguments) throws(Failure) in try perform(count, arguments) })
  }

  /// Answers only calls for whose arguments the condition holds; others go to what was taught before.
  @_disfavoredOverload
  public func `where`(_ condition: @escaping (Arguments) -> Bool) -> Self {
    filtered(condition)
  }

  func filtered(_ condition: @escaping (Arguments) -> Bool) -> Self {
    chain.add(Condition(where: condition))
    return self
  }

  @discardableResult
  func add(_ answer: Answer, times: Int = 1) -> Self {
    chain.add([answer], times: times)
    return self
  }
}

extension Behavior where Output == Void {
  /// Returns, and does nothing else.
  @discardableResult
  public func thenReturn() -> Self { thenReturn(()) }
}

extension Behavior where Output == Any? {
  /// Returns, and does nothing else; for methods without a result.
  @discardableResult
  public func thenReturn() -> Self { thenReturn(()) }
}

/// What `when(\.f)` begins for an async function: a behavior whose steps may also suspend.
public final class AsyncBehavior<Arguments, Output, Failure: Error>: Behavior<
  Arguments, Output, Failure
>
{
  /// Does what the closure says, on the actor it was written on.
  @discardableResult @_disfavoredOverload
  public func then(_ perform: @escaping (Arguments) async throws(Failure) -> Output) -> Self {
    add(.async { (_, arguments) async throws(Failure) in try await perform(arguments) })
  }

  /// Does what the closure says; it gets the number of the call, from 1, and the arguments.
  @discardableResult @_disfavoredOverload
  public func then(
    _ perform: @escaping (_ invocationCount: Int, Arguments) async throws(Failure) -> Output
  ) -> Self {
    add(.async { (count, arguments) async throws(Failure) in try await perform(count, arguments) })
  }
}
