/// One member of a fake, with its IDs.
struct FakeMember {
  struct ID {
    let name: IDNames.Name
    let signature: SwiftType.Function

    init(
      _ name: IDNames.Name, _ parameters: [SwiftType], _ effects: Effects, result: SwiftType
    ) {
      self.name = name
      signature = .init(
        parameters: parameters.map { .init(label: nil, type: $0) }, effects: effects,
        result: result)
    }

    /// Returns the declaration: `let send: FunctionID<(String) -> Int, Throws> = "send(_:)"`.
    func lines(_ words: String, _ availability: [String] = [], indent: Int = 2) -> [String] {
      let margin = Layout.spaces(indent)
      // A stored property cannot be newer than its type, but a computed one can.
      let isComputed = !availability.isEmpty
      let start = "\(margin)\(words)\(isComputed ? "var" : "let") \(name.identifier.escaped):"
      let type = signature.idText
      let label = "\"\(name.label.replacing("\"", with: "\\\""))\""
      let end = isComputed ? " { \(label) }" : " = \(label)"
      let attributes = availability.map { margin + $0 }
      if Layout.fits("\(start) \(type)\(end)") { return attributes + ["\(start) \(type)\(end)"] }
      if !isComputed, Layout.fits("\(start) \(type) =") {
        return ["\(start) \(type) =", "\(margin)  \(label)"]
      }
      return attributes + [start] + Layout.broken(type, indent: indent + 2, end: end)
    }
  }

  var ids: [ID] = []
  /// The declaration, indented as a member.
  var lines: [String] = []
  /// A property that keeps the last value, indented as a member.
  var stored: [String] = []
  /// Assumptions about closures, for a comment above the member.
  var guesses: [String] = []
  /// Facts for the output of the command.
  var notes: [String] = []
  /// The conditions of `#if` around the member.
  var compilation: [CompilationCondition] = []
  /// The `@available` attribute of a member that is newer than its protocol.
  var availability: [String] = []
}
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
