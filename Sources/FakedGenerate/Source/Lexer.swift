/// A piece of Swift source.
struct Token: Equatable, Sendable {
  /// A word, a literal, a directive such as `#if`, `->`, `==`, `...`, or one other punctuation character.
  var text: String
  /// The number of the line, from 0.
  var line: Int
  /// A Boolean value that indicates whether no space separates the token from the one before.
  var isAdjacent: Bool
  var isFirstOfLine: Bool
}

/// Splits Swift source into tokens. Comments are left out, and a string literal is one token.
///
/// It reads bytes, because a plugin runs it in a debug build.
struct Lexer {
  /// Returns the tokens of a source file.
  static func tokens(of text: String) -> [Token] {
    var text = text
    return text.withUTF8 { bytes in
      var lexer = Lexer(UnsafeRawBufferPointer(bytes))
      lexer.run(until: nil)
      return lexer.tokens
    }
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var line = 0
  private var tokens: [Token] = []
  /// The position after the last token, and its line.
  private var end = (position: -1, line: -1)
  /// Interpolations are skipped, not read.
  private var isSkipping = false

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func run(until end: UInt8?) {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\n"): endLine()
      case 0...32: position += 1
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): skipBlockComment()
      case UInt8(ascii: "/") where beginsExpression: readLiteral(byte, hashes: 0)
      case UInt8(ascii: "\""): readLiteral(byte, hashes: 0)
      case UInt8(ascii: "#"): readHash()
      case UInt8(ascii: "`"): readQuotedName()
      case _ where byte.isPartOfWord:
        let start = position
        while position < bytes.count, bytes[position].isPartOfWord { position += 1 }
        add(from: start)
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        let start = position
        position += width(ofSign: byte)
        if byte == end, depth < 0 { return }
        add(from: start)
      }
    }
  }

  /// Returns the number of characters in `...`, `->`, and `==`, or 1.
  private func width(ofSign first: UInt8) -> Int {
    switch (first, at(1)) {
    case (UInt8(ascii: "."), UInt8(ascii: ".")) where at(2) == first: 3
    case (UInt8(ascii: "-"), UInt8(ascii: ">")), (UInt8(ascii: "="), UInt8(ascii: "=")): 2
    default: 1
    }
  }

  private func at(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Adds the bytes since a position as a token that begins on a line, by default the current one.
  private mutating func add(from start: Int, onLine first: Int? = nil) {
    if isSkipping { return }
    let (line, text) = (first ?? line, String(decoding: bytes[start..<position], as: UTF8.self))
    tokens.append(
      Token(
        text: text, line: line, isAdjacent: start == end.position, isFirstOfLine: line != end.line))
    end = (position, self.line)
  }

  private mutating func endLine() {
    position += 1
    line += 1
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      switch (bytes[position], at(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        position += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        position += 2
      case (UInt8(ascii: "\n"), _): endLine()
      default: position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func readQuotedName() {
    let start = position
    position += 1
    while let byte = at(0), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") { position += 1 }
    if at(0) == UInt8(ascii: "`") { position += 1 }
    add(from: start)
  }

  /// Reads a directive, a raw string literal, or an extended regular expression.
  private mutating func readHash() {
    let start = position
    while at(0) == UInt8(ascii: "#") { position += 1 }
    let hashes = position - start
    if let sign = at(0), sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "/") {
      return readLiteral(sign, hashes: hashes)
    }
    while let byte = at(0), byte.isPartOfWord { position += 1 }
    add(from: start)
  }

  /// Returns a Boolean value that indicates whether a slash begins a regular expression, which ends on the same line.
  private var beginsExpression: Bool {
    func isSpace(_ distance: Int) -> Bool { (at(distance) ?? 0) <= 32 }
    let opens = position == 0 || isSpace(-1) || "([{,:;=!".utf8.contains(bytes[position - 1])
    guard opens, !isSpace(1) else { return false }
    var distance = 1
    while let byte = at(distance), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "/") { return !isSpace(distance - 1) }
      distance += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  /// Returns a Boolean value that indicates whether the closing delimiter of a literal comes next.
  private func closes(_ sign: UInt8, _ hashes: Int, count: Int = 1) -> Bool {
    (0..<count).allSatisfy { at($0) == sign }
      && (0..<hashes).allSatisfy { at(count + $0) == UInt8(ascii: "#") }
  }

  /// Reads a string or a regular expression from its first delimiter.
  private mutating func readLiteral(_ sign: UInt8, hashes: Int) {
    let (start, first, isString) = (position - hashes, line, sign == UInt8(ascii: "\""))
    let count = isString && at(1) == sign && at(2) == sign ? 3 : 1
    position += count
    while position < bytes.count, !closes(sign, hashes, count: count) {
      if bytes[position] == UInt8(ascii: "\n") {
        // A string on one line ends there, even if its quote is missing.
        if isString, count == 1 { break }
        endLine()
        continue
      }
      let escape = isString ? hashes : 0
      guard bytes[position] == UInt8(ascii: "\\"),
        (0..<escape).allSatisfy({ at(1 + $0) == UInt8(ascii: "#") })
      else {
        position += 1
        continue
      }
      position += 1 + escape
      if isString, at(0) == UInt8(ascii: "(") {
        position += 1
        let wasSkipping = isSkipping
        isSkipping = true
        run(until: UInt8(ascii: ")"))
        isSkipping = wasSkipping
      } else if at(0) != UInt8(ascii: "\n") {
        position += 1
      }
    }
    if at(0) == sign { position += count + hashes }
    position = min(position, bytes.count)
    add(from: start, onLine: first)
  }
}

extension Collection<Token> {
  /// The tokens as text, with at most one space between them.
  var text: String {
    enumerated().map { index, token in (index == 0 || token.isAdjacent ? "" : " ") + token.text }
      .joined()
  }
}
