import Faked

/// Decides about the calls of one run: lets one of them return another value than it would.
package final class ResultAlterer: ExplorationRun {
  /// A call that gave a value.
  struct Result: Sendable {
    /// The call as it is written.
    let call: String
    let type: String
    /// The value, and those that it may be replaced by, as texts.
    let value: String
    let others: [String]
  }

  /// Which call returns which of the values it may be replaced by.
  struct Alteration: Sendable {
    let place: Int
    let choice: Int
  }

  private struct State {
    var roles = FunctionRoles()
    /// Calls that may be altered.
    var places = CallPlaces<String>()
    /// The calls under way.
    var underWay: [CallID: (place: Int, named: [Any])] = [:]
    /// What the calls gave, by their places.
    var results: [Int: Result] = [:]
    var sawCalls = false
    var isStopped = false
    var hasAltered = false
  }

  private let state = Locked(State())
  private let alteration: Alteration?

  /// Without an alteration a run learns the results.
  init(_ alteration: Alteration?) { self.alteration = alteration }

  var sawCalls: Bool { state.withLock { $0.sawCalls } }
  /// Whether the call returned another value; one that varies may not have had as many.
  var hasAltered: Bool { state.withLock { $0.hasAltered } }
  /// What the calls gave, by their places.
  var results: [Int: Result] { state.withLock { $0.results } }
  /// The calls that gave a value or may have, in order.
  var calls: [String] { state.withLock { $0.places.calls } }

  package var isFirstRun: Bool { alteration == nil }

  package func stop() { state.withLock { $0.isStopped = true } }

  /// Lets go of what the run kept alive.
  func end() {
    _ = state.withLock { state in
      defer { state.roles = FunctionRoles() }
      return state.roles
    }
  }

  package func declare(_ role: FunctionRole, for function: AnyFunctionState) {
    _ = state.withLock { $0.roles.declare(role, for: function) }
  }

  package func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = CallDecision()
    let function = call.function
    let canReplace = state.withLock { state in
      state.sawCalls = true
      return call.output != Void.self && !state.isStopped && !state.roles.isExempt(function)
    }
    guard canReplace else { return decision }
    let text = function.label.call(call.arguments)
    let name = run?.nameCall(text)
    state.withLock { state in
      let place = state.places[name] ?? state.places.add(text, name)
      state.underWay[call.id] = (place, state.roles.values(of: function))
    }
    decision.replacesResult = true
    return decision
  }

  package func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    guard let (place, named) = state.withLock({ $0.underWay.removeValue(forKey: call.id) }) else {
      return output
    }
    if let alteration, place != alteration.place { return output }
    guard let others = otherResults(than: output, named: named) else { return output }
    if let alteration {
      guard alteration.choice < others.count else { return output }
      state.withLock { $0.hasAltered = true }
      return others[alteration.choice]
    }
    let result = Result(
      call: state.withLock { $0.places.calls[place] },
      type: Output.self == Any?.self ? "its type" : readableType(Output.self),
      value: readable(output), others: others.map { readable($0) })
    state.withLock { $0.results[place] = $0.results[place] ?? result }
    return output
  }
}
