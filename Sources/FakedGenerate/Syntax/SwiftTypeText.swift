extension SwiftType {
  /// The type as people write it.
  var text: String {
    switch self {
    case .named(let parts): parts.map { $0.text }.joined(separator: ".")
    case .member(let base, let name): base.operand + "." + name
    case .tuple(let elements): "(" + elements.map { $0.text }.joined(separator: ", ") + ")"
    case .function(let function): function.text
    case .array(let element): "[\(element.text)]"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .optional(let type): type.operand + "?"
    case .unwrapped(let type): type.operand + "!"
    case .prefixed("~", let type): "~" + type.text
    case .prefixed(let word, let type): word + " " + type.text
    case .composition(let types): types.map { $0.text }.joined(separator: " & ")
    case .variadic(let type): type.operand + "..."
    }
  }

  /// The text in parentheses, if a following suffix would otherwise belong to a part of it.
  private var operand: String {
    switch self {
    case .function, .prefixed, .composition: "(\(text))"
    case .member(.prefixed, _): "(\(text))"
    default: text
    }
  }
}

extension SwiftType.Part {
  var text: String {
    arguments.isEmpty
      ? escapedName : escapedName + "<" + arguments.map { $0.text }.joined(separator: ", ") + ">"
  }

  /// The name, in backticks if a type has a keyword as its name. A metatype such as `Item.Type` has no identifier.
  private var escapedName: String {
    id == nil && ["Any", "Protocol", "Self", "Type"].contains(name) ? name : name.escaped
  }
}

extension SwiftType.Element {
  var text: String { label.map { "\($0): \(type.text)" } ?? type.text }
}

extension SwiftType.Function {
  var text: String {
    "(" + parameters.map { $0.text }.joined(separator: ", ") + ")" + effects.text + " -> "
      + (result.isVoid ? "Void" : result.text)
  }
}
