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

  /// The unconditional imports, without repetition.
  private(set) var plain: [Statement] = []
  /// The imports under `#if`, by the condition.
  private(set) var conditional: [CompilationCondition: [Statement]] = [:]
  /// The modules that the file exports to those that import its module.
  private(set) var exported: Set<String> = []

  init() {}

  /// Finds the imports among the tokens of a file. `conditions` returns the conditions that hold at a token.
  init(_ tokens: [Token], conditions: (Int) -> [CompilationCondition]) {
    for index in tokens.indices where tokens[index].text == "import" {
      guard let (statement, isExported) = Self.statement(at: index, in: tokens) else { continue }
      if isExported { exported.insert(statement.module) }
      let conditions = conditions(index)
      if conditions.isEmpty {
        add(statement)
      } else {
        conditional[.all(conditions), default: []].append(statement)
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
    return (
      Statement(
        attributes: isRelaxed ? "@preconcurrency " : "", imported: imported.text
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
    conditional.merge(other.conditional) { $0 + $1.filter { [known = $0] in !known.contains($0) } }
    exported.formUnion(other.exported)
  }

  /// Returns a Boolean value that indicates whether an unconditional statement imports the module.
  func mentions(_ module: String) -> Bool { plain.contains { $0.module == module } }

  /// The modules of all statements.
  var modules: Set<String> { Set((plain + conditional.values.joined()).map(\.module)) }

  /// Removes the imports of other modules. An import of a declaration is superfluous next to that of its module.
  mutating func keep(_ needed: Set<String>) {
    let whole = Set(plain.filter { !$0.isDeclaration }.map(\.module))
    plain = plain.filter {
      needed.contains($0.module) && !($0.isDeclaration && whole.contains($0.module))
    }
    conditional = conditional.mapValues { $0.filter { needed.contains($0.module) } }
      .filter { !$0.value.isEmpty }
  }
}

/// A condition of `#if`, as its source spells it.
struct CompilationCondition: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// Creates the condition of a branch: its own condition holds, and those of the earlier branches don't.
  init(branch: String?, after earlier: [String]) {
    self = Self.all(
      earlier.map { Self("!" + (Self($0).isSimple ? $0 : "(\($0))")) }
        + (branch.map { [Self($0)] } ?? []))
  }

  private var isSimple: Bool {
    !text.contains("&&") && !text.contains("||") && !text.hasPrefix("!")
  }

  /// Returns the condition that holds if all of these conditions hold.
  static func all(_ conditions: [CompilationCondition]) -> CompilationCondition {
    if conditions.count == 1 { return conditions[0] }
    return Self(
      conditions.map { $0.text.contains("||") ? "(\($0.text))" : $0.text }
        .joined(separator: " && "))
  }
}
