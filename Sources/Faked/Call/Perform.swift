/// A call that was counted and recorded, and has not run yet.
@usableFromInline
struct StartedCall<Arguments, Output, Failure: Error> {
  @usableFromInline let function: FunctionState<Arguments, Output, Failure>
  /// Which of the function's calls it is.
  @usableFromInline let number: Int
  /// The calls since the function was last taught without a condition, this one included.
  @usableFromInline let invocationCount: Int
  /// What answers the call, where the newest lesson has no condition.
  @usableFromInline var step: Lesson<Arguments, Output, Failure>.Step?
  /// A call that the history forgot for this one; it goes where no lock is held.
  @usableFromInline let forgotten: AnyObject?

  @inlinable
  init(
    function: FunctionState<Arguments, Output, Failure>, number: Int, invocationCount: Int,
    step: Lesson<Arguments, Output, Failure>.Step?, forgotten: AnyObject?
  ) {
    self.function = function
    self.number = number
    self.invocationCount = invocationCount
    self.step = step
    self.forgotten = forgotten
  }
}

/// A call that finds nothing taught, with its arguments for the text.
@usableFromInline
typealias UntaughtCall<Arguments, Output, Failure: Error> = (
  started: StartedCall<Arguments, Output, Failure>, arguments: Arguments
)

// The way of every call, typed or untyped: `begin` counts and records it under the lock, the behavior
// runs with no lock held, `end` writes down the outcome under the lock. It is written twice, with and
// without `await`, because a call that does not suspend must not pay for one that does. All of it is
// inlinable, so that the compiler builds it for the types of each function: three times faster.
extension FakeInstance {
  @inlinable @inline(__always)
  func begin<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments, canWait: Bool
  ) -> StartedCall<Arguments, Output, Failure> {
    let now = MonotonicTime.now()
    var (call, waiters) = functions.withLock { table in
      let function = table.function(type, named: name, of: fake)
      let number = function.calls.nextNumber
      let forgotten = function.calls.append(arguments, index: table.clock.index(at: now))
      function.callCount &+= 1
      let call = StartedCall(
        function: function, number: number,
        invocationCount: number &+ 1 &- function.callsBeforeLesson,
        step: function.nextStep(), forgotten: forgotten)
      return (call, table.waiters)
    }
    if let waiters { waiters.meet(&call, arguments, canWait: canWait) }
    return call
  }

  @inlinable @inline(__always)
  func end<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ outcome: CallOutcome<Output>
  ) {
    let now = MonotonicTime.now()
    let cancelled = Task.isCancelled
    let siteIndex = call.step?.siteIndex ?? -1
    functions.withLock { table in
      call.function.calls.end(
        call.number, outcome, at: now, by: table.clock, cancelled: cancelled, siteIndex: siteIndex)
    }
  }

  /// Runs a call of a function that does not suspend.
  ///
  /// `untaught` answers where nothing was taught, `convert` gives the result the type of the method.
  @inlinable
  func perform<Arguments, Output, Failure: Error, Result>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments,
    untaught: (UntaughtCall<Arguments, Output, Failure>) throws(Failure) -> Output,
    convert: (Output, StartedCall<Arguments, Output, Failure>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var call = begin(type, named: name, of: fake, arguments, canWait: false)
    if call.step == nil { choose(for: &call, arguments) }
    do throws(Failure) {
      let output: Output
      switch call.step?.answer {
      case .sync(let behavior): output = try behavior(call.invocationCount, arguments)
      case .async: output = try failAsyncBehavior(call)
      case nil: output = try untaught((call, arguments))
      }
      let result = try convert(output, call)
      end(call, .returned(output))
      return result
    } catch {
      end(call, .threw(error))
      throw error
    }
  }

  /// Runs a call of a function that may suspend, on the actor of its caller up to the behavior.
  @inlinable
  func performAsync<Arguments, Output, Failure: Error, Result>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments, isolation: isolated (any Actor)?,
    untaught: (Passed<UntaughtCall<Arguments, Output, Failure>>) async throws(Failure) -> Output,
    convert: (Output, StartedCall<Arguments, Output, Failure>) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var call = begin(type, named: name, of: fake, arguments, canWait: true)
    do throws(Failure) {
      if call.step == nil { try await chooseAsync(for: &call, arguments, isolation: isolation) }
      let output: Output
      switch call.step?.answer {
      case .sync(let behavior): output = try behavior(call.invocationCount, arguments)
      case .async(let behavior):
        let count = call.invocationCount
        let passed = Passed((behavior, arguments))
        output = try await { () async throws(Failure) -> Passed<Output> in
          Passed(try await passed.value.0(count, passed.value.1))
        }().value
      case nil: output = try await untaught(Passed((call, arguments)))
      }
      let result = try convert(output, call)
      end(call, .returned(output))
      return result
    } catch {
      end(call, .threw(error))
      throw error
    }
  }
}

/// Carries a value from a caller to its behavior and back, across the isolation of either.
///
/// Unchecked, because the caller waits for the behavior: the two never touch the value at one time.
@usableFromInline
struct Passed<Value>: @unchecked Sendable {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
