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
  /// Returns the kind of the response that the stubs have for the call.
  package let response: () -> ResponseKind
  /// The error that the call threw. `nil` if it has not thrown one.
  package let error: () -> (any Error)?
  /// The line that made the call, if it was captured.
  package let capturedSite: () -> CapturedSite?
  private let argumentTuple: Any

  init<Arguments, Output>(_ call: Call<Arguments, Output>, canSuspend: Bool) {
    function = call.function
    id = CallID(function: ObjectIdentifier(call.function), number: call.number)
    self.canSuspend = canSuspend
    output = Output.self
    let (instance, function, number) = (call.instance, call.function, call.number)
    response = { instance.state.contents.withLock { _ in function.responseKind } }
    error = { instance.state.contents.withLock { _ in function.error(ofCall: number) } }
    capturedSite = { instance.state.contents.withLock { _ in function.callSite(ofCall: number) } }
    argumentTuple = call.arguments
  }

  /// The type of the errors that the function throws.
  package var failure: Any.Type { function.failure }

  /// Returns a Boolean value that indicates whether the function can throw an error.
  package var canThrowError: @Sendable (any Error) -> Bool { function.canThrow }

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
///
/// The errors that the function can't throw are left out.
@usableFromInline
final class Interception {
  private let decision: CallDecision
  private let interceptor: any CallInterceptor
  private let call: InterceptedCall

  init(_ interceptor: any CallInterceptor, _ call: InterceptedCall, _ decision: CallDecision) {
    (self.interceptor, self.call, self.decision) = (interceptor, call, decision)
  }

  /// Throws the fault before the effect.
  @usableFromInline
  func throwFaultBeforeEffect() throws {
    if case .beforeEffect(let error) = decision.fault { try throwPossible(error) }
  }

  /// Returns the result of the call after its effect, or throws the fault after the effect.
  @usableFromInline
  func result<Output>(_ output: Output) throws -> Output {
    if case .afterEffect(let error) = decision.fault { try throwPossible(error) }
    return decision.replacesResult ? interceptor.replaceResult(output, of: call) : output
  }

  /// Suspends until the interceptor lets the stub run.
  @usableFromInline
  func waitForEffect(isolation: isolated (any Actor)?) async throws {
    guard decision.waitsForEffect else { return }
    do {
      try await interceptor.waitForEffect(of: call, decision, isolation: isolation)
    } catch {
      try throwPossible(error)
    }
  }

  /// Suspends until the interceptor lets the caller get the response.
  ///
  /// - Parameter isError: A Boolean value that indicates whether the response is an error. If the call waited for its
  ///   effect, an error is a part of the effect.
  @usableFromInline
  func waitForDelivery(isError: Bool, isolation: isolated (any Actor)?) async throws {
    guard decision.waitsForDelivery, !isError || !decision.waitsForEffect else { return }
    do {
      try await interceptor.waitForDelivery(of: call, decision, isolation: isolation)
    } catch {
      try throwPossible(error)
    }
  }

  private func throwPossible(_ error: any Error) throws {
    if call.canThrowError(error) { throw error }
  }
}

/// The calls that the scenario of an exploration makes of fakes without a scope, and its sleeps on clocks that it did not
/// make. The exploration can't decide about them.
package final class OutsideCalls: Sendable {
  /// A run of the scenario.
  package struct Run: Sendable {
    fileprivate let calls: OutsideCalls
    /// A number that no other run in the process has.
    let number: Int

    func addCall(of owner: String) { calls.state.withLock { _ = $0.owners.insert(owner) } }

    /// Records a sleep or an advance of a clock.
    ///
    /// - Parameter number: The number of the run that made the clock, or `nil` if no run did.
    func addWait(onClockOf number: Int?) {
      if number != self.number { calls.state.withLock { $0.sawClock = true } }
    }
  }

  private struct State {
    var owners: Set<String> = []
    var sawClock = false
  }

  /// The run on this task.
  @TaskLocal package static var current: Run?

  /// A Boolean value that indicates whether an exploration runs, perhaps in another test.
  static var areObserved: Bool { ExplorationCount.current > 0 }

  private static let runCount = Locked(0)
  private let state = Locked(State())

  package init() { ExplorationCount.add(1) }

  deinit { ExplorationCount.add(-1) }

  /// The names of the called fakes, sorted.
  package var fakes: [String] { state.withLock { $0.owners.sorted() } }

  /// A Boolean value that indicates whether a task slept on a clock that its run did not make.
  package var sawClock: Bool { state.withLock { $0.sawClock } }

  /// Returns the next run.
  package func nextRun() -> Run {
    let number = Self.runCount.withLock { count in
      count += 1
      return count
    }
    return Run(calls: self, number: number)
  }
}

/// Records the results of real implementations, or replays recorded results instead of them.
///
/// A recorder comes after all stubs, in place of the real implementation: a call to which a stub responds
/// is neither recorded nor replayed.
package protocol CallRecorder: AnyObject, Sendable {
  /// Decides how a call of a real implementation continues.
  func response<Output, Failure: Error>(
    to function: FunctionLabel, _ arguments: [Any?], returning: Output.Type, throwing: Failure.Type
  ) -> RecordedResponse<Output>

  /// Returns the same recording from its start, for one run of an exploration.
  func fromStart() -> any CallRecorder
}

/// The decision about a call of a real implementation.
@usableFromInline
package enum RecordedResponse<Output> {
  /// The call gets the recorded outcome.
  case recorded(CallOutcome<Output>)
  /// The call fails: the recording has no outcome for it.
  case missing(FakedError)
  /// The call gets the outcome of the real implementation.
  case real(CallOutcome<Output>)
  /// The call runs the real implementation. The closure records its outcome, and returns what the call gets.
  case callThrough((CallOutcome<Output>) -> RecordedResponse)
}

extension Call {
  /// Returns the decision of the recorder: a response, or a function that records the outcome of the real
  /// implementation. Both are `nil` if there is no recorder.
  @usableFromInline
  func recordedResponse() -> (
    response: RecordedResponse<Output>?,
    record: ((CallOutcome<Output>) -> RecordedResponse<Output>)?
  ) {
    guard let recorder = instance.recorder ?? instance.state.scope?.recorder else {
      return (nil, nil)
    }
    func response<Failure: Error>(throwing failure: Failure.Type) -> RecordedResponse<Output> {
      recorder.response(
        to: function.label, argumentList(arguments), returning: Output.self, throwing: failure)
    }
    let response = _openExistential(function.failure, do: response)
    if case .callThrough(let record) = response { return (nil, record) }
    return (response, nil)
  }

  /// Ends the call as the recorder decided.
  @usableFromInline
  func output(_ response: RecordedResponse<Output>) throws -> Output {
    if case .recorded = response {
      instance.state.contents.withLock { _ in
        function.log.change(number) { $0.isReplayed = true }
      }
    }
    switch response {
    case .recorded(.returned(let result)), .real(.returned(let result)): return result
    case .recorded(.threw(let error)), .real(.threw(let error)):
      guard function.canThrow(error) else {
        return try fail(.unfitRecording(function.label, failure: function.failure))
      }
      throw error
    case .missing(let error): return try fail(.recording(error))
    case .recorded, .real, .callThrough:
      return try fail(.unfitRecording(function.label, failure: function.failure))
    }
  }
}
