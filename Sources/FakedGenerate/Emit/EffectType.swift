extension Effects {
  /// The second parameter of an ID: `Throws`, `AsyncThrowsOnly<StoreError>`.
  var typeText: String {
    let start = isAsync ? "Async" : ""
    switch throwing {
    case .never, .rethrowing: return isAsync ? "AsyncReturns" : "Returns"
    case .any: return start + "Throws"
    case .type(let error): return start + "ThrowsOnly<\(error.text)>"
    }
  }

  /// The words before a call that has them.
  var start: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }
}

extension SwiftType.Function {
  /// The type of the ID of such a function, without its name: `FunctionID<(String) -> Int, Throws>`.
  var idText: String {
    var signature = self
    signature.effects = Effects()
    return "FunctionID<\(signature.text), \(effects.typeText)>"
  }
}
