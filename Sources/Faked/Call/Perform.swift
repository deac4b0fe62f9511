// The way of every call, typed or untyped: `begin` counts and records it under the lock, the behavior
// runs with no lock held, `end` writes down the outcome under the lock. It is written twice, with and
// without `await`, because a call that does not suspend must not pay for one that does. The path without it
// is transparent, so that even a debug build compiles it for the types of each function: three times
// faster in a release build, and twice in a debug build.
extension FakeInstance {
  @usableFromInline @_transparent
  func begin<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments, canWait: Bool
  ) -> (
    call: StartedCall<Arguments, Output, Failure>,
    answer: Lesson<Arguments, Output, Failure>.Answer?
  ) {
    let now = MonotonicTime.now()
    functions.lock()
    let index = functions.value.clock.index(at: now)
    let calls = functions.value.calls(type, named: name, of: fake)
    let number = calls.pointee.log.nextNumber
    let forgotten = calls.pointee.log.append(arguments, index: index)
    calls.pointee.count &+= 1
    let (answer, siteIndex) =
      calls.pointee.settled == nil
      ? calls.pointee.function.nextUnsettledAnswer()
      : (calls.pointee.settled, calls.pointee.settledSite)
    let call = StartedCall(
      calls: calls, tearDowns: functions.value.tearDowns, number: number,
      invocationCount: number &+ 1 &- calls.pointee.countBeforeLesson, siteIndex: siteIndex)
    let waiters = functions.value.waiters
    functions.unlock()
    // A call that the history forgot for this one goes here, where no lock is held.
    withExtendedLifetime(forgotten) {}
    guard let waiters else { return (call, answer) }
    return meet(call, answer, arguments, canWait: canWait, waiters)
  }

  @usableFromInline @_transparent
  func end<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ outcome: CallOutcome<Output>
  ) {
    let now = MonotonicTime.now()
    let cancelled = Task.isCancelled
    functions.lock()
    if functions.value.tearDowns == call.tearDowns {
      call.calls.pointee.log.end(
        call.number, outcome, at: now, by: functions.value.clock, cancelled: cancelled,
        siteIndex: call.siteIndex)
    }
    functions.unlock()
  }

  /// Runs a call of a function that does not suspend.
  ///
  /// `untaught` answers where nothing was taught, `convert` gives the result the type of the method.
  @usableFromInline @_transparent
  func perform<Arguments, Output, Failure: Error, Result>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments,
    untaught: (FakeInstance, UntaughtCall<Arguments, Output, Failure>) throws(Failure) -> Output,
    convert: (FakeInstance, Output, StartedCall<Arguments, Output, Failure>) throws(Failure) ->
      Result
  ) throws(Failure) -> Result {
    var (call, ready) = begin(type, named: name, of: fake, arguments, canWait: false)
    do throws(Failure) {
      let output: Output
      switch (consume ready) ?? choose(for: &call, arguments) {
      case .sync(let behavior): output = try behavior(call.invocationCount, arguments)
      case .async: output = try failAsyncBehavior(call, named: name, of: fake)
      case nil: output = try untaught(self, (call, arguments))
      }
      let result = try convert(self, output, call)
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
    untaught: (FakeInstance, Passed<UntaughtCall<Arguments, Output, Failure>>)
      async
      throws(Failure) -> Output,
    convert: (FakeInstance, Output, StartedCall<Arguments, Output, Failure>) throws(Failure) ->
      Result
  ) async throws(Failure) -> Result {
    var (call, ready) = begin(type, named: name, of: fake, arguments, canWait: true)
    do throws(Failure) {
      var answer = consume ready
      if answer == nil {
        answer = try await chooseAsync(for: &call, arguments, isolation: isolation)
      }
      let output: Output
      switch answer {
      case .sync(let behavior): output = try behavior(call.invocationCount, arguments)
      case .async(let behavior):
        let count = call.invocationCount
        let passed = Passed((behavior, arguments))
        output = try await { () async throws(Failure) -> Passed<Output> in
          Passed(try await passed.value.0(count, passed.value.1))
        }().value
      case nil: output = try await untaught(self, Passed((call, arguments)))
      }
      let result = try convert(self, output, call)
      end(call, .returned(output))
      return result
    } catch {
      end(call, .threw(error))
      throw error
    }
  }
}
