// The way of every call: `begin` counts and records it under the lock, the response runs with no lock
// held, `end` writes down the outcome under the lock. It is written twice, with and without `await`,
// because a call that does not suspend must not pay for one that does.
//
// `@_transparent` and `@exclusivity(unchecked)` stand on this way alone: without them a typed call takes
// 1.6 and 1.9 times as many instructions (Benchmarks/Scripts/instructions.sh). And here alone the lock is
// taken without a closure: a build without optimization does not specialize closures, and a call took 1.4
// times as many instructions there.
extension FakeInstance {
  /// Runs a call of a function that does not suspend.
  ///
  /// `unstubbed` answers where no stub does, `convert` gives the result the type of the method.
  @usableFromInline @_transparent
  func run<Arguments, Output, Failure: Error, Result>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    unstubbed: (StartedCall<Arguments, Output, Failure>, Arguments) throws(Failure) -> Output,
    convert: (Output, StartedCall<Arguments, Output, Failure>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      let output: Output
      switch call.response {
      case .behavior(let behavior): output = try behavior(call.invocationCount, arguments)
      default: output = try answer(call, arguments, unstubbed)
      }
      let result = try convert(output, call)
      end(call.function, call.number, .returned(output))
      return result
    } catch {
      end(call.function, call.number, .threw(error))
      throw error
    }
  }

  /// Answers a call whose response depends on its arguments, or is no plain behavior.
  @inlinable @inline(never)
  func answer<Arguments, Output, Failure: Error>(
    _ call: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    _ unstubbed: (StartedCall<Arguments, Output, Failure>, Arguments) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    var call = call
    if call.response == nil { choose(for: &call, arguments) }
    let output: Output
    switch call.response {
    case .behavior(let behavior): output = try behavior(call.invocationCount, arguments)
    case nil: output = try unstubbed(call, arguments)
    default: output = try failResponse(of: call)
    }
    return call.details == nil ? output : try altered(output, of: call)
  }

  /// Runs a call of a function that may suspend, on the actor of its caller up to the behavior.
  @inlinable
  func runAsync<Arguments, Output, Failure: Error, Result>(
    _ started: StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    isolation: isolated (any Actor)?,
    unstubbed: (UncheckedSendable<(StartedCall<Arguments, Output, Failure>, Arguments)>)
      async
      throws(Failure) -> Output,
    convert: (Output, StartedCall<Arguments, Output, Failure>) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    var call = started
    do throws(Failure) {
      if call.details != nil { try await wait(for: call, isolation: isolation) }
      if call.response == nil { choose(for: &call, arguments) }
      if case .delayed = call.response {
        try await passDelays(of: &call, arguments, isolation: isolation)
      }
      var output: Output
      switch call.response {
      case .behavior(let behavior): output = try behavior(call.invocationCount, arguments)
      case .asyncBehavior(let behavior):
        output = try await run(behavior, call.invocationCount, arguments, isolation: isolation)
      case .hold(let hold): output = try await hold(arguments).wait(isolation: isolation)
      case nil: output = try await unstubbed(UncheckedSendable((call, arguments)))
      default: output = try failResponse(of: call)
      }
      if call.details != nil { output = try altered(output, of: call) }
      let result = try convert(output, call)
      end(call.function, call.number, .returned(output))
      return result
    } catch {
      end(call.function, call.number, .threw(error))
      throw error
    }
  }

  /// Counts and records a call.
  @usableFromInline @_transparent
  func begin<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments, canWait: Bool = false
  ) -> StartedCall<Arguments, Output, Failure> {
    let now = monotonicNanoseconds()
    // A call that the log forgets for this one ends here, where no lock is held.
    var forgotten: AnyObject?
    state.mutex.lock()
    let call = state.value.record(
      arguments, of: type, named: name, of: fake, self, at: now, &forgotten)
    state.mutex.unlock()
    withExtendedLifetime(forgotten) {}
    guard call.isWatched else { return call }
    return observe(call, arguments, canWait: canWait) {
      begin(type, named: name, of: fake, arguments, canWait: canWait)
    }
  }

  @usableFromInline @_transparent
  func end<Arguments, Output, Failure: Error>(
    _ function: FunctionState<Arguments, Output, Failure>, _ number: Int,
    _ outcome: CallOutcome<Output>
  ) {
    let now = monotonicNanoseconds()
    let cancelled = Task.isCancelled
    state.mutex.lock()
    function.log.end(number, outcome, at: now, cancelled: cancelled)
    state.mutex.unlock()
    // Its function may be kept by this call alone.
    withExtendedLifetime(function) {}
  }

  /// Finds the newest stub whose condition holds, and takes its next response.
  ///
  /// Conditions are user code: the stubs are copied under the lock, and asked without it. With `older`
  /// only stubs below that one are asked.
  @inlinable @inline(never)
  func choose<Arguments, Output, Failure: Error>(
    for call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    below older: Int32? = nil
  ) {
    let function = call.function
    let number = call.number
    call.response = nil
    var stubs = state.withLock { _ in function.entries }[...]
    if let older, let position = stubs.lastIndex(where: { $0.id == older }) {
      stubs = stubs[..<position]
    }
    for case let stub as StubEntry<Arguments, Output, Failure> in stubs.reversed()
    where !stub.isEmpty {
      let mismatches = stub.condition?.mismatches(arguments) ?? 0
      guard mismatches == 0 else {
        call.noteMismatches(mismatches, of: stub.id)
        continue
      }
      call.response = state.withLock { _ in function.next(of: stub, forCall: number) }
      guard call.response != nil else { continue }
      stub.condition?.matched?(arguments)
      return
    }
  }

  /// Waits until the exploration lets the call go on.
  @usableFromInline
  func wait<Arguments, Output, Failure: Error>(
    for call: StartedCall<Arguments, Output, Failure>, isolation: isolated (any Actor)?
  ) async throws(Failure) {
    try await call.details?.observer?.wait(
      for: call.key, throwing: Failure.self, isolation: isolation)
  }

  /// What the call returns, where an exploration decides about that.
  @usableFromInline
  func altered<Arguments, Output, Failure: Error>(
    _ output: Output, of call: StartedCall<Arguments, Output, Failure>
  ) throws(Failure) -> Output {
    guard let alterer = call.details?.alterer else { return output }
    return try alterer.answer(output, to: call.key, throwing: Failure.self)
  }

  /// Waits as the stubs of the call say, up to its response.
  @usableFromInline
  func passDelays<Arguments, Output, Failure: Error>(
    of call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments,
    isolation: isolated (any Actor)?
  ) async throws(Failure) {
    while case .delayed(let wait, let next, let stub) = call.response {
      do {
        try await run(wait, call.invocationCount, arguments, isolation: isolation)
      } catch {
        // Where the function cannot throw what ended the wait, the call goes on without it.
        if let failure = error as? Failure { throw failure }
      }
      if let next {
        call.response = next
      } else {
        choose(for: &call, arguments, below: stub)
      }
    }
  }

  @inlinable
  func run<Arguments, Output, Failure: Error>(
    _ behavior: AsyncBehavior<Arguments, Output, Failure>, _ count: Int, _ arguments: Arguments,
    isolation: isolated (any Actor)?
  ) async throws(Failure) -> Output {
    let arguments = UncheckedSendable(arguments)
    return try await { () async throws(Failure) -> UncheckedSendable<Output> in
      UncheckedSendable(try await behavior.run(count, arguments.value))
    }().value
  }
}
