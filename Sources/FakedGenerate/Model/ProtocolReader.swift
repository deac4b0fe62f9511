/// Reads a protocol and everything that it inherits into one model.
struct ProtocolReader {
  let graphs: SymbolGraphs
  let sources: SourceFiles
  let resolver: TypeResolver
  var conditions: [Condition] = []
  private var isIsolatedByDefault = false
  var primary: [String] = []
  var model: ProtocolModel

  /// Returns the model of a protocol. Types with one of the names are written with their module.
  static func model(
    of symbol: Symbol, in graphs: SymbolGraphs, _ sources: SourceFiles,
    foreignNames: ForeignNames = ForeignNames.all, innerNames: Set<String> = []
  ) -> ProtocolModel {
    var reader = ProtocolReader(
      model: ProtocolModel(symbol: symbol),
      resolver: TypeResolver(
        graphs: graphs, foreignNames: foreignNames, innerNames: innerNames),
      sources: sources)
    reader.model.foreignNames = foreignNames
    reader.read(symbol)
    reader.moveIsolationToMembers()
    reader.model.compilation = sources.file(of: symbol).conditions(at: symbol)
    reader.fixRestatedProperties()
    reader.fixAssociatedTypes()
    reader.findContradictions()
    // Only now are the types in the fake known.
    let hiding = reader.model.innerNames.filter { graphs.topLevel[$0] != nil }
    if hiding.isSubset(of: innerNames) { return reader.model }
    return model(
      of: symbol, in: graphs, sources, foreignNames: foreignNames, innerNames: hiding)
  }

  private init(model: ProtocolModel, resolver: TypeResolver, sources: SourceFiles) {
    self.graphs = resolver.graphs
    self.sources = sources
    self.resolver = resolver
    self.model = model
  }

  private mutating func read(_ symbol: Symbol) {
    model.declaredIn.append(symbol)
    let before = model.globalActor
    model.globalActor = nil
    do { try readHead(symbol) } catch {
      model.unreadable.append(symbol.declaration)
    }
    let statesIsolation = model.globalActor != nil
    model.globalActor = model.globalActor ?? before
    if let superclass = graphs.superclasses[symbol.id] {
      if ["c:objc(cs)NSObject", "s:10Foundation8NSObjectC"].contains(superclass.id) {
        model.isObject = true
      } else {
        model.superclass = superclass
      }
    }
    if symbol.isSPI { model.spiGroups += sources.file(of: symbol).spiGroups(of: symbol) }
    let count = model.requirements.count
    let members = graphs.requirements[symbol.id] ?? []
    for member in members {
      do { try readMember(member) } catch {
        model.unreadable.append(member.declaration)
      }
    }
    let lines = Set(members.compactMap(\.location?.line))
    model.inactive += sources.file(of: symbol).conditionalRequirements(of: symbol)
      .filter { requirement in
        !lines.contains(requirement.line) && !requirement.conditions.contains { $0.text == "false" }
      }
    let own = model.requirements[count...]
    if !statesIsolation, !own.isEmpty, own.allSatisfy({ $0.globalActor == "@MainActor" }) {
      isIsolatedByDefault = true
    }
    for (id, name) in inherited(by: symbol) {
      if let parent = graphs.symbols[id] {
        if !model.declaredIn.contains(where: { $0.id == id }) { read(parent) }
      } else {
        readToolchainProtocol(name ?? id)
      }
    }
  }

  /// Moves the isolation of the protocol to its members. In a module that isolates by default, only protocols that
  /// inherit from others state the isolation, and a fake that states it would have to isolate its conformances.
  private mutating func moveIsolationToMembers() {
    guard model.globalActor != nil, isIsolatedByDefault else { return }
    model.globalActor = nil
    model.isIsolatedByDefault = true
  }

  /// The inherited protocols in the order of their names. The compiler's order may change.
  private func inherited(by symbol: Symbol) -> [(id: String, name: String?)] {
    (graphs.inherited[symbol.id] ?? []).sorted {
      ($0.name ?? graphs.symbols[$0.id]?.path.joined() ?? $0.id, $0.id)
        < ($1.name ?? graphs.symbols[$1.id]?.path.joined() ?? $1.id, $1.id)
    }
  }

  private mutating func readHead(_ symbol: Symbol) throws {
    var parser = DeclarationParser(symbol.fragments)
    while parser.peek() == "@" {
      let attribute = try parser.attribute()
      if attribute.dropFirst().first?.isUppercase == true { model.globalActor = attribute }
    }
    while try parser.next().text != "protocol" { continue }
    _ = try parser.next()
    if parser.take("<") {
      while !parser.take(">") {
        let name = try parser.next().text.unescaped
        if !primary.contains(name) { primary.append(name) }
        _ = parser.take(",")
      }
    }
    if parser.take(":") {
      repeat {
        if try parser.type().text == "AnyObject" { model.isClassBound = true }
      } while parser.take(",")
    }
    if parser.take("where") { conditions += try readConditions(&parser) }
  }

  private mutating func readMember(_ symbol: Symbol) throws {
    if symbol.kind == "swift.associatedtype" {
      return try readAssociatedType(DeclarationParser(symbol.fragments))
    }
    var requirement = try Requirement(DeclarationParser(symbol.fragments), id: symbol.id)
    requirement.symbol = symbol
    requirement.isBuilt = requirement.attributes.contains(where: graphs.isResultBuilder)
    requirement.attributes.removeAll(where: graphs.isResultBuilder)
    requirement.isOfActor =
      model.declaredIn.last.map { graphs.conforms($0.id, to: ToolchainProtocols.actor) } ?? false
    requirement.availability = symbol.availability
    let file = sources.file(of: symbol)
    if symbol.isSPI {
      if graphs.hasDefault(symbol.id, in: model.declaredIn) { return }
      requirement.spiGroups = file.spiGroups(of: symbol)
    }
    let parent = model.declaredIn.last.map { file.conditions(at: $0) } ?? []
    requirement.compilation = file.conditions(at: symbol).filter { !parent.contains($0) }
    requirement = requirement.replacing(identified)
    try requirement.completeClosures(in: resolver)
    model.requirements.append(resolver.qualified(requirement.replacing(spelledOut)))
  }

  private func readConditions(_ parser: inout DeclarationParser) throws -> [Condition] {
    try parser.conditions().map { resolver.qualified($0.changing(identified)) }
  }

  private func identified(_ type: SwiftType) -> SwiftType {
    model.declaredIn.last.map { resolver.identified(type, in: $0) } ?? type
  }

  /// Replaces an alias in the protocol by its type if the type contains an associated type. The compiler does not
  /// always find such an alias in a generic fake.
  private func spelledOut(_ type: SwiftType) -> SwiftType? {
    guard case .named(let parts) = type, let last = parts.last, let alias = resolver.alias(last),
      parts.count == 1 || parts.count == 2 && parts[0].name == "Self",
      model.declaredIn.contains(where: { graphs.members[$0.id]?.contains(alias.id) == true }),
      let target = resolver.target(of: alias, arguments: last.arguments)?.replacing(spelledOut),
      target.contains(where: isOfAssociatedType)
    else { return nil }
    return target
  }

  private func isOfAssociatedType(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type else { return false }
    return parts.contains { graphs.symbols[$0.id ?? ""]?.kind == "swift.associatedtype" }
  }

  private mutating func readAssociatedType(_ parser: DeclarationParser) throws {
    var parser = parser
    try parser.expect("associatedtype")
    let name = try parser.next().text.unescaped
    var constraints: [SwiftType] = []
    if parser.take(":") {
      repeat { constraints.append(resolver.qualified(try parser.type())) } while parser.take(",")
    }
    if parser.take("=") { _ = try parser.type() }
    if parser.take("where") { conditions += try readConditions(&parser) }
    if let index = model.associatedTypes.firstIndex(where: { $0.name == name }) {
      for constraint in constraints
      where !model.associatedTypes[index].constraints.contains(constraint) {
        model.associatedTypes[index].constraints.append(constraint)
      }
    } else {
      model.associatedTypes.append(.init(name: name, constraints: constraints))
    }
  }

  private mutating func readToolchainProtocol(_ name: String) {
    guard let declarations = ToolchainProtocols.requirements(of: name) else {
      if !model.unknown.contains(name) { model.unknown.append(name) }
      return
    }
    let all = (graphs.inherited[model.symbol.id] ?? []).compactMap(\.name)
    guard model.known.insert(name).inserted, !ToolchainProtocols.isMet(name, by: Set(all)) else {
      return
    }
    if name == ToolchainProtocols.actor { model.isActor = true }
    if ToolchainProtocols.isClassBound(name) { model.isClassBound = true }
    if ToolchainProtocols.isOfObjects(name) { model.isObject = true }
    let others = ToolchainProtocols.requirementsOutsideApplePlatforms(of: name)
    for declaration in declarations + others {
      do {
        if declaration.hasPrefix("associatedtype") {
          try readAssociatedType(DeclarationParser(declaration))
        } else {
          var requirement = try Requirement(DeclarationParser(declaration))
            .replacing(StandardTypes.identified)
          requirement.toolchainDeclaration = declaration
          if others.contains(declaration) {
            requirement.compilation = [CompilationCondition("!canImport(Darwin)")]
          }
          model.requirements.append(requirement)
        }
      } catch { model.unreadable.append(declaration) }
    }
  }
}
