// Names as Swift wants them written.
extension String {
  private static let reserved: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// In backticks where the language has the word for itself.
  var escaped: String { String.reserved.contains(self) ? "`\(self)`" : self }

  /// In backticks where the word cannot be an argument label.
  var escapedLabel: String { ["inout", "let", "var"].contains(self) ? "`\(self)`" : self }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The words for operators, as IDs cannot be called by their signs.
enum OperatorWords {
  static func word(for sign: String, fixity: String, isUnary: Bool) -> String {
    if isUnary, let word = unary[sign] { return word }
    if let word = binary[sign] { return word }
    let words = sign.map { letters[$0] ?? "sign" }
    return ([fixity].filter { !$0.isEmpty } + words).enumerated().map { index, word in
      index == 0 ? word : word.capitalizedFirst
    }.joined()
  }

  private static let unary = ["-": "negate", "!": "not", "~": "invert", "+": "positive"]
  private static let binary = [
    "+": "plus", "-": "minus", "*": "times", "/": "dividedBy", "%": "remainder", "==": "equals",
    "!=": "differs", "<": "isLess", "<=": "isLessOrEqual", ">": "isGreater",
    ">=": "isGreaterOrEqual", "+=": "add", "-=": "subtract", "*=": "multiply", "/=": "divide",
    "&&": "and", "||": "or", "??": "orElse", "...": "through", "..<": "upTo", "~=": "matches",
    "<<": "shiftLeft", ">>": "shiftRight", "&": "bitAnd", "|": "bitOr", "^": "bitXor",
  ]
  private static let letters: [Character: String] = [
    "+": "plus", "-": "minus", "*": "star", "/": "slash", "%": "percent", "=": "equal",
    "!": "bang", "<": "less", ">": "greater", "&": "and", "|": "or", "^": "caret", "~": "tilde",
    "?": "question", ".": "dot",
  ]
}
