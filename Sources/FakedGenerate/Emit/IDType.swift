// The type of an ID.
extension SwiftType.Function {
  /// `FunctionID<(String) -> Int, Throws>`
  var idText: String {
    var signature = self
    signature.effects = Effects()
    return "FunctionID<\(signature.text), \(effects.idText)>"
  }
}

extension Effects {
  /// The second parameter of the ID: `Throws`, or `AsyncThrowsOnly<StoreError>`.
  fileprivate var idText: String {
    let start = isAsync ? "Async" : ""
    switch throwing {
    case .never, .rethrowing: return start + "Returns"
    case .any: return start + "Throws"
    case .type(let error): return start + "ThrowsOnly<\(error.text)>"
    }
  }
}

extension SwiftType {
  /// `[Int].self`, in parentheses if the type needs them.
  var metatype: String {
    switch self {
    case .function, .prefixed, .composition: "(\(text)).self"
    default: "\(text).self"
    }
  }
}
