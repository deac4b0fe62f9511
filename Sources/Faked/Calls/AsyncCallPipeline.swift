// The pipeline of a call that may suspend. CallPipeline explains its steps.
extension Faked {
  /// Runs a call of a function that may suspend, on the actor of its caller.
  @inlinable
  func performAsync<Arguments, Output, Failure: Error>(
    _ started: Call<Arguments, Output, Failure>, isolation: isolated (any Actor)?,
    fallback: (UncheckedSendable<Call<Arguments, Output, Failure>>) async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    var call = started
    do throws(Failure) {
      let output = try await call.respondAsync(isolation: isolation, fallback: fallback)
      call.finish(.returned(output))
      return output
    } catch {
      call.finish(.threw(error))
      throw error
    }
  }
}

// The fallbacks of the forms of `handleCall`.
extension Faked {
  @inlinable
  func performAsync<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>, isolation: isolated (any Actor)?
  ) async throws(Failure) -> Output {
    try await performAsync(call, isolation: isolation) { (call) throws(Failure) in
      try failUnstubbed(call.value)
    }
  }

  @inlinable
  func performAsync<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>, isolation: isolated (any Actor)?,
    default behavior: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    try await performAsync(call, isolation: isolation) { (call) async throws(Failure) in
      call.value.recordDefault()
      return try await behavior()
    }
  }

  @inlinable
  func performAsync<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>, isolation: isolated (any Actor)?,
    real implementation: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    try await performAsync(call, isolation: isolation) { (call) async throws(Failure) in
      try await call.value.callThrough(isolation: isolation, implementation)
    }
  }

  @inlinable
  func performAsync<Arguments, Output, Failure: Error, Result>(
    _ call: Call<Arguments, Output, Failure>, isolation: isolated (any Actor)?,
    as type: Result.Type
  ) async throws(Failure) -> Result {
    let output = try await performAsync(call, isolation: isolation) { (call) throws(Failure) in
      try failUnstubbed(call.value, returning: type)
    }
    return try call.convert(output)
  }
}

// Respond.
extension Call {
  /// Runs the response of a call that may suspend.
  @inlinable
  mutating func respondAsync(
    isolation: isolated (any Actor)?,
    fallback: (UncheckedSendable<Call>) async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    if details != nil {
      try await waitForEffect(isolation: isolation)
      try throwFaultBeforeEffect()
    }
    if case .undecided = plan { choose() }
    try await passDelays(isolation: isolation)
    let output: Output
    do throws(Failure) {
      switch plan {
      case .respond(.constant(let behavior)), .respond(.behavior(let behavior)):
        output = try behavior(invocationCount, arguments)
      case .respond(.asyncBehavior(let behavior)):
        output = try await run(behavior, isolation: isolation)
      case .respond(.hold(let hold)):
        output = try await hold(arguments).wait(calledAt: capturedSite, isolation: isolation)
      case .unstubbed, .undecided: output = try await fallback(UncheckedSendable(self))
      case .respond: output = try failUnusableResponse()
      }
    } catch {
      if details != nil { try await waitForDeliveryOfError(isolation: isolation) }
      throw error
    }
    if details == nil { return output }
    try await waitForDelivery(isolation: isolation)
    return try resultAfterEffect(output)
  }

  /// Waits for the delays of the stubs that respond to the call.
  @inlinable
  mutating func passDelays(isolation: isolated (any Actor)?) async throws(Failure) {
    while case .respond(.delayed(let waits, let next)) = plan {
      for wait in waits {
        do {
          try await run(wait, isolation: isolation)
        } catch {
          // If the function can't throw the error that ended the wait, the call continues without waiting.
          if let failure = error as? Failure { throw failure }
        }
      }
      plan = next.map { .respond($0) } ?? .unstubbed
    }
  }

  @inlinable
  func run<Result, Thrown: Error>(
    _ behavior: AsyncBehavior<Arguments, Result, Thrown>, isolation: isolated (any Actor)?
  ) async throws(Thrown) -> Result {
    let (count, arguments) = (invocationCount, UncheckedSendable(arguments))
    return try await { () async throws(Thrown) -> UncheckedSendable<Result> in
      UncheckedSendable(try await behavior.run(count, arguments.value))
    }().value
  }
}
