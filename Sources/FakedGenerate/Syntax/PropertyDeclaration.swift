/// A property of a struct or class.
struct PropertyDeclaration {
  let name: String
  let type: SwiftType
  let isConstant: Bool
  let isStored: Bool
  let isFinal: Bool

  init(_ parser: DeclarationParser) throws {
    var parser = parser
    var words: Set<String> = []
    while let word = parser.peek(), word != "var", word != "let" {
      if word == "@" { _ = try parser.attribute() } else { words.insert(try parser.next().text) }
    }
    isConstant = try parser.next().text == "let"
    name = try parser.next().text.unescaped
    try parser.expect(":")
    type = try parser.type()
    isStored = parser.isAtEnd || words.contains("lazy")
    isFinal = words.contains("final")
  }
}
