import Foundation

/// The symbol graphs of one run, with indices for all lookups.
///
/// Unchecked, because nothing changes after it is created.
final class SymbolGraphs: @unchecked Sendable {
  /// The symbols by their identifiers.
  private(set) var symbols: [String: Symbol] = [:]
  /// The protocols, sorted by module and name.
  private(set) var protocols: [Symbol] = []
  /// The types by their module and path.
  private var types: [[String]: Symbol] = [:]
  /// The names of top-level types, with the modules that declare them.
  private(set) var topLevel: [String: Set<String>] = [:]
  /// The names of top-level types that are also those of the fakes of protocols.
  private(set) var fakeNames: Set<String> = []
  /// A Boolean value that indicates whether any symbol is SPI.
  private(set) var hasSPI = false
  /// The names of result builders.
  private var builders: Set<String> = []
  private(set) var requirements: [String: [Symbol]] = [:]
  /// The identifiers of the members of types.
  private(set) var members: [String: [String]] = [:]
  /// The protocols that a type or protocol conforms to, with a name for those without a symbol.
  private(set) var inherited: [String: [(id: String, name: String?)]] = [:]
  private(set) var superclasses: [String: (id: String, name: String)] = [:]
  /// The identifiers of members of superclasses, by the members that override them.
  private(set) var overridden: [String: String] = [:]
  /// The members of extensions that meet a requirement.
  private var defaults: [String: [String]] = [:]

  /// Reads symbol-graph files.
  ///
  /// - Throws: A `SymbolGraphError` for the first file that cannot be read.
  init(files: [URL]) throws {
    let graphs = try parallelMap(files) { file in Result { try SymbolGraphText.graph(at: file) } }
      .map { try $0.get() }
    for graph in graphs {
      for symbol in graph.symbols {
        // The graph of a module also contains the symbols of the modules that it exports.
        if symbols[symbol.id] != nil, MangledName.module(of: symbol.id) != graph.module { continue }
        symbols[symbol.id] = symbol
        symbol.module = graph.module
        if symbol.isSPI { hasSPI = true }
        // Every result builder has one of these two methods.
        if symbol.kind == "swift.type.method", symbol.path.count > 1,
          ["buildBlock(", "buildPartialBlock("].contains(
            where: symbol.path[symbol.path.count - 1].hasPrefix)
        {
          builders.insert(symbol.path[symbol.path.count - 2])
        }
      }
    }
    for graph in graphs { relate(graph.relationships) }
    for (id, members) in requirements {
      requirements[id] = members.sorted { $0.isBefore($1) }
    }
    for symbol in symbols.values where symbol.isNominal {
      types[[symbol.module] + symbol.path] = symbol
      if symbol.path.count == 1 { topLevel[symbol.path[0], default: []].insert(symbol.module) }
    }
    for symbol in types.values { limitAccess(of: symbol) }
    let own = symbols.values.filter {
      $0.kind == "swift.protocol" && MangledName.module(of: $0.id) ?? $0.module == $0.module
    }
    protocols = own.map { ($0, $0.name) }
      .sorted { ($0.0.module, $0.1, $0.0.id) < ($1.0.module, $1.1, $1.0.id) }.map(\.0)
    fakeNames = Set(topLevel.keys).intersection(protocols.map(\.fakeName))
  }

  private static let accessLevels = [
    "private", "fileprivate", "internal", "package", "public", "open",
  ]

  /// Lowers the access of a type to that of the types around it.
  private func limitAccess(of symbol: Symbol) {
    for count in symbol.path.indices.dropFirst() {
      guard let outer = types[[symbol.module] + symbol.path.prefix(count)],
        let limit = Self.accessLevels.firstIndex(of: outer.access),
        let level = Self.accessLevels.firstIndex(of: symbol.access)
      else { continue }
      if limit < level { symbol.access = outer.access }
    }
  }

  private func relate(_ relationships: [SymbolGraph.Relationship]) {
    for relationship in relationships {
      let (source, target) = (relationship.source, relationship.target)
      switch relationship.kind {
      case "requirementOf", "optionalRequirementOf":
        guard let symbol = symbols[source] else { continue }
        if requirements[target]?.contains(where: { $0.id == source }) == true { continue }
        requirements[target, default: []].append(symbol)
      case "memberOf": members[target, default: []].append(source)
      case "conformsTo":
        if inherited[source]?.contains(where: { $0.id == target }) == true { continue }
        inherited[source, default: []].append((target, relationship.targetFallback))
      case "inheritsFrom":
        let name = symbols[target]?.name ?? relationship.targetFallback
        superclasses[source] = (target, name ?? target)
      case "overrides": overridden[source] = target
      case "defaultImplementationOf": defaults[target, default: []].append(source)
      default: continue
      }
    }
  }

  /// Returns the type with the path, which begins with its module.
  func type(at path: [String]) -> Symbol? { types[path] }

  /// Returns the members of a type, in the order of the source.
  func members(of symbol: Symbol) -> [Symbol] {
    (members[symbol.id] ?? []).compactMap { symbols[$0] }.sorted { $0.isBefore($1) }
  }

  /// Returns a class and its superclasses.
  func ancestors(of symbol: Symbol) -> [Symbol] {
    var found: [Symbol] = []
    var current: Symbol? = symbol
    while let type = current, !found.contains(where: { $0 === type }) {
      found.append(type)
      current = superclasses[type.id].flatMap { symbols[$0.id] }
    }
    return found
  }

  /// Returns an initializer of a class if a subclass inherits none that others can use.
  ///
  /// - Parameters:
  ///   - symbol: The class.
  ///   - isPublic: A Boolean value that indicates whether other modules use the subclass.
  func hiddenInitializer(of symbol: Symbol, isPublic: Bool) -> Symbol? {
    let initializers = ancestors(of: symbol).lazy
      .map { self.members(of: $0).filter { $0.kind == "swift.init" } }.first { !$0.isEmpty }
    guard let initializers, !initializers.contains(where: { $0.isVisible(isPublic: isPublic) })
    else { return nil }
    return initializers.first
  }

  /// Returns a Boolean value that indicates whether an attribute is a result builder such as `@ViewBuilder`. Fakes
  /// don't repeat it.
  func isResultBuilder(_ attribute: String) -> Bool {
    let path = attribute.dropFirst().prefix { $0 != "<" }.split(separator: ".")
    guard let name = path.last else { return false }
    return name.hasSuffix("Builder") || builders.contains(String(name))
  }

  /// Returns the actor that an attribute such as `@DatabaseActor` names, if only one module has it.
  func globalActor(_ attribute: String) -> Symbol? {
    let path = attribute.dropFirst().split(separator: ".").map(String.init)
    let actors = (topLevel[path.first ?? ""] ?? []).compactMap { type(at: [$0] + path) }
      .filter { $0.words.contains("@globalActor") }
    return actors.count == 1 ? actors[0] : nil
  }

  /// Returns a Boolean value that indicates whether every conforming type has the member from an extension of these
  /// protocols.
  func hasDefault(_ id: String, in protocols: [Symbol]) -> Bool {
    (defaults[id] ?? []).contains { source in
      !MangledName(source).isConstrained && protocols.contains { source.hasPrefix($0.id) }
    }
  }

  /// Returns a Boolean value that indicates whether an extension of one of the protocols has a member with the name.
  func isExtended(_ protocols: [Symbol], with name: String) -> Bool {
    protocols.contains { symbol in
      members[symbol.id]?.contains { symbols[$0]?.path.last == name } == true
        || requirements[symbol.id]?.contains {
          $0.path.last == name && hasDefault($0.id, in: protocols)
        } == true
    }
  }

  /// Returns a Boolean value that indicates whether a type or protocol conforms to another, directly or through others.
  func conforms(_ id: String, to name: String) -> Bool {
    isReached(from: id, by: { inherited[$0]?.map { ($0.id, $0.name) } ?? [] }) { $0.1 == name }
  }

  /// Returns a Boolean value that indicates whether an alias refers to itself.
  func isCircular(_ alias: Symbol) -> Bool {
    func aliases(in id: String) -> [(String, String?)] {
      let ids = (symbols[id]?.fragments ?? []).filter { !$0.isIdentifier }
        .compactMap(\.preciseIdentifier)
      return ids.filter { symbols[$0]?.isAlias == true }.map { ($0, nil) }
    }
    return isReached(from: alias.id, by: aliases) { $0.0 == alias.id }
  }

  private func isReached(
    from id: String, by next: (String) -> [(String, String?)],
    where isWanted: ((String, String?)) -> Bool
  ) -> Bool {
    var (known, open) = (Set([id]), [id])
    while let id = open.popLast() {
      for reached in next(id) {
        if isWanted(reached) { return true }
        if known.insert(reached.0).inserted { open.append(reached.0) }
      }
    }
    return false
  }
}
