/// Reads the tokens of a declaration in order.
struct TokenReader {
  private let tokens: ArraySlice<Token>
  private(set) var position: Int
  private var depth = 0

  var isAtEnd: Bool { position == tokens.endIndex }

  init(_ tokens: ArraySlice<Token>) {
    self.tokens = tokens
    position = tokens.startIndex
  }

  init(_ text: String) { self.init(Lexer.tokens(of: text)[...]) }

  func peek(_ distance: Int = 0) -> String? {
    position + distance < tokens.endIndex ? tokens[position + distance].text : nil
  }

  /// A Boolean value that indicates whether no space separates the next token from the one before.
  var isAdjacent: Bool { !isAtEnd && tokens[position].isAdjacent }

  /// Returns the tokens from a position to the next token as text.
  func text(from start: Int) -> String { tokens[start..<position].text }

  mutating func next() throws -> String {
    guard !isAtEnd else { throw Unreadable() }
    let text = tokens[position].text
    // Every ID would need the backticks of a raw identifier, too.
    if text.utf8.first == UInt8(ascii: "`"), !text.unescaped.isPlainName { throw Unreadable() }
    position += 1
    return text
  }

  /// Reads a name, without the backticks around it.
  mutating func name() throws -> String { try next().unescaped }

  /// Reads the name of a function, which may be an operator.
  mutating func functionName() throws -> (name: String, isOperator: Bool) {
    var name = try next()
    guard name.isOperator else { return (name.unescaped, false) }
    while isAdjacent, let sign = peek(), sign.isOperator { name += try next() }
    return (name, true)
  }

  /// Skips the next token if it is the given one.
  mutating func take(_ text: String) -> Bool {
    guard peek() == text else { return false }
    position += 1
    return true
  }

  mutating func expect(_ text: String) throws {
    guard take(text) else { throw Unreadable() }
  }

  mutating func skip() { if !isAtEnd { position += 1 } }

  /// Skips a default value, up to the comma or parenthesis that follows it.
  mutating func skipValue() {
    var depth = 0
    while let text = peek() {
      if ["(", "[", "{"].contains(text) { depth += 1 }
      if [")", "]", "}"].contains(text) { depth -= 1 }
      // Other commas belong to the value: `Dictionary<Int, String>()`.
      if depth < 0 || depth == 0 && text == "," && beginsParameter { return }
      position += 1
    }
  }

  /// A Boolean value that indicates whether `label name:` follows the comma that is next.
  private var beginsParameter: Bool {
    var distance = 1
    while peek(distance) == "@" { distance += 2 }
    return peek(distance + 1) == ":" || peek(distance + 2) == ":"
  }

  /// The largest depth of nested types. Deeper types could overflow a small stack.
  static let maxDepth = 64

  /// Calls `body` at a deeper level of a type.
  mutating func nested<Result>(
    _ levels: Int = 1, _ body: (inout TokenReader) throws -> Result
  ) throws -> Result {
    depth += levels
    defer { depth -= levels }
    if depth > TokenReader.maxDepth { throw Unreadable() }
    return try body(&self)
  }

  /// A declaration with unknown syntax.
  struct Unreadable: Error {}
}

extension String {
  /// The name without backticks.
  var unescaped: String {
    utf8.first == UInt8(ascii: "`") && utf8.count > 2 ? String(dropFirst().dropLast()) : self
  }

  /// A Boolean value that indicates whether it is a name or keyword, not a raw identifier or `_`.
  var isPlainName: Bool {
    first?.isNumber == false && self != "_" && utf8.allSatisfy(\.isPartOfWord)
  }

  /// A Boolean value that indicates whether it begins with a character of an operator.
  var isOperator: Bool {
    unicodeScalars.first.map { sign in
      "/=-+!*%<>&|^~?.".unicodeScalars.contains(sign)
        || sign.properties.generalCategory == .mathSymbol
    } ?? false
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether a name can contain the byte: a letter, a digit, `_`, `$`, or a part of a
  /// non-ASCII character, such as an emoji.
  var isPartOfWord: Bool {
    self >= 128 || (self >= 48 && self < 58) || (self >= 65 && self < 91)
      || (self >= 97 && self < 123) || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
}
