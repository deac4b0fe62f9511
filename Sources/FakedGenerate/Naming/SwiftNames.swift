// Names in the form that Swift requires.
extension String {
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The name, in backticks if it is a keyword.
  var escaped: String { String.reserved.contains(self) ? "`\(self)`" : self }

  /// The label, in backticks if the word cannot be a label.
  var escapedLabel: String { ["inout", "let", "var"].contains(self) ? "`\(self)`" : self }

  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
