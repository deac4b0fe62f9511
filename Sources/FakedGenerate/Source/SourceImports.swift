/// The imports of source files, in the form in which a fake repeats them.
struct SourceImports: Sendable {
  /// An import statement without its access level.
  struct Statement: Hashable, Sendable {
    /// `@preconcurrency`, followed by a space, or nothing.
    var attributes = ""
    /// `Foundation`, or `struct Foundation.Date`.
    var imported: String

    /// `Foundation`, or `Foundation.Date`.
    var path: Substring { imported.split(separator: " ").last ?? "" }
    /// The module whose declarations the statement makes visible.
    var module: String { String(path.prefix { $0 != "." }) }
    /// A Boolean value that indicates whether the statement imports one declaration.
    var isDeclaration: Bool { imported.contains(" ") }
  }

  /// A line of a block from `#if` to `#endif`.
  enum Line: Hashable, Sendable {
    case directive(String)
    case statement(Statement)

    var statement: Statement? {
      if case .statement(let statement) = self { statement } else { nil }
    }
  }

  /// The unconditional imports, without repetition.
  private(set) var plain: [Statement] = []
  /// The blocks from `#if` to `#endif` that contain imports, without other code.
  private(set) var conditional: [[Line]] = []
  /// A Boolean value that indicates whether flags of one target determine what is imported.
  private(set) var dependsOnFlags = false
  /// The modules that the file exports to those that import its module.
  private(set) var exported: Set<String> = []

  init() {}

  /// Finds the imports among the tokens of a file.
  init(_ tokens: [Token]) {
    // The open blocks, each with its lines so far.
    var open: [[Line]] = []
    for index in tokens.indices {
      let token = tokens[index]
      switch token.text {
      case "#if", "#elseif", "#else", "#endif":
        let line = Line.directive(tokens[index...].prefix { $0.line == token.line }.text)
        if token.text == "#if" { open.append([]) }
        if open.isEmpty { continue }
        open[open.count - 1].append(line)
        if token.text == "#endif", let block = open.popLast() { close(block, in: &open) }
      case "import":
        guard let (statement, isExported) = Self.statement(at: index, in: tokens) else { continue }
        if isExported { exported.insert(statement.module) }
        if open.isEmpty {
          add(statement)
        } else {
          open[open.count - 1].append(.statement(statement))
        }
      default: continue
      }
    }
  }

  private mutating func close(_ block: [Line], in open: inout [[Line]]) {
    guard block.contains(where: { $0.statement != nil }) else { return }
    if !open.isEmpty {
      open[open.count - 1] += block
    } else {
      if !conditional.contains(block) { conditional.append(block) }
      dependsOnFlags =
        dependsOnFlags
        || block.contains { line in
          guard case .directive(let text) = line else { return false }
          return CompilationCondition(String(text.drop { $0 != " " })).asksForFlags
        }
    }
  }

  private static func statement(
    at index: Int, in tokens: [Token]
  ) -> (Statement, isExported: Bool)? {
    let start = tokens[...index].lastIndex { $0.isFirstOfLine || $0.text == ";" } ?? index
    let before = tokens[start..<index]
    let imported = tokens[(index + 1)...].prefix { $0.line == tokens[index].line && $0.text != ";" }
    guard !imported.isEmpty, !before.contains(where: { "{}=.".contains($0.text) }),
      !before.contains(where: { $0.text == "testable" })
    else { return nil }
    let isRelaxed = before.contains { $0.text == "preconcurrency" }
    let groups = before.indices.filter { tokens[$0].text == "_spi" && $0 + 2 < index }
      .map { "@_spi(\(tokens[$0 + 2].text)) " }
    return (
      Statement(
        attributes: (isRelaxed ? "@preconcurrency " : "") + groups.joined(), imported: imported.text
      ),
      before.contains { $0.text == "_exported" }
    )
  }

  mutating func add(_ statement: Statement) {
    if !plain.contains(statement) { plain.append(statement) }
  }

  mutating func add(_ module: String) { add(Statement(imported: module)) }

  mutating func add(_ other: SourceImports) {
    other.plain.forEach { add($0) }
    conditional += other.conditional.filter { !conditional.contains($0) }
    dependsOnFlags = dependsOnFlags || other.dependsOnFlags
  }

  /// Returns a Boolean value that indicates whether an unconditional statement imports the module.
  func mentions(_ module: String) -> Bool { plain.contains { $0.module == module } }

  /// The modules of all statements.
  var modules: Set<String> {
    Set((plain + conditional.joined().compactMap(\.statement)).map(\.module))
  }

  /// Removes the statements and blocks that `isNeeded` rejects.
  mutating func keep(
    where isNeeded: (Statement) -> Bool, blocksWhere isBlockNeeded: ([Statement]) -> Bool
  ) {
    plain = plain.filter(isNeeded)
    conditional = conditional.filter { isBlockNeeded($0.compactMap(\.statement)) }
  }
}
