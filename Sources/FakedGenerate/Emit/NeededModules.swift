/// The modules that declare the types in a fake.
struct NeededModules {
  private(set) var modules: Set<String> = []
  /// The modules whose types a public fake exposes: all except those of the actors of members and closures, and of protocols
  /// without requirements.
  private(set) var exposed: Set<String> = []
  private var typeNames: Set<String> = []
  /// A Boolean value that indicates whether a type comes from a module without a Swift name.
  private(set) var hasUnknown = false

  init(of model: ProtocolModel, in graphs: SymbolGraphs) {
    if model.isObject { modules.insert("Foundation") }
    let isEmpty = { ToolchainProtocols.requirements(of: $0)?.isEmpty == true }
    for name in model.known where !isEmpty(name) { add(protocol: name) }
    model.visit { add($0, of: model, in: graphs) }
    if let superclass = model.superclass { add(superclass.id, in: graphs) }
    if let actor = model.globalActor { add(actor: actor, in: graphs) }
    exposed = modules
    for name in model.known where isEmpty(name) { add(protocol: name) }
    for actor in model.requirements.compactMap(\.globalActor) { add(actor: actor, in: graphs) }
    model.visit { type in
      if case .prefixed(let word, _) = type, word.isGlobalActor { add(actor: word, in: graphs) }
    }
  }

  private mutating func add(protocol name: String) {
    let module = String(name.prefix { $0 != "." })
    typeNames.insert(String(name.dropFirst(module.count + 1)))
    if module.hasPrefix("Foundation") {
      modules.insert("Foundation")
    } else if Self.isImportable(module) {
      modules.insert(module)
    }
    if name.hasSuffix(".SortComparator") { modules.insert("FoundationEssentials") }
  }

  private mutating func add(_ type: SwiftType, of model: ProtocolModel, in graphs: SymbolGraphs) {
    guard case .named(let parts) = type, let last = parts.last else { return }
    for part in parts {
      // An associated type is one of the fake.
      guard let id = part.id, parts.count > 1 || !id.hasSuffix("Qa") else { continue }
      typeNames.insert(part.name)
      add(id, in: graphs)
    }
    // `User.ID` may be an alias of a type in any module, most often in Foundation.
    guard parts.count > 1, last.name != "Type", graphs.symbols[last.id ?? ""] == nil else { return }
    let fixed = model.associatedTypes.first { $0.name == parts[0].name }?.fixed
    guard case .named(let own) = fixed ?? type, let id = own[0].id,
      graphs.symbols[id]?.isNominal == true
    else { return }
    let property = graphs.members[id]?.lazy.compactMap { graphs.symbols[$0] }
      .first { last.name == "ID" && $0.path.last == "id" }
    if let property {
      for id in property.fragments.compactMap(\.preciseIdentifier) { add(id, in: graphs) }
    } else {
      modules.insert("Foundation")
    }
  }

  private mutating func add(actor attribute: String, in graphs: SymbolGraphs) {
    if attribute == "@MainActor" { return }
    if let actor = graphs.globalActor(attribute) {
      modules.insert(actor.module)
    } else {
      hasUnknown = true
    }
  }

  private mutating func add(_ id: String, in graphs: SymbolGraphs) {
    guard let module = graphs.symbols[id]?.module ?? MangledName.module(of: id) else {
      hasUnknown = true
      if id.hasPrefix("c:") { modules.insert("Foundation") }
      return
    }
    if module == "__C" { hasUnknown = true }
    if Self.parts.contains(module) { modules.insert("Foundation") }
    modules.insert(module)
  }

  /// The modules that Foundation exports.
  static let parts: Set = ["FoundationEssentials", "FoundationInternationalization"]

  /// Returns a Boolean value that indicates whether an import must name the module: it is neither a part of another
  /// module nor imported anyway.
  static func isImportable(_ module: String) -> Bool {
    !module.hasPrefix("_") && !parts.contains(module) && module != "Swift" && module != "Faked"
  }

  func include(_ module: String) -> Bool { modules.contains(module) }

  /// Returns a Boolean value that indicates whether the file of the protocol names all of the modules, so that others
  /// can go.
  func areCovered(by imports: SourceImports, own: Set<String>) -> Bool {
    !hasUnknown
      && modules.filter(Self.isImportable).allSatisfy { module in
        own.contains(module) || imports.modules.contains(module)
      }
  }

  /// Returns a Boolean value that indicates whether another platform may declare some of the types in the module.
  func mayBeDeclared(in module: String) -> Bool {
    switch module {
    case "FoundationNetworking":
      typeNames.contains { name in
        ["URL", "HTTP", "CachedURL"].contains(where: name.hasPrefix) && name != "URL"
      }
    case "FoundationEssentials", "Foundation": modules.contains("Foundation")
    default: false
    }
  }
}
