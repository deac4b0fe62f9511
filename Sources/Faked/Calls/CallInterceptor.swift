/// An object that decides how the calls of one scope continue, such as an exploration.
package protocol CallInterceptor: AnyObject, Sendable {
  /// Decides how a call continues, when the call begins.
  func decide(about call: InterceptedCall) -> CallDecision

  /// Suspends an async call until its stub may run.
  ///
  /// - Throws: The error that the call throws instead, if its function can throw it.
  func waitForEffect(
    of call: InterceptedCall, _ decision: CallDecision, isolation: isolated (any Actor)?
  ) async throws

  /// Suspends an async call whose stub has run until its caller may get the response.
  ///
  /// - Throws: The error that the call throws instead, if its function can throw it.
  func waitForDelivery(
    of call: InterceptedCall, _ decision: CallDecision, isolation: isolated (any Actor)?
  ) async throws

  /// Returns a value that a call returns instead of its result.
  func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output
}

/// The decision of an interceptor about one call.
package struct CallDecision {
  /// The error with which a call fails, before or after its effect.
  package enum Fault {
    /// The call fails before its stub runs.
    case beforeEffect(any Error)
    /// The call fails after its stub has run: the response is lost.
    case afterEffect(any Error)
  }

  /// The fault to inject, if the function can throw the error.
  package var fault: Fault?
  /// A Boolean value that indicates whether an async call waits before its effect.
  package var waitsForEffect = false
  /// A Boolean value that indicates whether an async call waits before its delivery.
  package var waitsForDelivery = false
  /// A Boolean value that indicates whether the interceptor replaces the result.
  package var replacesResult = false

  package init() {}
}

/// A call in the form that interceptors use, without its types.
package struct InterceptedCall {
  package let function: AnyFunctionState
  package let id: CallID
  /// A Boolean value that indicates whether the call may suspend.
  package let canSuspend: Bool
  package let output: Any.Type
  package let failure: Any.Type
  /// Returns the kind of the response that the stubs have for the call.
  package let response: () -> ResponseKind
  /// The error that the call threw. `nil` if it has not thrown one.
  package let error: () -> (any Error)?
  /// The line that made the call, if it was captured.
  package let capturedSite: () -> CapturedSite?
  private let argumentTuple: Any

  init<Arguments, Output, Failure: Error>(
    _ call: Call<Arguments, Output, Failure>, canSuspend: Bool
  ) {
    function = call.function
    id = CallID(function: ObjectIdentifier(call.function), number: call.number)
    self.canSuspend = canSuspend
    output = Output.self
    failure = Failure.self
    canThrowError = { $0 is Failure }
    let (instance, function, number) = (call.instance, call.function, call.number)
    response = { instance.state.contents.withLock { _ in function.responseKind } }
    error = { instance.state.contents.withLock { _ in function.error(ofCall: number) } }
    capturedSite = { instance.state.contents.withLock { _ in function.callSite(ofCall: number) } }
    argumentTuple = call.arguments
  }

  /// Returns a Boolean value that indicates whether the function can throw an error.
  package let canThrowError: @Sendable (any Error) -> Bool

  /// The arguments, one by one.
  package var arguments: [Any?] { argumentList(argumentTuple) }

  /// Returns the line that made the call. A lookup costs milliseconds.
  package func site() -> CallSite? { capturedSite()?.site }
}

/// The kind of the response that a call gets.
package enum ResponseKind: Sendable {
  /// Every call gets the same response, so its effect has no order.
  case constant
  /// The call waits for the test.
  case held
  /// A behavior, a default, or a sequence of responses.
  case varies
}

/// Identifies a call for as long as its function lives.
package struct CallID: Hashable, Sendable {
  let function: ObjectIdentifier
  let number: Int
}

/// An interceptor and its decision about one call.
struct Interception {
  let interceptor: any CallInterceptor
  let call: InterceptedCall
  let decision: CallDecision
}

extension Call {
  /// Captures the site of the call, gets the decision of the interceptor, and resumes the tests that wait for the call.
  @usableFromInline
  mutating func intercept(calledBy caller: Caller) {
    let (life, waiters) = instance.state.contents.withLock { ($0.life, $0.waiters) }
    // A test that waits for the call can read its site.
    defer { for waiter in waiters { waiter.send() } }
    switch life {
    case .idle:
      captureSite(in: CallSiteTable.ofProcess, calledBy: caller)
      OutsideCalls.current?.addCall(of: function.label.owner)
    case .active(let scope):
      captureSite(in: scope.callSites, calledBy: caller)
      guard let interceptor = scope.interceptor else { return }
      let call = InterceptedCall(self, canSuspend: caller.canSuspend)
      details = CallDetails()
      details?.interception = Interception(
        interceptor: interceptor, call: call, decision: interceptor.decide(about: call))
    case .ended: break
    }
  }

  private func captureSite(in sites: CallSiteTable?, calledBy caller: Caller) {
    guard let sites, let site = sites.capture(caller) else { return }
    instance.state.contents.withLock { [function, number] _ in
      function.setSite(site, in: sites, ofCall: number)
    }
  }

  /// Throws the fault that an interceptor injects before the effect.
  @usableFromInline
  func throwFaultBeforeEffect() throws(Failure) {
    if case .beforeEffect(let error as Failure) = details?.interception?.decision.fault {
      throw error
    }
  }

  /// Returns the result of the call after its effect, or throws the fault that an interceptor injects there.
  @usableFromInline
  func resultAfterEffect(_ output: Output) throws(Failure) -> Output {
    guard let interception = details?.interception else { return output }
    if case .afterEffect(let error as Failure) = interception.decision.fault { throw error }
    guard interception.decision.replacesResult else { return output }
    return interception.interceptor.replaceResult(output, of: interception.call)
  }

  /// Suspends until the interceptor lets the stub run.
  @usableFromInline
  func waitForEffect(isolation: isolated (any Actor)?) async throws(Failure) {
    guard let interception = details?.interception, interception.decision.waitsForEffect else {
      return
    }
    do {
      try await interception.interceptor.waitForEffect(
        of: interception.call, interception.decision, isolation: isolation)
    } catch {
      if let failure = error as? Failure { throw failure }
    }
  }

  /// Suspends until the interceptor lets the caller get the error of the response, unless the error is a part of the
  /// effect.
  @usableFromInline
  func waitForDeliveryOfError(isolation: isolated (any Actor)?) async throws(Failure) {
    if details?.interception?.decision.waitsForEffect == true { return }
    try await waitForDelivery(isolation: isolation)
  }

  /// Suspends until the interceptor lets the caller get the response.
  @usableFromInline
  func waitForDelivery(isolation: isolated (any Actor)?) async throws(Failure) {
    guard let interception = details?.interception, interception.decision.waitsForDelivery else {
      return
    }
    do {
      try await interception.interceptor.waitForDelivery(
        of: interception.call, interception.decision, isolation: isolation)
    } catch {
      if let failure = error as? Failure { throw failure }
    }
  }
}
