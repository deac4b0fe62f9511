/// A property of a struct or class, which unlike a requirement may be stored.
struct PropertyDeclaration {
  let name: String
  let type: SwiftType
  let isConstant: Bool
  let isStored: Bool
  let isFinal: Bool

  init(_ tokens: DeclarationParser) throws {
    var tokens = tokens
    var words: Set<String> = []
    while let word = tokens.peek(), word != "var", word != "let" {
      if word == "@" { _ = try tokens.attribute() } else { words.insert(try tokens.next().text) }
    }
    isConstant = try tokens.next().text == "let"
    name = try tokens.next().text.unescaped
    try tokens.expect(":")
    type = try tokens.type()
    isStored = tokens.isAtEnd || words.contains("lazy")
    isFinal = words.contains("final")
  }
}

extension SymbolGraphs {
  /// The members of a type, in the order of the source.
  func members(of symbol: Symbol) -> [Symbol] {
    (members[symbol.id] ?? []).compactMap { symbols[$0] }.sorted(by: isBefore)
  }
}
