/// The words and signs of a declaration, read one after the other.
struct Tokens {
  struct Token: Equatable {
    var text: String
    /// The identifier of the symbol it names.
    var id: String?
    /// Whether nothing stands between it and the token before.
    var isAdjacent: Bool
  }

  private let tokens: [Token]
  private var position = 0

  /// What is left, as text, for messages.
  var rest: String { tokens[position...].map(\.text).joined(separator: " ") }
  var isAtEnd: Bool { position == tokens.count }

  init(_ fragments: [Symbol.Fragment]) {
    var tokens: [Token] = []
    var isAdjacent = false
    for fragment in fragments {
      if fragment.kind == "identifier" {
        tokens.append(Token(text: fragment.spelling, isAdjacent: isAdjacent))
        isAdjacent = true
      } else {
        Tokens.split(fragment, into: &tokens, &isAdjacent)
      }
    }
    self.tokens = tokens
  }

  init(_ text: String) {
    self.init([Symbol.Fragment(kind: "text", spelling: text, preciseIdentifier: nil)])
  }

  func peek(_ distance: Int = 0) -> String? {
    position + distance < tokens.count ? tokens[position + distance].text : nil
  }

  func isAdjacent(_ distance: Int = 0) -> Bool {
    position + distance < tokens.count && tokens[position + distance].isAdjacent
  }

  mutating func next() throws -> Token {
    guard !isAtEnd else { throw Unreadable(rest: "its end") }
    position += 1
    return tokens[position - 1]
  }

  /// Goes on if this comes next.
  mutating func take(_ text: String) -> Bool {
    guard peek() == text else { return false }
    position += 1
    return true
  }

  mutating func expect(_ text: String) throws {
    guard take(text) else { throw Unreadable(rest: rest) }
  }

  /// A declaration that is written in a way unknown here.
  struct Unreadable: Error {
    let rest: String
  }

  private static func split(
    _ fragment: Symbol.Fragment, into tokens: inout [Token], _ isAdjacent: inout Bool
  ) {
    var letters = fragment.spelling[...]
    while let first = letters.first {
      if first.isWhitespace {
        letters.removeFirst()
        isAdjacent = false
        continue
      }
      let text: Substring
      if first == "`" {
        let end = letters.dropFirst().firstIndex(of: "`") ?? letters.startIndex
        text = letters.prefix(through: end)
      } else if first.isWord {
        text = letters.prefix { $0.isWord }
      } else {
        let sign = ["->", "...", "=="].first { letters.hasPrefix($0) }
        text = letters.prefix(sign?.count ?? 1)
      }
      tokens.append(
        Token(text: String(text), id: fragment.preciseIdentifier, isAdjacent: isAdjacent))
      isAdjacent = true
      letters.removeFirst(text.count)
    }
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber || self == "_" || self == "$" }
}
