import Foundation

/// A source file, which its declarations keep.
///
/// Unchecked, because nothing changes after it is read.
final class SourceFile: @unchecked Sendable {
  let url: URL
  /// The last part of its path.
  let name: String
  private(set) var imports = SourceImports()

  private init(at url: URL) { (self.url, name) = (url, url.lastPathComponent) }

  /// Reads the declarations of a file.
  static func declarations(in text: String, at url: URL) -> [Declaration] {
    let file = SourceFile(at: url)
    var reader = FileReader(Lexer.tokens(of: text), in: file)
    let declarations = reader.read()
    file.imports = reader.imports
    return declarations
  }
}

/// The attributes and modifiers before a declaration, and its place.
struct Head: Sendable {
  var attributes: [String] = []
  var modifiers: Set<String> = []
  /// The number of the line, from 1.
  var line = 0
  /// The conditions of `#if` around it, the outermost first. For a member, those inside its type.
  var compilation: [String] = []
}

/// Reads the declarations of a file, and skips everything that it does not understand.
private struct FileReader {
  private let tokens: [Token]
  private let file: SourceFile
  private var index = 0
  private var depth = 0
  private(set) var imports = SourceImports()
  /// For each open `#if` in the current type, the conditions of its branches so far. `#else` has none.
  private var open: [[String?]] = []

  init(_ tokens: [Token], in file: SourceFile) {
    (self.tokens, self.file) = (tokens, file)
  }

  mutating func read() -> [Declaration] {
    // An extension stands for the file, because it limits no access and adds no name.
    let top = Declaration(.extension, Head(), in: file, text: "")
    while index < tokens.count {
      read(into: top)
      index += 1
    }
    return top.nested
  }

  private func text(_ index: Int) -> String { index < tokens.count ? tokens[index].text : "" }

  private static let types: Set = ["protocol", "struct", "enum", "extension", "class", "actor"]
  private static let others: Set = [
    "func", "var", "let", "init", "subscript", "associatedtype", "case", "typealias", "import",
    "deinit", "operator", "precedencegroup", "macro",
  ]
  private static let modifiers: Set = [
    "public", "private", "fileprivate", "internal", "package", "open", "final", "static", "class",
    "mutating", "nonmutating", "nonisolated", "override", "required", "convenience", "dynamic",
    "lazy", "weak", "unowned", "indirect", "prefix", "postfix", "infix", "optional", "consuming",
    "borrowing", "distributed", "__consuming", "isolated",
  ]
  private static let arguments: Set = ["set", "unsafe", "safe", "unmanaged", "nonsending"]
  /// The tokens after which a declaration continues on the next line.
  private static let connectors: Set = [
    "->", ":", ",", "where", "&", "=", "==", ".", "any", "some",
  ]

  /// Reads to the brace that closes a type, or to the end.
  private mutating func read(into owner: Declaration) {
    while index < tokens.count {
      let start = index
      switch text(index) {
      case "}": return
      case ";": index += 1
      case "#if", "#elseif", "#else", "#endif": readDirective()
      default: readDeclaration(into: owner)
      }
      // Whatever is here is no declaration.
      if index == start { index += 1 }
    }
  }

  /// Returns the rest of the line, and continues behind it.
  private mutating func restOfLine() -> ArraySlice<Token> {
    let start = index + 1
    let line = tokens[index].line
    index = start
    while index < tokens.count, tokens[index].line == line, text(index) != ";" { index += 1 }
    return tokens[start..<index]
  }

  private mutating func readDirective() {
    let directive = text(index)
    let condition = restOfLine().text
    switch directive {
    case "#if": open.append([condition])
    case "#elseif" where !open.isEmpty: open[open.count - 1].append(condition)
    case "#else" where !open.isEmpty: open[open.count - 1].append(nil)
    case "#endif" where !open.isEmpty: open.removeLast()
    default: return
    }
  }

  /// The conditions that hold here in the current type: that of each branch, and that none before it holds.
  private var conditions: [String] {
    open.map { branches in
      let earlier = branches.dropLast().compactMap { $0 }.map { text in
        text.contains("&&") || text.contains("||") || text.hasPrefix("!")
          ? "!(\(text))" : "!" + text
      }
      return (earlier + [branches.last ?? nil].compactMap { $0 }).allHold
    }
  }

  private mutating func readDeclaration(into owner: Declaration) {
    var head = Head()
    let start = index
    readHead(&head)
    let word = text(index)
    head.line = (index < tokens.count ? tokens[index].line : 0) + 1
    let isType = Self.types.contains(word) && isTypeKeyword
    let outer = isType || word == "typealias" ? owner.head.compilation : []
    head.compilation = outer + conditions
    if isType {
      readType(word, head, in: owner)
    } else if word == "typealias" {
      readAlias(head, in: owner)
    } else if word == "import" {
      imports.add(restOfLine().text, head)
    } else if let kind = Member.Kind(rawValue: word) {
      owner.members.append(member(kind, head))
    } else {
      let isOther = Self.others.contains(word)
      if isOther || index == start { skipDeclaration(word) }
      guard owner.kind == .protocol, !isOther, index > start else { return }
      // An unknown requirement must not be lost in silence.
      let tokens = tokens[start..<min(index, tokens.count)]
      owner.members.append(Member(kind: .function, name: "", head: head, tokens: tokens))
    }
  }

  /// Reads the attributes and modifiers before a keyword.
  private mutating func readHead(_ head: inout Head) {
    while index < tokens.count {
      let word = text(index)
      if word == "@" {
        var reader = TokenReader(tokens[index...])
        guard let attribute = try? reader.attribute() else { return }
        head.attributes.append(attribute)
        index = reader.position
      } else if Self.modifiers.contains(word), !isTypeKeyword {
        var modifier = word
        if text(index + 1) == "(" {
          guard Self.arguments.contains(text(index + 2)), text(index + 3) == ")" else { return }
          modifier += "(" + text(index + 2) + ")"
          index += 3
        }
        index += 1
        head.modifiers.insert(modifier)
      } else {
        return
      }
    }
  }

  /// A Boolean value that indicates whether a name follows the keyword, as in `class Mailer`.
  private var isTypeKeyword: Bool {
    let (word, next) = (text(index), text(index + 1))
    switch word {
    case "class":
      return !Self.others.contains(next) && !Self.modifiers.contains(next)
        && next.utf8.first.map { $0.isPartOfWord || $0 == UInt8(ascii: "`") } ?? false
    case "actor": return ["{", ":", "<", "where"].contains(text(index + 2)) && next.isPlainName
    default: return Self.types.contains(word)
    }
  }

  private mutating func readType(_ word: String, _ head: Head, in owner: Declaration) {
    let start = index
    guard let kind = Declaration.Kind(rawValue: word),
      let brace = tokens[index...].firstIndex(where: { "{};".contains($0.text) }),
      tokens[brace].text == "{"
    else {
      skipDeclaration(word)
      return
    }
    let type = Declaration(kind, head, in: file, text: tokens[start..<brace].text)
    var reader = TokenReader(tokens[(start + 1)..<brace])
    type.path = [text(start + 1).unescaped]
    if (try? type.readHead(&reader)) == nil { type.isUnreadable = true }
    owner.add(type)
    index = brace + 1
    // Deeper types could overflow the stack.
    if depth > 50 {
      index = min(closingBrace(from: brace) + 1, tokens.count)
      return
    }
    depth += 1
    let outer = open
    open = []
    read(into: type)
    open = outer
    depth -= 1
    index += 1
  }

  private mutating func readAlias(_ head: Head, in owner: Declaration) {
    let start = index
    skipDeclaration("typealias")
    let alias = Declaration(.typealias, head, in: file, text: tokens[start..<index].text)
    var reader = TokenReader(tokens[(start + 1)..<index])
    guard let name = try? reader.name() else { return }
    alias.path = [name]
    if reader.take("<") { alias.generics = (try? reader.generics()) ?? [] }
    if reader.take("=") { alias.aliased = try? reader.type() }
    owner.add(alias)
  }

  private mutating func member(_ kind: Member.Kind, _ head: Head) -> Member {
    let start = index
    let body = skipDeclaration(kind.rawValue)
    let isFunction = kind == .function || kind == .initializer
    let isNamed = kind != .initializer && kind != .subscript
    return Member(
      kind: kind, name: isNamed ? text(start + 1).unescaped : kind.rawValue, head: head,
      tokens: tokens[start..<(isFunction ? body : index)])
  }

  /// Skips the declaration or statement that begins here, and returns the index of its body, or of its end.
  @discardableResult
  private mutating func skipDeclaration(_ word: String) -> Int {
    let hasBody = word != "var" && word != "let" && word != "typealias"
    var depth = 0
    var hasValue = false
    index += 1
    while index < tokens.count {
      let (token, start) = (tokens[index], index)
      switch token.text {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth < 0 { return index }
      case "{":
        index = closingBrace(from: index)
        if depth == 0, hasBody || !hasValue {
          index += 1
          return start
        }
      case "}": return index
      case ";" where depth == 0: return index
      case "=" where depth == 0: hasValue = true
      case "#if", "#elseif", "#else", "#endif":
        if depth == 0, token.isFirstOfLine { return index }
      default:
        if depth == 0, token.isFirstOfLine, !Self.connectors.contains(tokens[index - 1].text),
          begins(token.text)
        {
          return index
        }
      }
      index += 1
    }
    index = tokens.count
    return index
  }

  private func begins(_ word: String) -> Bool {
    word == "@" || word.utf8.first == UInt8(ascii: "#") || Self.types.contains(word)
      || Self.others.contains(word) || Self.modifiers.contains(word)
  }

  /// Returns the index of the brace that closes the one at an index, or the last index.
  private func closingBrace(from start: Int) -> Int {
    var depth = 0
    for index in start..<tokens.count {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }
}
