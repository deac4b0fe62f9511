/// The imports at the top of a fake: those imports of the files that declare its protocols that the fake needs.
struct FakeImports {
  private let model: ProtocolModel
  private let resolver: TypeResolver
  private let isPublic: Bool
  /// The types of the sources that the fake names.
  private var types: [Declaration]
  /// The modules that declare the types in the fake.
  private var needed: Set<String> = []
  /// The modules whose types a public fake exposes: all except those of the actors of members and closures, and of protocols
  /// without requirements.
  private var exposed: Set<String> = []
  /// A Boolean value that indicates whether a name is unknown, so that any module may declare it.
  private var hasUnknown = false

  init(of model: ProtocolModel, with resolver: TypeResolver, isPublic: Bool) {
    (self.model, self.resolver, self.isPublic) = (model, resolver, isPublic)
    types = model.declaredIn + [model.superclass].compactMap(\.self)
    if model.isObject { needed.insert("Foundation") }
    for type in model.toolchain where !type.members.isEmpty { add(type.module, type.name) }
    model.visit { if case .named(let parts) = $0 { add(parts) } }
    if let superclass = model.superclass { needed.insert(superclass.module) }
    if let actor = model.globalActor { add(actor: actor, in: model.type) }
    exposed = needed
    for type in model.toolchain { add(type.module, type.name) }
    for requirement in model.requirements {
      guard let owner = requirement.owner else { continue }
      var actors = [requirement.globalActor].compactMap(\.self)
      requirement.visit { if case .prefixed(let word, _) = $0 { actors.append(word) } }
      for actor in actors where actor.isGlobalActor { add(actor: actor, in: owner) }
    }
  }

  private mutating func add(_ parts: [SwiftType.Part]) {
    for (index, part) in parts.enumerated() {
      switch part.meaning {
      case .declared(let type):
        types.append(type)
        add(type.module, type.name)
      case .associated, .generic: return
      case .toolchain(let module): add(module, part.name)
      case nil:
        if ["Self", "Any", "AnyObject", "", "Swift", "$0"].contains(part.name) { continue }
        // Its module and the types around it precede a known name.
        if parts[(index + 1)...].contains(where: { $0.meaning != nil }) { continue }
        if index > 0 {
          // `User.ID` may be an alias of a type in any module, most often in Foundation.
          if part.name != "Type", part.name != "Protocol" { needed.insert("Foundation") }
          return
        }
        if ForeignNames.isModule(part.name) {
          add(part.name, parts.last?.name ?? "")
        } else {
          hasUnknown = true
        }
      }
    }
  }

  private mutating func add(_ module: String, _ name: String) {
    if module.isEmpty { hasUnknown = true } else if module != "Swift" { needed.insert(module) }
    // Another platform may declare the type in the other module.
    if ["URL", "HTTP", "CachedURL"].contains(where: name.hasPrefix), name != "URL" {
      needed.insert("FoundationNetworking")
    }
  }

  private mutating func add(actor attribute: String, in type: Declaration) {
    if attribute == "@MainActor" { return }
    let name = String(attribute.dropFirst().prefix { $0 != "." })
    let actor = resolver.index.topLevelType(name, for: type.file, in: type.module)
    if let actor { needed.insert(actor.module) } else { hasUnknown = true }
  }

  /// The modules that declare the protocol and the protocols that it inherits from.
  private var own: Set<String> { Set(model.declaredIn.map(\.module)) }

  /// The modules whose internal declarations the fake uses.
  private var testable: Set<String> {
    let hidden = model.declaredIn.filter { $0.access == .internal || model.isTestable }
    // Other modules can inherit from a class that is not open only with `@testable`.
    let closed = model.superclass.flatMap { $0.access == .open ? nil : $0.module }
    return Set(hidden.map(\.module) + [closed].compactMap(\.self))
  }

  /// Returns the import statements, with a newline after each.
  ///
  /// - Throws: A refusal if the name of a type has two meanings in the file of the fake, even with its module.
  func text() throws(Refusal) -> String {
    if let type = types.first(where: resolver.isUnreachable) {
      throw Refusal(
        "the file of the fake sees another type \(type.path[0]), and \(type.module).\(type.path[0]) "
          + "would be a member of the type \(type.module)",
        instead: .change("Rename one of the types \(type.path[0]) and \(type.module)"))
    }
    let imports = imports
    let shown = shownModules(in: imports)
    let testable = testable
    let plain = imports.plain.sorted { $0.path < $1.path }.filter { !testable.contains($0.module) }
    let blocks = [
      plain.filter { !$0.isDeclaration }.map { line(for: $0, shown) },
      plain.filter(\.isDeclaration).map { line(for: $0, shown) },
      testable.sorted().map { "\(groups(of: $0))@testable import \($0)" },
    ]
    let conditional = imports.conditional.sorted { $0.key < $1.key }.map { condition, statements in
      ["#if \(condition)"] + statements.map { "  " + line(for: $0, shown) } + ["#endif"]
    }
    return (blocks.filter { !$0.isEmpty } + conditional).map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var imports: SourceImports {
    var imports = SourceImports()
    for type in model.declaredIn { imports.add(type.file.imports) }
    let imported = imports.modules
    var needed = needed
    // Foundation exports Dispatch.
    if !imported.contains("Dispatch"), needed.remove("Dispatch") != nil {
      needed.insert("Foundation")
    }
    let known = own.union(imported).union(["FoundationNetworking"])
    if !hasUnknown, needed.isSubset(of: known) {
      if needed.contains("Foundation") { needed.insert("FoundationEssentials") }
      imports.keep(needed)
    }
    imports.add("Faked")
    if model.isObject { imports.add("Foundation") }
    for module in own.subtracting(testable) { imports.add(module) }
    // Import the library's own types one by one if another module declares types with the same names.
    let visible = imports.modules.union(own).subtracting(["Faked"])
    for (name, word) in LibraryNames.spelled
    where visible.contains(where: { resolver.index.module($0)?.types[name] != nil }) {
      imports.add(.init(imported: "\(word) Faked.\(name)"))
    }
    return imports
  }

  /// The modules that the declarations of a public fake expose to other modules.
  private func shownModules(in imports: SourceImports) -> Set<String> {
    guard isPublic else { return [] }
    if hasUnknown { return imports.modules.union(own).union(["Faked"]) }
    var shown = exposed.union(["Faked"])
    // Foundation exports Dispatch.
    if shown.contains("Dispatch"), !imports.modules.contains("Dispatch") {
      shown.insert("Foundation")
    }
    // A package protocol is visible in other modules of the package without its import.
    if model.type.access != .package {
      shown.formUnion(model.superclass == nil ? [model.type.module] : own)
    }
    return shown
  }

  /// Returns `@_spi(Group)` for the types and members of a module that are SPI.
  private func groups(of module: String) -> String {
    let members = model.requirements.filter { $0.owner?.module == module }
    let attributes =
      types.filter { $0.module == module }.flatMap(\.attributes)
      + members.flatMap(\.head.attributes)
    return Set(attributes.filter(\.isSPI)).sorted().map { $0 + " " }.joined()
  }

  private func line(for statement: SourceImports.Statement, _ shown: Set<String>) -> String {
    let isShown =
      shown.contains(statement.module)
      && (!statement.isDeclaration || statement.module == "Faked" || own.contains(statement.module))
    let word = model.type.access == .package ? "package " : "public "
    return groups(of: statement.module) + statement.attributes + (isShown ? word : "") + "import "
      + statement.imported
  }
}
