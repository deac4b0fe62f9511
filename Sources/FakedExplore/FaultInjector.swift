import Faked

/// Decides about the calls of one run: numbers those that can fail, and makes the chosen ones fail.
package final class FaultInjector: CallObserver {
  /// More fallible calls than these in one run say that it does not end.
  static let mostCalls = 10_000

  private struct State {
    var places = CallPlaces<FallibleCall>()
    var roles = FunctionRoles()
    /// The errors of calls that do their work first.
    var lostAnswers: [CallKey: any Error] = [:]
    var sawCalls = false
    var isStopped = false
    /// Whether there was a call after the last that is counted.
    var isOverfull = false

    /// The place of a call, which may have one since an inner run before; nil where no more succeed.
    mutating func place(of call: FallibleCall, _ name: InnerRun.CallName?) -> Int? {
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

  /// No call waits for a fault.
  package func wait<Failure: Error>(
    for call: CallKey, throwing: Failure.Type, isolation: isolated (any Actor)?
  ) async throws(Failure) {}

  package func expects(_ error: any Error) -> Bool {
    faults.values.contains { $0.explains(error) }
  }

  package var isFirstRun: Bool { learns && faults.isEmpty }

  /// Nothing of it waits.
  package var waitingSteps: [String] { [] }

  package func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    _ = state.withLock { state in
      state.isStopped ? nil : state.roles.declare(role, for: function)
    }
  }

  /// Loses the answer of a call that has done its work.
  package func answer<Output, Failure: Error>(
    _ output: Output, to call: CallKey, throwing: Failure.Type
  ) throws(Failure) -> Output {
    let error = state.withLock { $0.lostAnswers.removeValue(forKey: call) }
    if let error = error as? Failure { throw error }
    return output
  }

  package func observe<Arguments, Output, Failure: Error>(
    _ call: inout StartedCall<Arguments, Output, Failure>, _ arguments: Arguments, canWait: Bool,
    in run: InnerRun?
  ) {
    let function = call.function
    let isMeant = state.withLock { state in
      state.sawCalls = true
      return Failure.self != Never.self && !state.roles.isExempt(function)
    }
    guard isMeant else { return }
    // Made for an inner run, for what is learned and for a fault, and for most calls not at all.
    lazy var text = function.label.call(argumentList(arguments))
    let name = run?.nameCall(text)
    let place = state.withLock { $0.place(of: FallibleCall(function: function.label), name) }
    guard let place else { return call.fail(CancellationError()) }
    if let fault = faults[place] {
      switch fault.kind {
      case .beforeEffect: call.fail(fault.error)
      case .afterEffect:
        let key = call.key
        state.withLock { $0.lostAnswers[key] = fault.error }
        call.alter(by: self)
      }
    }
    if learns || faults[place] != nil {
      let (declared, isKnown) = state.withLock { state in
        (state.roles.errors(of: function), state.places.calls[place].details != nil)
      }
      if isKnown { return }
      let details = FallibleCall.Details(
        text: text, declared: declared, failure: Failure.self, canThrow: { $0 is Failure })
      state.withLock { $0.places.calls[place].details = details }
    }
  }
}
