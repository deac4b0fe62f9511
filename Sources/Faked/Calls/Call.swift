// The life of a call, in this order:
//
//   begin       counts and records the call, under the lock of the fake
//   observe     captures the site of the call
//   choose      finds the newest stub whose condition holds, and takes its response
//   respond     runs the response, or the fallback of the method; no lock is held
//   finish      records the outcome, under the lock
//
// An exploration surrounds `choose` and `respond`. Calls that suspend have their own `perform` and `respond`. All errors
// in between are `any Error`: `perform` restores the type of the errors that the function throws.
//
// The functions of a plain call are `@inlinable`: a call takes 6 times as long if the compiler can't specialize them for
// the types of the method. Without optimization, only `@inline(always)`, which Swift 6.3 introduced, specializes a generic
// function. With it, a call in a debug build takes 1.1 µs instead of 1.8 µs. In a debug build, generic properties such as
// `isEmpty` and `last` take 10 ns each, so the path of a call uses `count`. `@inline(__always)` has an effect only with
// optimization. Without it on the forms with a fallback, the optimizer of Swift 6.3.1 crashes if the result of the function
// is an empty structure.

/// A call in flight: it was counted and recorded, and has not ended.
///
/// The call refers to its fake and its function, so it ends where it began, even if the fake is torn down or reset in
/// the meantime.
@usableFromInline
package struct Call<Arguments, Output> {
  @usableFromInline package let instance: FakeInstance
  @usableFromInline package let function: FunctionState<Arguments, Output>
  @usableFromInline package let arguments: Arguments
  /// The number of the call among all calls of its function.
  @usableFromInline let number: Int
  /// The number of calls since the function was last stubbed unconditionally, this one included.
  @usableFromInline let invocationCount: Int
  /// A Boolean value that indicates whether the scope of the fake had ended when the call was recorded.
  @usableFromInline let isAfterEnd: Bool
  /// The response, if it was taken when the call was recorded. A second lock would take 30 ns.
  @usableFromInline let response: Response<Arguments, Output>?
  /// The interceptor of the scope, if it has one.
  @usableFromInline var interceptor: (any CallInterceptor)?

  /// A stub whose condition did not hold, and a bit for each argument that doesn't meet it.
  @usableFromInline typealias Mismatch = (stub: Int32, bits: UInt64)

  @inlinable
  init(
    instance: FakeInstance, function: FunctionState<Arguments, Output>, arguments: Arguments,
    number: Int, invocationCount: Int, isAfterEnd: Bool, response: Response<Arguments, Output>?
  ) {
    self.instance = instance
    self.function = function
    self.arguments = arguments
    self.number = number
    self.invocationCount = invocationCount
    self.isAfterEnd = isAfterEnd
    self.response = response
  }
}

/// The response of a method to calls to which no stub responds.
@usableFromInline
enum Fallback {
  /// The call fails, or returns the natural default of a type.
  case failure(returning: Any.Type)
  /// The fake's own behavior responds.
  case ownBehavior
  /// A real implementation responds, or its recording.
  case real
}

// Begin and finish.
extension FakeInstance {
  /// Counts and records a call.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func begin<Arguments, Output, Failure: Error>(
    _ type: FunctionState<Arguments, Output>.Type, throwing failure: Failure.Type,
    named name: String, of fake: Any.Type, calledBy caller: Caller,
    _ arguments: (FunctionState<Arguments, Output>) -> Arguments
  ) -> Call<Arguments, Output> {
    let now = monotonicNanoseconds()
    // The log may discard a call, which must not be deallocated under the lock.
    let (function, arguments, number, count, isObserved, isAfterEnd, response, _) = state.contents
      .withInlinedLock { contents in
        let function = contents.function(type, throwing: failure, named: name, of: fake, self)
        let arguments = arguments(function)
        let (number, count, discarded) = contents.record(arguments, of: function, at: now)
        let isObserved = contents.isObserved
        // An observed call may fail before it reaches its stub, so it chooses its response later.
        let response = isObserved ? nil : function.takeOnlyResponse(forCall: number)
        return (
          function, arguments, number, count, isObserved, contents.isAfterEnd, response, discarded
        )
      }
    let call = Call(
      instance: self, function: function, arguments: arguments, number: number,
      invocationCount: count, isAfterEnd: isAfterEnd, response: response)
    return isObserved ? call.observed(throwing: failure, calledBy: caller) : call
  }
}

extension Call {
  /// Numbers the call in its scope, captures its site, gets the decision of the interceptor, and resumes the tests that
  /// wait for the call.
  ///
  /// A call that was recorded after the end of the scope of the fake begins again if the fake can join the scope
  /// of the caller.
  @usableFromInline @inline(never)
  func observed<Failure: Error>(
    throwing failure: Failure.Type, calledBy caller: Caller
  ) -> Call {
    // Not the current state of the fake: another call may have moved it to a scope since.
    if isAfterEnd {
      instance.joinCurrentScope()
      if !instance.state.isEnded {
        return instance.begin(
          FunctionState<Arguments, Output>.self, throwing: failure, named: function.name,
          of: function.label.fake, calledBy: caller
        ) { _ in arguments }
      }
    }
    var call = self
    let (life, waiters) = instance.state.contents.withLock { ($0.life, $0.waiters) }
    // A test that waits for the call can read its site.
    defer { for waiter in waiters { waiter.send() } }
    switch life {
    case .idle: TestScope.ofTask?.interceptor?.addOutsideCall(of: function.label.owner)
    case .active(let scope):
      let (newNumber, sites) = (scope.nextCallNumber(), scope.callSites)
      let site = sites?.capture(caller)
      withFunction { $0.setNumber(newNumber, site, in: sites, ofCall: number) }
      call.interceptor = scope.interceptor
    case .ended: break
    }
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
    instance.state.contents.withInlinedLock { _ in
      // The log may have discarded the call in the meantime.
      if let position = function.numbering.position(of: number, kept: function.calls.count) {
        function.calls[position].outcome = outcome
        function.calls[position].facts.end(at: now, isCancelled: isCancelled)
      }
    }
  }
}

// Choose.
extension Call {
  /// Returns the response of the newest stub that responds to the call, and the stubs whose conditions didn't hold.
  ///
  /// Conditions are user code, so they run without the lock. The stub may have no response left when they hold.
  @inlinable @inline(never)
  func choose() -> (response: Response<Arguments, Output>?, mismatches: [Mismatch]) {
    // The replaced stubs are released after the lock.
    let (stubs, _) = instance.state.contents.withLock { _ in
      let replaced = function.removeReplacedStubs()
      return (function.stubs.map { ($0, $0.condition) }, replaced)
    }
    var mismatches: [Mismatch] = []
    for (stub, condition) in stubs.reversed() {
      let bits = condition?.mismatches(arguments) ?? 0
      guard bits == 0 else {
        mismatches.append((stub.id, bits))
        continue
      }
      let response = instance.state.contents.withLock { _ in
        function.takeResponse(of: stub, forCall: number)
      }
      guard let response else { continue }
      condition?.matched?(arguments)
      return (response, mismatches)
    }
    return (nil, mismatches)
  }
}

// Respond.
extension Faked {
  /// Runs a call of a function that does not suspend.
  ///
  /// - Parameters:
  ///   - call: The call that `begin` recorded.
  ///   - fallback: The response if no stub responds.
  ///   - behavior: The fake's own behavior, or the real implementation.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func perform<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output>, _ fallback: Fallback,
    _ behavior: () throws(Failure) -> Output
  ) throws(Failure) -> Output {
    do {
      let output =
        if let interceptor = call.interceptor {
          try interceptor.perform(call) { try respond(to: call, fallback, behavior) }
        } else {
          try respond(to: call, fallback, behavior)
        }
      call.finish(.returned(output))
      return output
    } catch {
      call.finish(.threw(error))
      throw restored(error)
    }
  }

  /// Runs a call of a method without a fallback of its own.
  @inlinable
  #if compiler(>=6.3)
    @inline(always)
  #endif
  func perform<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output>, throwing _: Failure.Type,
    returning type: Any.Type = Output.self
  ) throws(Failure) -> Output {
    try perform(call, .failure(returning: type)) { () throws(Failure) -> Output in
      unreachable()
    }
  }

  @inlinable @inline(__always)
  func respond<Arguments, Output>(
    to call: Call<Arguments, Output>, _ fallback: Fallback, _ behavior: () throws -> Output
  ) throws -> Output {
    // The tuple below would be slow in a debug build.
    if case .behavior(let behavior) = call.response {
      return try behavior(call.invocationCount, call.arguments)
    }
    let (response, mismatches) = call.response == nil ? call.choose() : (call.response, [])
    switch response {
    case .behavior(let behavior): return try behavior(call.invocationCount, call.arguments)
    case nil: return try fallBack(call, mismatches, fallback, behavior)
    case .asyncBehavior, .hold: return try call.failAsyncResponse()
    }
  }

  /// Runs the fallback of a call to which no stub responds.
  @inlinable @inline(never)
  func fallBack<Arguments, Output>(
    _ call: Call<Arguments, Output>, _ mismatches: [Call<Arguments, Output>.Mismatch],
    _ fallback: Fallback, _ behavior: () throws -> Output
  ) throws -> Output {
    switch fallback {
    case .failure(let type): return try failUnstubbed(call, mismatches, returning: type)
    case .ownBehavior: return try behavior()
    case .real:
      guard let response = call.recordedResponse() else { return try behavior() }
      guard case .callThrough(let record) = response else { return try call.output(response) }
      let outcome: CallOutcome<Output>
      do { outcome = .returned(try behavior()) } catch { outcome = .threw(error) }
      return try call.output(record(outcome))
    }
  }
}

// The same for functions that may suspend, on the actor of the caller.
extension Faked {
  @inlinable
  func performAsync<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output>, isolation: isolated (any Actor)?, _ fallback: Fallback,
    _ behavior: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    do {
      let output =
        if let interceptor = call.interceptor {
          try await interceptor.perform(call, isolation: isolation) {
            try await respondAsync(to: call, isolation: isolation, fallback, behavior)
          }
        } else {
          try await respondAsync(to: call, isolation: isolation, fallback, behavior)
        }
      call.finish(.returned(output))
      return output
    } catch {
      call.finish(.threw(error))
      throw restored(error)
    }
  }

  @inlinable
  func performAsync<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output>, isolation: isolated (any Actor)?, throwing _: Failure.Type,
    returning type: Any.Type = Output.self
  ) async throws(Failure) -> Output {
    try await performAsync(call, isolation: isolation, .failure(returning: type)) {
      () throws(Failure) -> Output in unreachable()
    }
  }

  @inlinable
  func respondAsync<Arguments, Output>(
    to call: Call<Arguments, Output>, isolation: isolated (any Actor)?,
    _ fallback: Fallback, _ behavior: () async throws -> Output
  ) async throws -> Output {
    let (response, mismatches) = call.response == nil ? call.choose() : (call.response, [])
    switch response {
    case .behavior(let behavior): return try behavior(call.invocationCount, call.arguments)
    case .asyncBehavior(let behavior):
      // The caller waits for the behavior, so both never use these values at the same time.
      nonisolated(unsafe) let (behavior, arguments) = (behavior, call.arguments)
      nonisolated(unsafe) let output = try await behavior(call.invocationCount, arguments)
      return output
    case .hold(let queue): return try await call.wait(in: queue, isolation: isolation)
    case nil:
      return try await fallBackAsync(call, mismatches, isolation: isolation, fallback, behavior)
    }
  }

  @inlinable @inline(never)
  func fallBackAsync<Arguments, Output>(
    _ call: Call<Arguments, Output>, _ mismatches: [Call<Arguments, Output>.Mismatch],
    isolation: isolated (any Actor)?, _ fallback: Fallback,
    _ behavior: () async throws -> Output
  ) async throws -> Output {
    switch fallback {
    case .failure(let type): return try failUnstubbed(call, mismatches, returning: type)
    case .ownBehavior: return try await behavior()
    case .real:
      guard let response = call.recordedResponse() else { return try await behavior() }
      guard case .callThrough(let record) = response else { return try call.output(response) }
      let outcome: CallOutcome<Output>
      do { outcome = .returned(try await behavior()) } catch { outcome = .threw(error) }
      return try call.output(record(outcome))
    }
  }
}

/// The fallback of a method that has none.
@usableFromInline
func unreachable() -> Never { fatalError("A call to which no stub responds has failed before.") }

/// Returns an error as the type that its function throws.
@inlinable
func restored<Failure: Error>(_ error: any Error) -> Failure {
  if let failure = error as? Failure { return failure }
  fatalError("A call threw \(error), but its function throws only \(Failure.self).")
}
