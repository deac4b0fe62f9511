/// The words for operators, because the name of an ID cannot contain operator characters.
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
