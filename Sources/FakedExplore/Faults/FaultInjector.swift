import Faked

/// Decides about the calls of one run: numbers the fallible ones, and makes the chosen ones fail.
final class FaultInjector: ExplorationRun {
  /// The number of fallible calls in one run after which the run counts as endless.
  static let mostCalls = 10_000

  private struct State {
    var places = CallPlaces<FallibleCall>()
    /// The calls whose results are replaced, until they return.
    var underWay: [CallID: Int] = [:]
    var roles = FunctionRoles()
    var sawCalls = false
    /// A Boolean value that indicates whether the run made more calls than it may.
    var isOverfull = false

    /// The place of a call, which may have one from an earlier nested run. `nil` if there are too many.
    mutating func place(of call: FallibleCall, _ name: NestedRun.CallName?) -> Int? {
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

  /// Creates the decisions of one run.
  ///
  /// - Parameters:
  ///   - faults: The calls that fail, by their places.
  ///   - learns: Pass `true` to keep the details of the calls.
  init(_ faults: [Int: FaultyCall], learns: Bool) {
    self.faults = faults
    self.learns = learns
  }

  /// The fallible calls so far, in order.
  var calls: [FallibleCall] { state.withLock { $0.places.calls } }
  /// A Boolean value that indicates whether a fake of the run was called.
  var sawCalls: Bool { state.withLock { $0.sawCalls } }
  /// A Boolean value that indicates whether there were more than `mostCalls` fallible calls.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  func end() {
    _ = state.withLock { state in
      defer { state.roles = FunctionRoles() }
      return state.roles
    }
  }

  func expects(_ error: any Error) -> Bool { faults.values.contains { $0.explains(error) } }

  var isFirstRun: Bool { learns && faults.isEmpty }

  func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    _ = state.withLock { $0.roles.declare(role, for: function) }
  }

  func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = CallDecision()
    let function = call.function
    let canFail = state.withLock { state in
      state.sawCalls = true
      let canFail = call.failure != Never.self || isFailingStream(call.output)
      return canFail && !state.roles.isExempt(function)
    }
    guard canFail else { return decision }
    // Formatted only for a nested run, for a run that learns, and for a fault.
    lazy var text = function.label.call(call.arguments)
    let name = run?.nameCall(text)
    guard let place = state.withLock({ $0.place(of: FallibleCall(label: function.label), name) })
    else {
      // A loop that tries again forever usually ends with this.
      decision.fault = .beforeEffect(CancellationError())
      return decision
    }
    let fault = faults[place]
    if let fault {
      switch (fault.elements, fault.kind) {
      case (.some, _): break
      case (nil, .beforeEffect): decision.fault = .beforeEffect(fault.error)
      case (nil, .afterEffect): decision.fault = .afterEffect(fault.error)
      }
    }
    if learns || fault != nil { learn(call, at: place, text) }
    if learns || fault?.elements != nil {
      state.withLock { $0.underWay[call.id] = place }
      decision.replacesResult = true
    }
    return decision
  }

  private func learn(_ call: InterceptedCall, at place: Int, _ text: String) {
    let function = call.function
    let (declared, isKnown) = state.withLock { state in
      (state.roles.errors(of: function), state.places.calls[place].details != nil)
    }
    if isKnown { return }
    let details = FallibleCall.Details(
      text: text, declared: declared, failure: call.failure, canThrow: call.canThrowError)
    state.withLock { $0.places.calls[place].details = details }
  }

  /// Replaces a stream that the call returns: by one that fails, or by one that counts its elements.
  func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    guard let place = state.withLock({ $0.underWay.removeValue(forKey: call.id) }) else {
      return output
    }
    if let fault = faults[place], let elements = fault.elements {
      return failing(output, after: elements, with: fault.error) ?? output
    }
    guard learns else { return output }
    let counted = failing(output, after: nil, with: CancellationError()) { [state] in
      state.withLock { $0.places.calls[place].elements? += 1 }
    }
    guard let counted else { return output }
    state.withLock { $0.places.calls[place].elements = $0.places.calls[place].elements ?? 0 }
    return counted
  }
}
