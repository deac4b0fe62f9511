// The life of a call, in this order:
//
//   begin       counts and records the call, under the lock of the fake
//   intercept   lets an exploration decide about it, and wakes tests that wait for it
//   choose      finds the newest stub whose condition holds
//   respond     runs the response, or the fallback of the method; no lock is held
//   finish      records the outcome, under the lock
//
// This file contains the pipeline of a call that does not suspend. AsyncCallPipeline contains the same steps with
// `await`. Separate functions keep calls that do not suspend fast. They are `@inlinable`: a call takes 6 times as long
// if the compiler can't specialize them for the types of the method.
//
// Without optimization, only `@inline(always)`, which Swift 6.3 introduced, specializes a generic function. With it on the
// eight functions that pass on the arguments and the result of a plain call, a call in a debug build takes 1.1 µs instead
// of 1.8 µs. In a debug build, generic properties such as `isEmpty` and `last` take 10 ns each, so the path of a call uses
// `count`. `@inline(__always)` has an effect only with optimization. Without it on the forms with a fallback of their own,
// the optimizer of Swift 6.3.1 crashes if the result of the function is an empty structure.
extension Faked {
  /// Runs a call of a function that does not suspend.
  ///
  /// - Parameters:
  ///   - started: The call that `begin` recorded.
  ///   - fallback: The work of the call if no stub responds.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func perform<Arguments, Output, Failure: Error>(
    _ started: Call<Arguments, Output, Failure>,
    fallback: (Call<Arguments, Output, Failure>) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    do throws(Failure) {
      let output: Output
      if case .respond(.behavior(let behavior)) = started.plan {
        output = try behavior(started.invocationCount, started.arguments)
      } else {
        var call = started
        output = try call.respond(fallback: fallback)
      }
      started.finish(.returned(output))
      return output
    } catch {
      started.finish(.threw(error))
      throw error
    }
  }
}

// The fallbacks of the forms of `handleCall`.
extension Faked {
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func perform<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>
  ) throws(Failure) -> Output {
    try perform(call) { (call) throws(Failure) in try failUnstubbed(call) }
  }

  @inlinable @inline(__always)
  func perform<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>, default behavior: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    try perform(call) { (call) throws(Failure) in
      call.recordDefault()
      return try behavior()
    }
  }

  @inlinable @inline(__always)
  func perform<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>, real implementation: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    try perform(call) { (call) throws(Failure) in try call.callThrough(implementation) }
  }

  @inlinable
  func perform<Arguments, Output, Failure: Error, Result>(
    _ call: Call<Arguments, Output, Failure>, as type: Result.Type
  ) throws(Failure) -> Result {
    let output = try perform(call) { (call) throws(Failure) in
      try failUnstubbed(call, returning: type)
    }
    return try call.convert(output)
  }
}

// Begin and finish.
extension FakeInstance {
  /// Counts and records a call.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func begin<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output, Failure>.Type, named name: String, of fake: Any.Type,
    _ arguments: Arguments, calledBy caller: Caller = .synchronous
  ) -> Call<Arguments, Output, Failure> {
    let now = monotonicNanoseconds()
    // The log may discard a call, which must not be deallocated under the lock.
    let (function, number, count, plan, observation, _) = state.contents.withLock { contents in
      let function = contents.function(type, named: name, of: fake, self)
      let (number, count, plan, observation, discarded) = contents.record(
        arguments, of: function, at: now)
      return (function, number, count, plan, observation, discarded)
    }
    let call = Call(
      instance: self, function: function, arguments: arguments, number: number,
      invocationCount: count, plan: plan, observation: observation)
    if case .none = observation { return consume call }
    return call.observed(calledBy: caller)
  }
}

extension Call {
  /// Returns the call with the decision of its interceptor.
  ///
  /// A call that was recorded after the end of the scope of the fake begins again if the fake can join the scope
  /// of the caller.
  @usableFromInline @inline(never)
  func observed(calledBy caller: Caller) -> Call {
    if observation == .afterEnd, instance.joinScopeOfCaller() {
      return instance.begin(
        FunctionState<Arguments, Output, Failure>.self, named: function.name,
        of: function.label.fake, arguments, calledBy: caller)
    }
    var call = self
    call.intercept(calledBy: caller)
    return call
  }

  /// Records how the call ended.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func finish(_ outcome: CallOutcome<Output>) {
    let now = monotonicNanoseconds()
    let isCancelled = Task.isCancelled
    instance.state.contents.withLock { _ in
      // The log may have discarded the call in the meantime.
      if let position = function.log.numbering.position(of: number, kept: function.log.kept.count) {
        function.log.kept[position].outcome = outcome
        function.log.kept[position].facts.end(at: now, isCancelled: isCancelled)
      }
    }
  }
}

// Choose and respond.
extension Call {
  /// Finds the newest stub whose condition holds, and takes its next response.
  ///
  /// Conditions are user code. The stubs are copied under the lock, and their conditions run without it.
  @inlinable @inline(never)
  mutating func choose() {
    plan = .unstubbed
    // The delays of stubs without another response.
    var waits: [AsyncBehavior<Arguments, Void, any Error>] = []
    let stubs = instance.state.contents.withLock { [function] _ in
      function.stubs.map { (stub: $0, condition: $0.condition) }
    }
    for (stub, condition) in stubs.reversed() {
      let mismatches = condition?.mismatches(arguments) ?? 0
      guard mismatches == 0 else {
        recordMismatches(mismatches, of: stub.id)
        continue
      }
      let response = instance.state.contents.withLock { [function, number] _ in
        function.takeResponse(of: stub, forCall: number)
      }
      guard let response else { continue }
      condition?.matched?(arguments)
      if case .delayed(let more, then: nil) = response {
        waits += more
        recordDelay(by: stub.id)
        continue
      }
      plan = .respond(waits.isEmpty ? response : .delayed(waits, then: response))
      return
    }
    if !waits.isEmpty { plan = .respond(.delayed(waits, then: nil)) }
  }

  /// Runs the response of a call that does not suspend.
  @inlinable @inline(never)
  mutating func respond(
    fallback: (Call) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    if details != nil { try throwFaultBeforeEffect() }
    if case .undecided = plan { choose() }
    let output: Output
    switch plan {
    case .respond(.constant(let behavior)), .respond(.behavior(let behavior)):
      output = try behavior(invocationCount, arguments)
    case .unstubbed, .undecided: output = try fallback(self)
    case .respond: output = try failUnusableResponse()
    }
    return details == nil ? output : try resultAfterEffect(output)
  }
}
