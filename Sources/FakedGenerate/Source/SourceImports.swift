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
  private(set) var conditional: [String: [Statement]] = [:]
  /// The modules that the file exports to those that import its module.
  private(set) var exported: Set<String> = []

  /// Adds an import with the attributes and conditions of its statement.
  mutating func add(_ imported: String, _ head: Head) {
    if imported.isEmpty || head.attributes.contains("@testable") { return }
    let isRelaxed = head.attributes.contains("@preconcurrency")
    let statement = Statement(attributes: isRelaxed ? "@preconcurrency " : "", imported: imported)
    if head.attributes.contains("@_exported") { exported.insert(statement.module) }
    if head.compilation.isEmpty {
      add(statement)
    } else {
      conditional[head.compilation.allHold, default: []].append(statement)
    }
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

extension [String] {
  /// The condition that holds if all of these conditions of `#if` hold.
  var allHold: String {
    count == 1 ? self[0] : map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
  }
}
