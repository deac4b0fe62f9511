/// Resolves the names in a declaration.
struct TypeResolver: Sendable {
  let graphs: SymbolGraphs
  /// The names that types of other modules may have.
  let foreignNames: ForeignNames
  /// The names of types in the fake, and of generic parameters of a requirement. They hide types with the same names.
  private var innerNames: Set<String>

  init(
    graphs: SymbolGraphs, foreignNames: ForeignNames = ForeignNames.all,
    innerNames: Set<String> = []
  ) {
    self.graphs = graphs
    self.foreignNames = foreignNames
    self.innerNames = innerNames
  }

  /// Creates a resolver for the members of a fake.
  init(graphs: SymbolGraphs, of model: ProtocolModel) {
    self.init(
      graphs: graphs, foreignNames: model.foreignNames, innerNames: model.innerNames)
  }

  // MARK: Names

  /// Returns a type in which the names of outer types precede nested types, because a fake is outside of them.
  func qualified(_ type: SwiftType) -> SwiftType { type.replacing(fullName) }

  func qualified(_ condition: Condition) -> Condition { condition.replacing(fullName) }

  func qualified(_ requirement: Requirement) -> Requirement {
    var resolver = self
    resolver.innerNames.formUnion(requirement.generics.map(\.name))
    var requirement = requirement.replacing(resolver.fullName)
    requirement.result = existential(requirement.result)
    if case .type(let error) = requirement.effects.throwing {
      requirement.effects.throwing = .type(existential(error))
    }
    for index in requirement.parameters.indices {
      requirement.parameters[index].type = existential(requirement.parameters[index].type)
    }
    return requirement
  }

  /// Returns the name of a type in another file.
  func name(of symbol: Symbol) -> String {
    let name = symbol.path.map(\.escaped).joined(separator: ".")
    return isAmbiguous(symbol) ? "\(symbol.module).\(name)" : name
  }

  /// Returns a Boolean value that indicates whether the name of a type needs its module.
  private func isAmbiguous(_ symbol: Symbol) -> Bool {
    !isModuleHidden(symbol.module) && hasNamesake(symbol)
  }

  /// Returns the top-level types that need their modules but cannot be written with them. A fake imports each alone.
  func typesToImport(for model: ProtocolModel) -> [Symbol] {
    var ids = [model.symbol.id, model.superclass?.id].compactMap(\.self)
    model.visit { if case .named(let parts) = $0 { ids += parts.compactMap(\.id) } }
    return ids.compactMap { graphs.symbols[$0] }
      .filter { isModuleHidden($0.module) && hasNamesake($0) }
      .compactMap { graphs.type(at: [$0.module, $0.path[0]]) }
  }

  /// Returns a Boolean value that indicates whether a fake uses another type with the name of a type, which hides the import
  /// of the type.
  func hidesImport(of type: Symbol) -> Bool {
    isHidden(type.path[0]) || FakedNames.spelled[type.path[0]] != nil
  }

  /// Returns a Boolean value that indicates whether the file of a fake may see another type with the same name.
  private func hasNamesake(_ symbol: Symbol) -> Bool {
    let name = symbol.path[0]
    return FakedNames.types.contains(name) || foreignNames.contains(name)
      || isHidden(name) || (graphs.topLevel[name]?.count ?? 0) > 1
  }

  /// Returns a Boolean value that indicates whether a type has the name of a module, so that `Module.Type` would be a
  /// member of that type.
  private func isModuleHidden(_ module: String) -> Bool { graphs.topLevel[module] != nil }

  /// Returns a Boolean value that indicates whether the fake, or another fake, declares a type with the name.
  private func isHidden(_ name: String) -> Bool {
    innerNames.contains(name) || graphs.fakeNames.contains(name)
  }

  /// Returns the name of a type of the standard library, with its module if another type has the same name.
  func standardName(_ name: String) -> String {
    (graphs.topLevel[name] ?? []).isSubset(of: ["Swift"]) ? name : "Swift." + name
  }

  /// Returns the module of a type without a symbol if a module with a symbol graph has another type with the same name.
  private func hiddenModule(of part: SwiftType.Part) -> String? {
    let name = part.name
    guard let id = part.id, standardName(name) != name, graphs.symbols[id] == nil,
      !part.isGenericParameter, !id.hasSuffix("Qa")
    else { return nil }
    let module = MangledName.module(of: id)
    // A declaration in C or Objective-C does not state its module.
    if id.hasPrefix("c:") || module == "__C" { return name.hasPrefix("NS") ? "Foundation" : nil }
    guard let module, !module.hasPrefix("_") else { return nil }
    return NeededModules.parts.contains(module) ? "Foundation" : module
  }

  private func fullName(_ type: SwiftType) -> SwiftType? {
    guard case .named(var parts) = type else { return nil }
    if parts.count > 1, parts[0].name == "Self", alias(parts[1]) != nil { parts.removeFirst() }
    guard let id = parts.first?.id else { return nil }
    guard let symbol = graphs.symbols[id], symbol.isNominal else {
      // A generic parameter and an associated type have no module.
      guard let module = hiddenModule(of: parts[0]) else { return nil }
      return .named([.init(name: module)] + parts.changingArguments(qualified))
    }
    var names = symbol.path
    guard names.last == parts[0].name, parts[0].name != "Self" else { return nil }
    if graphs.type(at: [symbol.module] + names.dropLast())?.kind == "swift.protocol" {
      // An alias in a protocol is replaced by its target.
      guard symbol.isAlias,
        let target = target(of: symbol, arguments: parts[0].arguments)
      else { return nil }
      return parts.dropFirst().reduce(target) { .member($0, $1.name) }
    }
    if isAmbiguous(symbol) { names.insert(symbol.module, at: 0) }
    guard names.count > 1 else { return nil }
    let outer = names.dropLast().map { SwiftType.Part(name: $0.escaped) }
    return .named(outer + parts.changingArguments(qualified))
  }

  /// Returns a type with full names, such as `Swift.Int`, in the form of a declaration.
  func spelled(_ type: SwiftType) -> SwiftType {
    type.replacing { part in
      guard case .named(var parts) = part, parts.count > 1, parts[0].name != "Self" else {
        return nil
      }
      parts = parts.changingArguments(spelled)
      for count in 2...parts.count {
        guard let symbol = graphs.type(at: parts[..<count].map(\.name)) else { continue }
        parts[count - 1].id = symbol.id
      }
      let name = parts[1].name
      let isAmbiguous =
        !isModuleHidden(parts[0].name)
        && (FakedNames.types.contains(name) || isHidden(name)
          || graphs.topLevel[name].map { $0 != [parts[0].name] } ?? false)
      return .named(isAmbiguous ? parts : Array(parts.dropFirst()))
    }
  }

  // MARK: Kinds and conformances

  func isClass(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type, let id = parts.last?.id else { return false }
    if let symbol = graphs.symbols[id] { return symbol.kind == "swift.class" }
    return (id.hasPrefix("s:") && id.hasSuffix("C")) || id.hasPrefix("c:objc(cs)")
  }

  /// Returns a Boolean value that indicates whether the type is known to be `Sendable`.
  func isSendable(_ type: SwiftType) -> Bool {
    switch type.base {
    case .named(let parts):
      guard let id = parts.last?.id, parts.flatMap(\.arguments).allSatisfy(isSendable) else {
        return false
      }
      if graphs.symbols[id] == nil { return ToolchainTypes.sendable.contains(id) }
      return graphs.conforms(id, to: ToolchainProtocols.sendable)
    case .optional(let value), .unwrapped(let value), .array(let value), .variadic(let value):
      return isSendable(value)
    case .dictionary(let key, let value): return isSendable(key) && isSendable(value)
    case .tuple(let elements): return elements.allSatisfy { isSendable($0.type) }
    case .function: return type.isPrefixed(with: "@Sendable")
    case .prefixed("any", let type): return isSendable(type)
    case .composition(let types): return types.contains(where: isSendable)
    default: return false
    }
  }

  /// Returns a Boolean value that indicates whether the type with this identifier is known to be `Hashable`.
  func isHashable(_ id: String) -> Bool {
    if graphs.symbols[id] == nil { return ToolchainTypes.hashable.contains(id) }
    return graphs.conforms(id, to: "Swift.Hashable")
  }
}
