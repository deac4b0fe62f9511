import Faked

/// Decides about the calls of one run: lets one of them return another value.
final class ResultReplacer: ExplorationInterceptor {
  /// A call that returned a value.
  struct Result: Sendable {
    let call: String
    let type: String
    let value: String
    /// The values that can replace it, as texts.
    let others: [String]
    /// A Boolean value that indicates whether nothing except `nil` can replace it.
    let lacksOtherValue: Bool
    /// The line that made the call, if it was captured.
    let site: CapturedSite?
  }

  /// The call that returns another value.
  struct Replacement: Sendable {
    /// The index of the call in the run.
    let index: Int
    /// The index of the value among those that can replace the result.
    let choice: Int
  }

  /// A call whose result can be replaced.
  struct Call: ExploredCall {
    let label: FunctionLabel
    let text: String
  }

  private struct State {
    /// The calls whose results can be replaced.
    var indexed = IndexedCalls<Call>()
    /// The calls that have not returned, and the values that the scenario names for them.
    var underWay: [CallID: (index: Int, named: [Any])] = [:]
    /// The results, keyed by the index of the call.
    var results: [Int: Result] = [:]
    var sawCalls = false
    var hasReplaced = false
  }

  private let state = Locked(State())
  let roles = FunctionRoles()
  private let replacement: Replacement?

  /// Creates the decisions of one run. Without a replacement, the run learns the results.
  init(_ replacement: Replacement?) { self.replacement = replacement }

  /// A Boolean value that indicates whether a fake of the run was called.
  var sawCalls: Bool { state.withLock { $0.sawCalls } }
  /// A Boolean value that indicates whether the call returned another value.
  var hasReplaced: Bool { state.withLock { $0.hasReplaced } }
  /// The results, keyed by the index of the call.
  var results: [Int: Result] { state.withLock { $0.results } }
  /// The calls whose results can be replaced, in order.
  var calls: [Call] { state.withLock { $0.indexed.calls } }

  var isFirstRun: Bool { replacement == nil }

  func decide(about call: InterceptedCall, in run: NestedRun?) -> CallDecision {
    var decision = CallDecision()
    let function = call.function
    state.withLock { $0.sawCalls = true }
    guard call.output != Void.self, !roles.isExempt(function) else { return decision }
    let text = function.label.call(call.arguments)
    let name = run?.nameCall(text)
    let named = roles.values(of: function)
    state.withLock { state in
      let index =
        state.indexed[name] ?? state.indexed.add(Call(label: function.label, text: text), name)
      state.underWay[call.id] = (index, named)
    }
    decision.replacesResult = true
    return decision
  }

  func replaceResult<Output>(_ output: Output, of call: InterceptedCall) -> Output {
    guard let (index, named) = state.withLock({ $0.underWay.removeValue(forKey: call.id) }) else {
      return output
    }
    if let replacement, index != replacement.index { return output }
    guard let others = otherResults(than: output, named: named) else { return output }
    if let replacement {
      guard replacement.choice < others.count else { return output }
      state.withLock { $0.hasReplaced = true }
      return others[replacement.choice]
    }
    let result = Result(
      call: state.withLock { $0.indexed.calls[index].text },
      type: Output.self == Any?.self ? "its type" : readableType(Output.self),
      value: readable(output), others: others.map { readable($0) },
      lacksOtherValue: others.isEmpty || (named.isEmpty && others.allSatisfy(isNil)),
      site: call.capturedSite())
    state.withLock { $0.results[index] = $0.results[index] ?? result }
    return output
  }
}
