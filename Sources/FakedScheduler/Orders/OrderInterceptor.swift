import Faked

/// Makes the calls and the steps of one run events of its scheduler.
///
/// An async call is two events: its effect, when the stub runs, and its delivery, when the caller gets the
/// response. If the stub is a constant, the effect has no order, and the two are one event.
final class OrderInterceptor: ExplorationInterceptor {
  private struct State {
    var sawCalls = false
    var sawOwnCall = false
    var sawCancelledCall = false
  }

  private let state = Locked(State())
  let roles = FunctionRoles()
  /// The exploration around this one, which decides first.
  private let outer: (any ExplorationInterceptor)?
  private let nested: NestedRun
  private let awaits: AwaitPoints?
  /// A Boolean value that indicates whether the scenario is canceled in this run, and may throw that.
  private let isCancelled: Bool

  init(
    within outer: (any ExplorationInterceptor)?, _ nested: NestedRun, _ awaits: AwaitPoints? = nil,
    isCancelled: Bool = false
  ) {
    self.outer = outer
    self.nested = nested
    self.awaits = awaits
    self.isCancelled = isCancelled
  }

  /// A Boolean value that indicates whether a fake of the run was called, or a step began.
  var sawCalls: Bool { state.withLock { $0.sawCalls } }

  /// A Boolean value that indicates whether a call was made of a function that is not exempt.
  var sawOwnCall: Bool { state.withLock { $0.sawOwnCall } }

  /// A Boolean value that indicates whether a task made a call after its cancellation, or was canceled during a call.
  var sawCancelledCall: Bool { state.withLock { $0.sawCancelledCall } }

  /// No exploration can begin within its runs.
  var isFirstRun: Bool { false }

  func expects(_ error: any Error) -> Bool {
    isCancelled && carries(error) { $0 is CancellationError } || outer?.expects(error) == true
  }

  func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    outer?.declare(role, for: function)
    roles.declare(role, for: function)
  }

  func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = outer?.decide(about: call, in: nested) ?? CallDecision()
    let function = call.function
    CalledFakes.add(function.label.fake)
    awaits?.add(function.label.fake)
    let isCancelled = Task.isCancelled
    state.withLock { state in
      state.sawCalls = true
      if isCancelled { state.sawCancelledCall = true }
    }
    guard roles.areOrdered(function) else {
      if call.canSuspend { Scheduler.current?.skipNextAwait() }
      return decision
    }
    state.withLock { $0.sawOwnCall = true }
    guard call.canSuspend else { return decision }
    switch call.response() {
    case .constant: decision.waitsForDelivery = true
    case .varies:
      decision.waitsForEffect = true
      decision.waitsForDelivery = true
    case .held: break
    }
    if case .beforeEffect = decision.fault { decision.waitsForEffect = true }
    return decision
  }

  /// The exploration around this one decides what a call returns.
  func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    outer?.replaceResult(output, of: call) ?? output
  }

  func waitForEffect(
    of call: InterceptedCall, _ decision: CallDecision, isolation: isolated (any Actor)?
  ) async throws {
    // If the stub throws, the effect ends the call, unless a fault after its effect does.
    let failsLater = if case .afterEffect = decision.fault { true } else { false }
    let event = event(
      of: call, .effect, endsCall: !failsLater,
      ifCancelled: "is canceled before its effect, and throws CancellationError", .mayLoseEffect)
    try await wait(for: event, isolation: isolation)
  }

  func waitForDelivery(
    of call: InterceptedCall, _ decision: CallDecision, isolation: isolated (any Actor)?
  ) async throws {
    let event = event(
      of: call, .delivery, endsCall: true,
      ifCancelled: "is canceled before it returns, and throws CancellationError", .mayLoseDelivery)
    // A call that was canceled before its effect ends as soon as it has had it.
    if Task.isCancelled, event.reactsToCancellation {
      Scheduler.current?.recordCancellation(of: event)
      throw CancellationError()
    }
    try await wait(for: event, isolation: isolation)
  }

  private func wait(for event: ScheduledEvent, isolation: isolated (any Actor)?) async throws {
    guard await Scheduler.current?.wait(for: event, isolation: isolation) != false else {
      throw CancellationError()
    }
    if Task.isCancelled { state.withLock { $0.sawCancelledCall = true } }
  }

  /// One of the two events of an async call.
  private enum Moment: String {
    case effect = "takes effect"
    case delivery = "returns"
  }

  private func event(
    of call: InterceptedCall, _ moment: Moment, endsCall: Bool, ifCancelled verbIfCancelled: String,
    _ cancellation: ScheduledEvent.Cancellation
  ) -> ScheduledEvent {
    let function = call.function
    let label = function.label
    // Only the task of the run formats the call, after the run.
    let call = UncheckedSendable(call)
    return ScheduledEvent(
      name: "\(label.name) \(moment.rawValue)", isLastResort: roles.isLastResort(function),
      isDelivery: moment == .delivery,
      cancellation: call.value.canThrowError(CancellationError()) ? cancellation : .ignored
    ) {
      let text = label.call(call.value.arguments)
      var verb = moment.rawValue
      if endsCall, let error = call.value.error(), !(error is CancellationError) {
        verb = "throws \(readableError(error))"
      }
      return EventDescription(
        text: "\(text) \(verb)", ifCancelled: "\(text) \(verbIfCancelled)", site: call.value.site())
    }
  }

  func waitForStep(_ name: String, isolation: isolated (any Actor)?) async {
    state.withLock { $0.sawCalls = true }
    let event = ScheduledEvent(name: "step \(name)") {
      let text = "step \"\(name)\""
      return EventDescription(text: text, wait: "waits for \(text)", site: nil)
    }
    await Scheduler.current?.wait(for: event, isolation: isolation)
  }
}
