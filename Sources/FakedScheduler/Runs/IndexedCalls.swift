import Faked

/// A call that an exploration changes in some of its runs.
protocol ExploredCall {
  var label: FunctionLabel { get }
  /// The call, such as `FakeStore.load("a")`.
  var text: String { get }
}

extension ExploredCall {
  var function: String { label.description }

  /// Returns a Boolean value that indicates whether it is probably the same call in another run.
  ///
  /// Arguments such as dates may differ from run to run. In that case, none of the other calls has the same text.
  func isSame(as other: Self, among calls: [Self]) -> Bool {
    guard function == other.function else { return false }
    return text == other.text || !calls.contains { $0.text == other.text }
  }
}

/// The calls of a run, each with an index. A call in nested runs has the same index in all of them.
struct IndexedCalls<Call: ExploredCall> {
  /// The calls, in order.
  var calls: [Call] = []
  private var indices: [NestedRun.CallName: Int] = [:]

  /// The index of a call in an earlier nested run.
  subscript(name: NestedRun.CallName?) -> Int? { name.flatMap { indices[$0] } }

  /// Adds a call, and returns its index.
  mutating func add(_ call: Call, _ name: NestedRun.CallName?) -> Int {
    if let name { indices[name] = calls.count }
    calls.append(call)
    return calls.count - 1
  }
}
