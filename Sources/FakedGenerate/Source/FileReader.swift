/// A source file with its declarations.
///
/// Unchecked, because nothing changes after it is read.
final class SourceFile: @unchecked Sendable {
  /// The last part of its path.
  let name: String
  private(set) var declarations: [Declaration] = []
  private(set) var imports = SourceImports()

  init(_ text: String, name: String) {
    self.name = name
    let tokens = Lexer.tokens(of: text)
    var reader = FileReader(tokens, in: self)
    declarations = reader.read()
    // The imports of a file without types matter to nobody.
    if declarations.isEmpty { return }
    imports = SourceImports(tokens) { reader.importConditions[$0] ?? [] }
  }
}

/// Reads the declarations of a file, and skips everything that it does not understand.
private struct FileReader {
  private let tokens: [Token]
  private let file: SourceFile
  private var index = 0
  private var depth = 0
  /// The conditions of the imports under `#if`, by the indices of their tokens.
  private(set) var importConditions: [Int: [CompilationCondition]] = [:]
  /// For each open `#if`, the conditions of its branches so far. `#else` has none.
  private var open: [[String?]] = []

  init(_ tokens: [Token], in file: SourceFile) {
    self.tokens = tokens
    self.file = file
  }

  mutating func read() -> [Declaration] {
    var types: [Declaration] = []
    while index < tokens.count {
      read(&types, into: nil, outside: 0)
      index += 1
    }
    return types
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
  private mutating func read(
    _ types: inout [Declaration], into owner: Declaration?, outside base: Int
  ) {
    while index < tokens.count {
      let start = index
      switch text(index) {
      case "}": return
      case ";": index += 1
      case "#if", "#elseif", "#else", "#endif": readDirective(outside: base)
      default: readDeclaration(&types, into: owner)
      }
      // Whatever is here is no declaration.
      if index == start { index += 1 }
    }
  }

  private mutating func readDirective(outside base: Int) {
    let directive = tokens[index]
    index += 1
    let start = index
    while index < tokens.count, tokens[index].line == directive.line { index += 1 }
    let condition = tokens[start..<index].text
    switch directive.text {
    case "#if": open.append([condition])
    case "#elseif" where open.count > base: open[open.count - 1].append(condition)
    case "#else" where open.count > base: open[open.count - 1].append(nil)
    case "#endif" where open.count > base: open.removeLast()
    default: return
    }
  }

  /// The conditions that hold here, without the outer ones.
  private func conditions(outside base: Int) -> [CompilationCondition] {
    open.dropFirst(base).map { branches in
      CompilationCondition(
        branch: branches.last ?? nil, after: branches.dropLast().compactMap { $0 })
    }
  }

  private mutating func readDeclaration(_ types: inout [Declaration], into owner: Declaration?) {
    var head = MemberHead()
    let start = index
    readHead(&head)
    let word = text(index)
    head.line = index < tokens.count ? tokens[index].line : 0
    if Self.types.contains(word), isTypeKeyword {
      readType(word, head, &types)
    } else if word == "typealias" {
      readAlias(head, &types)
    } else if let owner, let kind = Member.Kind(rawValue: word) {
      readMember(kind, head, owner)
    } else {
      if word == "import", !open.isEmpty { importConditions[index] = conditions(outside: 0) }
      let isOther = Self.others.contains(word)
      index = isOther || index == start ? end(of: word) : index
      guard let owner, owner.kind == .protocol, !isOther, index > start else { return }
      // An unknown requirement must not be lost in silence.
      owner.members.append(
        Member(
          kind: .function, name: "", attributes: head.attributes, modifiers: head.modifiers,
          tokens: tokens[start..<min(index, tokens.count)], compilation: [],
          line: tokens[start].line + 1))
    }
  }

  /// Reads the attributes and modifiers before a keyword.
  private mutating func readHead(_ head: inout MemberHead) {
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

  private mutating func readType(
    _ word: String, _ head: MemberHead, _ types: inout [Declaration]
  ) {
    let start = index
    guard let kind = Declaration.Kind(rawValue: word),
      let brace = tokens[index...].firstIndex(where: { "{};".contains($0.text) }),
      tokens[brace].text == "{"
    else {
      index = end(of: word)
      return
    }
    let type = Declaration(
      kind, head, in: file, text: headText(head, tokens[start..<brace]), conditions(outside: 0))
    do { try readHead(of: type, TokenReader(tokens[(start + 1)..<brace])) } catch {
      type.isUnreadable = true
      if type.path.isEmpty { type.path = [text(start + 1).unescaped] }
    }
    type.access = Access(head.modifiers) ?? .internal
    types.append(type)
    index = brace + 1
    // Deeper types could overflow the stack.
    if depth > 50 {
      skipBraces()
      return
    }
    depth += 1
    let base = open.count
    read(&type.nested, into: type, outside: base)
    if open.count > base { open.removeLast(open.count - base) }
    depth -= 1
    index += 1
  }

  private func headText(_ head: MemberHead, _ tokens: ArraySlice<Token>) -> String {
    (["final", "open"].filter(head.modifiers.contains) + [tokens.text]).joined(separator: " ")
  }

  private func readHead(of type: Declaration, _ tokens: TokenReader) throws {
    var reader = tokens
    if type.kind == .extension {
      guard case .named(let parts) = try reader.type() else {
        throw TokenReader.Unreadable(rest: reader.rest)
      }
      type.path = parts.map(\.name)
      if parts.contains(where: { !$0.arguments.isEmpty }) { type.conditions = [.never] }
    } else {
      let name = reader.peek() ?? ""
      type.path = [name.unescaped]
      reader.skip()
      if !name.unescaped.isPlainName { type.isUnreadable = true }
    }
    if reader.take("<") { type.generics = try reader.generics() }
    if reader.take(":") {
      repeat {
        // `class` is an old word for `AnyObject`.
        if reader.take("class") {
          type.inherited.append(.name("AnyObject"))
        } else {
          type.inherited.append(try reader.type().base)
        }
      } while reader.take(",")
    }
    if reader.take("where") { type.conditions += try reader.conditions() }
    if !reader.isAtEnd { throw TokenReader.Unreadable(rest: reader.rest) }
  }

  private mutating func readAlias(_ head: MemberHead, _ types: inout [Declaration]) {
    let start = index
    index = end(of: "typealias")
    let alias = Declaration(
      .typealias, head, in: file, text: tokens[start..<index].text, conditions(outside: 0))
    var reader = TokenReader(tokens[(start + 1)..<index])
    guard let name = try? reader.name() else { return }
    alias.path = [name]
    if reader.take("<") { alias.generics = (try? reader.generics()) ?? [] }
    if reader.take("=") { alias.aliased = try? reader.type() }
    alias.access = Access(head.modifiers) ?? .internal
    types.append(alias)
  }

  private mutating func readMember(_ kind: Member.Kind, _ head: MemberHead, _ owner: Declaration) {
    let start = index
    let after = end(of: kind.rawValue)
    var last = min(after, tokens.count)
    if kind == .function || kind == .initializer,
      let brace = tokens[start..<last].indices.first(where: { isBody($0, from: start) })
    {
      last = brace
    }
    let name =
      switch kind {
      case .initializer, .subscript: kind.rawValue
      default: text(start + 1).unescaped
      }
    owner.members.append(
      Member(
        kind: kind, name: name, attributes: head.attributes, modifiers: head.modifiers,
        tokens: tokens[start..<last],
        compilation: conditions(outside: owner.compilation.count), line: head.line + 1))
    index = after
  }

  /// Returns a Boolean value that indicates whether a brace begins the body of a function.
  private func isBody(_ index: Int, from start: Int) -> Bool {
    guard tokens[index].text == "{" else { return false }
    var depth = 0
    for token in tokens[start..<index] {
      if token.text == "(" || token.text == "[" { depth += 1 }
      if token.text == ")" || token.text == "]" { depth -= 1 }
    }
    return depth == 0
  }

  /// Returns the index after the declaration or statement that begins here.
  private mutating func end(of word: String) -> Int {
    let hasBody = word != "var" && word != "let" && word != "typealias"
    var depth = 0
    var hasValue = false
    var end = index + 1
    while end < tokens.count {
      let token = tokens[end]
      switch token.text {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth < 0 { return end }
      case "{":
        end = closingBrace(from: end)
        if depth == 0, hasBody || !hasValue { return min(end + 1, tokens.count) }
      case "}": return end
      case ";" where depth == 0: return end
      case "=" where depth == 0: hasValue = true
      case "#if", "#elseif", "#else", "#endif":
        if depth == 0, token.isFirstOfLine { return end }
      default:
        if depth == 0, token.isFirstOfLine, !Self.connectors.contains(tokens[end - 1].text),
          begins(token.text)
        {
          return end
        }
      }
      end += 1
    }
    return tokens.count
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

  /// Skips to behind the brace that closes the current type.
  private mutating func skipBraces() {
    index = min(closingBrace(from: index - 1) + 1, tokens.count)
  }
}

extension Condition {
  /// A condition that no fake meets, for an extension of a type with arguments.
  fileprivate static let never = Condition(left: .name("Self"), isSame: true, right: .name("Never"))
}
