/// The imports at the top of a fake.
struct FakeImports {
  private let model: ProtocolModel
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let style: FakeStyle
  private let needs: NeededModules
  /// The imports of types whose module a type with the name of the module hides.
  private let soleImports: Set<String>
  /// The first of these types whose import has no effect, because the fake uses another type of that name.
  private let hiddenType: Symbol?

  init(of model: ProtocolModel, in graphs: SymbolGraphs, _ sources: SourceFiles, _ style: FakeStyle)
  {
    (self.model, self.graphs, self.sources, self.style) = (model, graphs, sources, style)
    needs = NeededModules(of: model, in: graphs)
    let resolver = TypeResolver(graphs: graphs, of: model)
    let types = resolver.typesToImport(for: model)
    soleImports = Set(types.map(\.soleImport))
    hiddenType = types.first(where: resolver.hidesImport(of:))
  }

  /// The modules that declare the protocol and the protocols that it inherits from.
  private var own: Set<String> { Set(model.declaredIn.map(\.module)) }

  /// The modules whose internal declarations the fake uses.
  private var testable: Set<String> {
    let hidden = model.declaredIn.filter { $0.access == "internal" || model.isTestable }
    // Other modules can inherit from a class that is not open only with `@testable`.
    let superclass = model.superclass.flatMap { graphs.symbols[$0.id] }
    let closed = superclass.flatMap { $0.access == "open" ? nil : $0.module }
    return Set(hidden.map(\.module) + [closed].compactMap(\.self))
  }

  /// The other modules whose declarations are visible in the fake.
  var foreignModules: Set<String> { imports.modules.subtracting(own).subtracting(["Faked"]) }

  /// Returns the import statements, with a newline after each.
  ///
  /// - Throws: A refusal if the import of a type has no effect.
  func text() throws(Refusal) -> String {
    if let type = hiddenType {
      throw Refusal(
        "the file of the fake sees another type \(type.name), and \(type.module).\(type.name) would be a member of "
          + "the type \(type.module)",
        instead: .change("Rename one of the types \(type.name) and \(type.module)"))
    }
    let imports = imports
    let shown = shownModules(in: imports)
    let testable = testable
    let sorted = imports.plain.sorted { $0.path < $1.path }
    let plain = sorted.filter { !testable.contains($0.module) }
    let hidden = sorted.filter { $0.isDeclaration && testable.contains($0.module) }
    let blocks = [
      plain.filter { !$0.isDeclaration }.map { line(for: $0, shown) },
      plain.filter(\.isDeclaration).map { line(for: $0, shown) },
      testable.sorted().map { attributes(for: $0) + "@testable import \($0)" }
        + hidden.map { attributes(for: $0.module) + "@testable import \($0.imported)" },
    ]
    let conditional = imports.conditional.map { lines(for: $0, shown) }
      .sorted { $0.joined() < $1.joined() }
    return (blocks.filter { !$0.isEmpty } + conditional)
      .map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var imports: SourceImports {
    var imports = SourceImports()
    for symbol in model.declaredIn where symbol.location != nil {
      imports.add(sources.file(of: symbol).imports)
    }
    if imports.dependsOnFlags {
      // The tests may have other flags, but the types determine which modules are imported.
      for module in needs.modules.sorted() where NeededModules.isImportable(module) {
        if !own.contains(module), !imports.mentions(module) { imports.add(module) }
      }
    }
    if needs.areCovered(by: imports, own: own) {
      let whole = imports
      imports.keep {
        (needs.include($0.module) || needs.mayBeDeclared(in: $0.module))
          && !($0.isDeclaration
            && whole.plain.contains(.init(attributes: $0.attributes, imported: $0.module)))
      } blocksWhere: { block in
        block.contains { needs.include($0.module) || needs.mayBeDeclared(in: $0.module) }
      }
    }
    imports.add("Faked")
    if model.isObject { imports.add("Foundation") }
    for module in own.subtracting(testable) { imports.add(module) }
    for imported in soleImports { imports.add(.init(imported: imported)) }
    // Import the library's own types one by one if another module declares types with the same names.
    let visible = imports.modules.union(own)
    for (name, word) in FakedNames.spelled
    where !visible.isDisjoint(with: graphs.topLevel[name] ?? []) {
      imports.add(.init(imported: "\(word) Faked.\(name)"))
    }
    return imports
  }

  /// The modules that the declarations of a public fake expose to other modules.
  private func shownModules(in imports: SourceImports) -> Set<String> {
    guard style.isPublic else { return [] }
    var shown = needs.exposed.union(["Faked"])
    // Foundation exports Dispatch.
    if shown.contains("Dispatch"), !imports.mentions("Dispatch") { shown.insert("Foundation") }
    // A package protocol is visible in other modules of the package without its import.
    if model.symbol.access != "package" {
      let namesOthers = needs.hasUnknown || model.superclass != nil
      shown.formUnion(namesOthers ? own : [model.symbol.module])
    }
    return shown
  }

  private var accessWord: String { model.symbol.access == "package" ? "package " : "public " }

  private func line(for statement: SourceImports.Statement, _ shown: Set<String>) -> String {
    let isShown =
      shown.contains(statement.module)
      && (!statement.isDeclaration || statement.module == "Faked"
        || soleImports.contains(statement.imported))
    let attributes = attributes(for: statement.module)
    let own = attributes.contains(statement.attributes) ? "" : statement.attributes
    return attributes + own + (isShown ? accessWord : "") + "import " + statement.imported
  }

  private func lines(for block: [SourceImports.Line], _ shown: Set<String>) -> [String] {
    var indent = -2
    return block.map { line in
      switch line {
      case .directive(let text):
        if text.hasPrefix("#if") { indent += 2 }
        defer { if text.hasPrefix("#endif") { indent -= 2 } }
        return Layout.spaces(indent) + text
      case .statement(let statement):
        let isShown = shown.contains(statement.module) && !statement.isDeclaration
        return Layout.spaces(indent + 2) + statement.attributes + (isShown ? accessWord : "")
          + "import " + statement.imported
      }
    }
  }

  /// `@preconcurrency` and `@_spi(Group)`.
  private func attributes(for module: String) -> String {
    let isRelaxed = model.requirements.contains {
      $0.hasIsolatedUnsendableClosure && $0.symbol?.module == module
    }
    return (isRelaxed || modulesOfTaskValues.contains(module) ? "@preconcurrency " : "")
      + (spiGroups[module] ?? []).sorted().map { "@_spi(\($0)) " }.joined()
  }

  /// The modules of the `Success` types of tasks that are not known to be `Sendable`, which Swift 5 mode allows.
  private var modulesOfTaskValues: Set<String> {
    let resolver = TypeResolver(graphs: graphs)
    var modules: Set<String> = []
    for requirement in model.requirements {
      requirement.visit { type in
        guard case .named(let parts) = type, let task = parts.last, task.id == "s:ScT",
          let value = task.arguments.first, !resolver.isSendable(value)
        else { return }
        value.visit { part in
          guard case .named(let parts) = part, let id = parts.last?.id,
            !resolver.isSendable(part), !id.hasSuffix("mfp"), !id.hasSuffix("Qa")
          else { return }
          modules.insert(graphs.symbols[id]?.module ?? MangledName.module(of: id) ?? "UIKit")
        }
      }
    }
    return modules.subtracting(["Swift"])
  }

  private var spiGroups: [String: Set<String>] {
    if !graphs.hasSPI { return [:] }
    var groups: [String: Set<String>] = [:]
    for symbol in model.declaredIn where symbol.isSPI {
      groups[symbol.module, default: []].formUnion(model.spiGroups)
    }
    for requirement in model.requirements {
      requirement.visit { type in
        guard case .named(let parts) = type else { return }
        for symbol in parts.compactMap({ graphs.symbols[$0.id ?? ""] }) where symbol.isSPI {
          groups[symbol.module, default: []].formUnion(
            sources.file(of: symbol).spiGroups(of: symbol))
        }
      }
      if let symbol = requirement.symbol, let names = requirement.spiGroups {
        groups[symbol.module, default: []].formUnion(names)
      }
    }
    return groups
  }
}
