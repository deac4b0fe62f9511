import Faked

/// Decides about the calls of one run: numbers the fallible ones, and makes the chosen ones fail.
final class FaultInjector: ExplorationInterceptor {
  /// The number of fallible calls in one run after which the run counts as endless.
  static let maxCalls = 10_000

  private struct State {
    var indexed = IndexedCalls<FallibleCall>()
    /// The calls whose results are replaced, until they return.
    var underWay: [CallID: Int] = [:]
    var sawCalls = false
    /// A Boolean value that indicates whether the run made more calls than it may.
    var isOverfull = false

    /// Returns the index of a call, and adds the call unless an earlier nested run made it. Returns `nil` if there are
    /// too many calls.
    mutating func index(of call: FallibleCall, _ name: NestedRun.CallName?) -> Int? {
      if let index = indexed[name] { return index }
      guard indexed.calls.count < FaultInjector.maxCalls else {
        isOverfull = true
        return nil
      }
      return indexed.add(call, name)
    }
  }

  private let state = Locked(State())
  let roles = FunctionRoles()
  private let faults: [Int: FaultyCall]
  private let learns: Bool

  /// Creates the decisions of one run.
  ///
  /// - Parameters:
  ///   - faults: The calls that fail, keyed by index.
  ///   - learns: Pass `true` to keep the details of the calls.
  init(_ faults: [Int: FaultyCall], learns: Bool) {
    self.faults = faults
    self.learns = learns
  }

  /// The fallible calls so far, in order.
  var calls: [FallibleCall] { state.withLock { $0.indexed.calls } }
  /// A Boolean value that indicates whether a fake of the run was called.
  var sawCalls: Bool { state.withLock { $0.sawCalls } }
  /// A Boolean value that indicates whether there were more than `maxCalls` fallible calls.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  func expects(_ error: any Error) -> Bool { faults.values.contains { $0.explains(error) } }

  var isFirstRun: Bool { learns && faults.isEmpty }

  func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = CallDecision()
    let function = call.function
    state.withLock { $0.sawCalls = true }
    let canFail = call.failure != Never.self || isFailingStream(call.output)
    guard canFail, !roles.isExempt(function) else { return decision }
    let fallible = FallibleCall(
      label: function.label, text: function.label.call(call.arguments))
    let name = run?.nameCall(fallible.text)
    guard let index = state.withLock({ $0.index(of: fallible, name) }) else {
      // This error usually ends a loop that retries forever.
      decision.fault = .beforeEffect(CancellationError())
      return decision
    }
    let fault = faults[index]
    // Otherwise, only the stream that the call returns fails.
    if let fault, fault.elements == nil {
      decision.fault =
        switch fault.kind {
        case .beforeEffect: .beforeEffect(fault.error)
        case .afterEffect: .afterEffect(fault.error)
        }
    }
    if learns || fault != nil { learn(call, at: index) }
    if learns || fault?.elements != nil {
      state.withLock { $0.underWay[call.id] = index }
      decision.replacesResult = true
    }
    return decision
  }

  private func learn(_ call: InterceptedCall, at index: Int) {
    if state.withLock({ $0.indexed.calls[index].details != nil }) { return }
    let details = FallibleCall.Details(
      declared: roles.errors(of: call.function), failure: call.failure,
      canThrow: call.canThrowError, site: call.capturedSite())
    state.withLock { $0.indexed.calls[index].details = details }
  }

  /// Replaces a stream that the call returns: by one that fails, or by one that counts its elements.
  func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    guard let index = state.withLock({ $0.underWay.removeValue(forKey: call.id) }) else {
      return output
    }
    if let fault = faults[index], let elements = fault.elements {
      return failing(output, after: elements, with: fault.error) ?? output
    }
    guard learns else { return output }
    let counted = failing(output, after: nil, with: CancellationError()) { [state] in
      state.withLock { $0.indexed.calls[index].elements? += 1 }
    }
    guard let counted else { return output }
    state.withLock { $0.indexed.calls[index].elements = $0.indexed.calls[index].elements ?? 0 }
    return counted
  }
}
