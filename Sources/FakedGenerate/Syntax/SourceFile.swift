import Foundation

/// The facts in a source file that a symbol graph leaves out: imports, `#if`, and `@_spi`.
final class SourceFile: Sendable {
  let imports: SourceImports
  private let tokens: [SourceLexer.Token]
  /// The directives that change the conditions of `#if`, with the conditions that follow each.
  private let conditionChanges: [(directive: SourceLexer.Token, conditions: [CompilationCondition])]

  /// Creates a source file. Conditions do not mention `unsharedFlags`.
  init(_ text: String, unsharedFlags: Set<String> = []) {
    tokens = SourceLexer.tokens(of: text)
    imports = SourceImports(tokens)
    conditionChanges = Self.conditionChanges(in: tokens).map { directive, conditions in
      (
        directive,
        unsharedFlags.isEmpty ? conditions : conditions.compactMap { $0.removing(unsharedFlags) }
      )
    }
  }

  private static func conditionChanges(
    in tokens: [SourceLexer.Token]
  ) -> [(directive: SourceLexer.Token, conditions: [CompilationCondition])] {
    // For each open `#if`, the conditions of its branches so far. `#else` has none.
    var open: [[String?]] = []
    var changes: [(directive: SourceLexer.Token, conditions: [CompilationCondition])] = []
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case "#if": open.append([condition(behind: index, in: tokens)])
      case "#elseif" where !open.isEmpty:
        open[open.count - 1].append(condition(behind: index, in: tokens))
      case "#else" where !open.isEmpty: open[open.count - 1].append(nil)
      case "#endif" where !open.isEmpty: open.removeLast()
      default: continue
      }
      let conditions = open.map { branches in
        CompilationCondition(
          branch: branches.last ?? nil, after: branches.dropLast().compactMap { $0 })
      }
      changes.append((token, conditions))
    }
    return changes
  }

  private static func condition(behind index: Int, in tokens: [SourceLexer.Token]) -> String {
    tokens[(index + 1)...].prefix { $0.line == tokens[index].line }.text
  }

  private func conditions(atLine line: Int, column: Int) -> [CompilationCondition] {
    conditionChanges.last { ($0.directive.line, $0.directive.column) < (line, column) }?.conditions
      ?? []
  }

  /// Returns the conditions that hold at a declaration, the outermost first.
  func conditions(at symbol: Symbol) -> [CompilationCondition] {
    symbol.location.map { conditions(atLine: $0.line, column: $0.character) } ?? []
  }

  /// Returns the index of the token at which the name of a declaration begins.
  private func index(of symbol: Symbol) -> Int? {
    guard let location = symbol.location else { return nil }
    var (low, high) = (0, tokens.count)
    while low < high {
      let middle = (low + high) / 2
      let token = tokens[middle]
      let isBefore = (token.line, token.column) < (location.line, location.character)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low < tokens.count ? low : nil
  }

  /// Returns the groups of `@_spi(Group)` before a declaration, or else all groups of the file.
  func spiGroups(of symbol: Symbol) -> [String] {
    guard let end = index(of: symbol) else { return [] }
    // The attributes are between the previous declaration and the keyword of this one.
    let start = tokens[..<max(0, end - 1)].lastIndex { Self.keywords.contains($0.text) } ?? 0
    let own = Self.spiGroups(in: tokens[start..<end])
    return own.isEmpty ? Array(Set(Self.spiGroups(in: tokens[...]))).sorted() : own
  }

  private static let keywords: Set = [
    "{", "}", ";", "actor", "associatedtype", "class", "enum", "func", "init", "protocol", "struct",
    "subscript", "typealias", "var",
  ]

  private static func spiGroups(in tokens: ArraySlice<SourceLexer.Token>) -> [String] {
    tokens.indices.filter { tokens[$0].text == "_spi" && tokens.indices.contains($0 + 2) }
      .map { tokens[$0 + 2].text }
  }

  /// Returns a Boolean value that indicates whether a type is `~Copyable`.
  func isNoncopyable(_ symbol: Symbol) -> Bool {
    guard let start = index(of: symbol) else { return false }
    var depth = 0
    var isInverted = false
    for token in tokens[start...] {
      switch token.text {
      case "{", "where": return false
      case "<": depth += 1
      case ">": depth -= 1
      case "Copyable" where depth == 0 && isInverted: return true
      default: break
      }
      isInverted = token.text == "~"
    }
    return false
  }

  /// A requirement between `#if` and `#endif`.
  struct ConditionalRequirement: Equatable {
    let name: String
    let line: Int
    let conditions: [CompilationCondition]
  }

  /// Returns the requirements of a protocol that only some platforms or builds have.
  func conditionalRequirements(of symbol: Symbol) -> [ConditionalRequirement] {
    guard !conditionChanges.isEmpty, let start = index(of: symbol),
      let brace = tokens[start...].firstIndex(where: { $0.text == "{" })
    else { return [] }
    let outer = conditions(at: symbol)
    var found: [ConditionalRequirement] = []
    var depth = 1
    for index in tokens.indices.dropFirst(brace + 1) {
      let token = tokens[index]
      if token.text == "{" { depth += 1 }
      if token.text == "}" { depth -= 1 }
      if depth == 0 { break }
      guard depth == 1, index + 1 < tokens.count else { continue }
      let isNamed = ["func", "var", "associatedtype"].contains(token.text)
      guard
        isNamed
          || (["init", "subscript"].contains(token.text) && "(<?!".contains(tokens[index + 1].text))
      else { continue }
      let name = tokens[isNamed ? index + 1 : index]
      let conditions = conditions(atLine: name.line, column: name.column).filter {
        !outer.contains($0)
      }
      if !conditions.isEmpty {
        found.append(.init(name: name.text.unescaped, line: name.line, conditions: conditions))
      }
    }
    return found
  }
}
