/// A call in flight: it was counted and recorded, and has not ended.
///
/// The call refers to its fake and its function, so it ends where it began, even if the fake is torn down or reset in
/// the meantime.
@usableFromInline
package struct Call<Arguments, Output, Failure: Error> {
  @usableFromInline package let instance: FakeInstance
  @usableFromInline package let function: FunctionState<Arguments, Output, Failure>
  @usableFromInline package let arguments: Arguments
  /// The number of the call among all calls of its function.
  @usableFromInline let number: Int
  /// The number of calls since the function was last stubbed unconditionally, this one included.
  @usableFromInline let invocationCount: Int
  @usableFromInline var plan: CallPlan<Arguments, Output, Failure>
  @usableFromInline let observation: CallObservation
  /// The facts that only a few calls have.
  @usableFromInline var details: CallDetails?

  @inlinable
  init(
    instance: FakeInstance, function: FunctionState<Arguments, Output, Failure>,
    arguments: Arguments, number: Int, invocationCount: Int,
    plan: CallPlan<Arguments, Output, Failure>, observation: CallObservation
  ) {
    self.instance = instance
    self.function = function
    self.arguments = arguments
    self.number = number
    self.invocationCount = invocationCount
    self.plan = plan
    self.observation = observation
  }

  /// Records the arguments that don't meet the condition of a stub, for the failure of the call.
  @usableFromInline
  mutating func recordMismatches(_ bits: UInt64, of stub: Int32) {
    addDetails().mismatches.append((stub, bits))
  }

  /// Records that a stub delays the call.
  @usableFromInline
  mutating func recordDelay(by stub: Int32) {
    let details = addDetails()
    details.delay = details.delay ?? stub
  }

  /// Returns the details of the call, which are created when the first fact is recorded.
  private mutating func addDetails() -> CallDetails {
    let details = details ?? CallDetails()
    self.details = details
    return details
  }
}

/// The next step of a call.
@usableFromInline
enum CallPlan<Arguments, Output, Failure: Error> {
  /// No stub has been chosen yet.
  case undecided
  /// A stub responds.
  case respond(Response<Arguments, Output, Failure>)
  /// No stub responds.
  case unstubbed
}

/// The reason why a call needs more work than counting, recording, and responding.
@usableFromInline
enum CallObservation {
  case none
  /// An interceptor decides about the call, or a test waits for it.
  case observed
  /// The scope of the fake had ended when the call was made.
  case afterEnd
}

/// The facts that only a few calls have. Only the call uses them, on one thread at a time.
@usableFromInline
package final class CallDetails {
  /// The decision of the interceptor of the scope.
  var interception: Interception?
  /// The stubs whose conditions did not hold, and the arguments that don't meet each condition.
  var mismatches: [(stub: Int32, bits: UInt64)] = []
  /// The newest stub that delays the call and has no other response.
  var delay: Int32?

  init() {}
}
