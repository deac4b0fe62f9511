/// Reads the tokens of a declaration in a symbol graph.
struct DeclarationParser {
  struct Token: Equatable {
    var text: String
    /// The identifier of the symbol that it names.
    var id: String?
    /// A Boolean value that indicates whether no space separates it from the token before.
    var isAdjacent: Bool
  }

  private let tokens: [Token]
  private var position = 0
  private var depth = 0

  /// The rest as text, for messages.
  var rest: String { tokens[position...].map(\.text).joined(separator: " ") }
  var isAtEnd: Bool { position == tokens.count }

  init(_ fragments: [Symbol.Fragment]) {
    var tokens: [Token] = []
    var isAdjacent = false
    for fragment in fragments {
      if fragment.isIdentifier {
        tokens.append(Token(text: fragment.spelling, isAdjacent: isAdjacent))
        isAdjacent = true
      } else {
        DeclarationParser.split(fragment, into: &tokens, &isAdjacent)
      }
    }
    self.tokens = tokens
  }

  init(_ text: String) {
    self.init([Symbol.Fragment(spelling: text)])
  }

  func peek(_ distance: Int = 0) -> String? {
    position + distance < tokens.count ? tokens[position + distance].text : nil
  }

  /// A Boolean value that indicates whether no space separates the next token from the one before.
  var isAdjacent: Bool { !isAtEnd && tokens[position].isAdjacent }

  mutating func next() throws -> Token {
    guard !isAtEnd else { throw Unreadable(rest: "its end") }
    let token = tokens[position]
    // Every ID would need the backticks of a raw identifier, too.
    if token.text.utf8.first == UInt8(ascii: "`"), !token.text.unescaped.isPlainName {
      throw Unreadable(rest: token.text)
    }
    position += 1
    return token
  }

  /// Skips the next token if it is the given one.
  mutating func take(_ text: String) -> Bool {
    guard peek() == text else { return false }
    position += 1
    return true
  }

  mutating func expect(_ text: String) throws {
    guard take(text) else { throw Unreadable(rest: rest) }
  }

  /// The largest depth of nested types. Deeper types could overflow a small stack.
  static let maxDepth = 64

  /// Calls `body` at a deeper level of a type.
  mutating func nested<Result>(
    _ levels: Int = 1, _ body: (inout DeclarationParser) throws -> Result
  ) throws -> Result {
    depth += levels
    defer { depth -= levels }
    if depth > DeclarationParser.maxDepth {
      throw Unreadable(rest: "a type nested more than \(DeclarationParser.maxDepth) deep")
    }
    return try body(&self)
  }

  /// A declaration with unknown syntax.
  struct Unreadable: Error {
    let rest: String
  }

  private static func split(
    _ fragment: Symbol.Fragment, into tokens: inout [Token], _ isAdjacent: inout Bool
  ) {
    // Most of the time is spent here, so it reads bytes. Non-ASCII characters are parts of words.
    let bytes = Array(fragment.spelling.utf8)
    var start = 0
    while start < bytes.count {
      let first = bytes[start]
      var end = start + 1
      if first <= 32 {
        start = end
        isAdjacent = false
        continue
      }
      if first == UInt8(ascii: "`") {
        while end < bytes.count, bytes[end] != UInt8(ascii: "`") { end += 1 }
        end = min(end + 1, bytes.count)
      } else if first.isPartOfWord {
        while end < bytes.count, bytes[end].isPartOfWord { end += 1 }
      } else {
        let next = end < bytes.count ? bytes[end] : 0
        end = min(end + DeclarationParser.following(first, next: next), bytes.count)
      }
      tokens.append(
        Token(
          text: String(decoding: bytes[start..<end], as: UTF8.self),
          id: fragment.preciseIdentifier, isAdjacent: isAdjacent))
      isAdjacent = true
      start = end
    }
  }

  /// Returns the number of further characters in an operator such as `...`, `->`, `==`, and `*=`.
  private static func following(_ first: UInt8, next: UInt8) -> Int {
    switch (first, next) {
    case (UInt8(ascii: "."), UInt8(ascii: ".")): 2
    case (UInt8(ascii: "-"), UInt8(ascii: ">")), (UInt8(ascii: "="), UInt8(ascii: "=")),
      (UInt8(ascii: "*"), UInt8(ascii: "=")):
      1
    default: 0
    }
  }
}
