import Faked

/// Decides about the calls of one run: numbers those that can fail, and makes the chosen ones fail.
package final class FaultInjector: ExplorationRun {
  /// More fallible calls than these in one run say that it does not end.
  static let mostCalls = 10_000

  private struct State {
    var places = CallPlaces<FallibleCall>()
    var roles = FunctionRoles()
    var sawCalls = false
    var isStopped = false
    /// Whether there was a call after the last that is counted.
    var isOverfull = false

    /// The place of a call, which may have one since an inner run before; nil where no more succeed.
    mutating func place(of call: FallibleCall, _ name: NestedRun.CallName?) -> Int? {
      guard !isStopped else { return nil }
      if let place = places[name] { return place }
      guard places.calls.count < FaultInjector.mostCalls else {
        isOverfull = true
        return nil
      }
      return places.add(call, name)
    }
  }

  private let state = Locked(State())
  private let faults: [Int: FaultyCall]
  private let learns: Bool

  /// `faults` are by the place of the call; a run that `learns` keeps what calls look like.
  init(_ faults: [Int: FaultyCall], learns: Bool) {
    self.faults = faults
    self.learns = learns
  }

  /// The fallible calls so far, in order.
  var calls: [FallibleCall] { state.withLock { $0.places.calls } }

  /// Whether there was a call of a fake of the run at all.
  var sawCalls: Bool { state.withLock { $0.sawCalls } }

  /// Whether there were more than `mostCalls` of them.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  /// Lets no fallible call succeed any more, where it can throw `CancellationError`: a loop that tries
  /// again for ever ends so as a rule.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// Lets go of what the run kept alive.
  func end() {
    _ = state.withLock { state in
      defer { state.roles = FunctionRoles() }
      return state.roles
    }
  }

  package func expects(_ error: any Error) -> Bool {
    faults.values.contains { $0.explains(error) }
  }

  package var isFirstRun: Bool { learns && faults.isEmpty }

  package func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    _ = state.withLock { state in
      state.isStopped ? nil : state.roles.declare(role, for: function)
    }
  }

  package func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = CallDecision()
    let function = call.function
    let canFail = state.withLock { state in
      state.sawCalls = true
      return call.failure != Never.self && !state.roles.isExempt(function)
    }
    guard canFail else { return decision }
    // Formatted only for a nested run, for what is learned, and for a fault.
    lazy var text = function.label.call(call.arguments)
    let name = run?.nameCall(text)
    let place = state.withLock { $0.place(of: FallibleCall(function: function.label), name) }
    guard let place else {
      decision.fault = .beforeEffect(CancellationError())
      return decision
    }
    if let fault = faults[place] {
      decision.fault =
        switch fault.kind {
        case .beforeEffect: .beforeEffect(fault.error)
        case .afterEffect: .afterEffect(fault.error)
        }
    }
    if learns || faults[place] != nil {
      let (declared, isKnown) = state.withLock { state in
        (state.roles.errors(of: function), state.places.calls[place].details != nil)
      }
      if isKnown { return decision }
      let details = FallibleCall.Details(
        text: text, declared: declared, failure: call.failure, canThrow: call.canThrowError)
      state.withLock { $0.places.calls[place].details = details }
    }
    return decision
  }
}
