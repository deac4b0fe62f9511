import Foundation

/// Reads a protocol and all it inherits from into one model.
struct ProtocolReader {
  let graphs: SymbolGraphs
  let sources: SourceFiles
  let resolver: TypeResolver
  var conditions: [Condition] = []
  private var isIsolatedByDefault = false
  var primary: [String] = []
  var model: ProtocolModel

  static func model(
    of symbol: Symbol, in graphs: SymbolGraphs, _ sources: SourceFiles
  ) -> ProtocolModel {
    var reader = ProtocolReader(symbol: symbol, graphs: graphs, sources: sources)
    reader.read(symbol)
    reader.leaveIsolationToMembers()
    reader.model.compilation = sources.file(of: symbol).conditions(at: symbol)
    reader.fixRestatedProperties()
    reader.fixAssociatedTypes()
    reader.findContradictions()
    return reader.model
  }

  private init(symbol: Symbol, graphs: SymbolGraphs, sources: SourceFiles) {
    self.graphs = graphs
    self.sources = sources
    resolver = TypeResolver(graphs: graphs)
    model = ProtocolModel(
      symbol: symbol, module: symbol.module,
      name: symbol.path.joined(separator: "."))
  }

  private mutating func read(_ symbol: Symbol) {
    model.declaredIn.append(symbol)
    let before = model.globalActor
    model.globalActor = nil
    do { try readHead(symbol) } catch {
      model.unreadable.append(symbol.declaration)
    }
    let saysIsolation = model.globalActor != nil
    model.globalActor = model.globalActor ?? before
    if let superclass = graphs.superclasses[symbol.id] {
      if ["c:objc(cs)NSObject", "s:10Foundation8NSObjectC"].contains(superclass.id) {
        model.isObject = true
      } else {
        model.superclass = superclass.name
      }
    }
    if symbol.isSPI { model.spiGroups += sources.file(of: symbol).spiGroups(around: symbol) }
    let count = model.requirements.count
    for member in graphs.requirements[symbol.id] ?? [] {
      do { try readMember(member) } catch {
        model.unreadable.append(member.declaration)
      }
    }
    let own = model.requirements[count...]
    if !saysIsolation, !own.isEmpty, own.allSatisfy({ $0.globalActor == "@MainActor" }) {
      isIsolatedByDefault = true
    }
    for (id, name) in inherited(by: symbol) {
      if let parent = graphs.symbols[id] {
        if !model.declaredIn.contains(where: { $0.id == id }) { read(parent) }
      } else {
        readKnown(name ?? id)
      }
    }
  }

  /// In a module that isolates by default, only the protocols that inherit from others say so. A type
  /// that said it would have to isolate its conformances; members that say it suffice.
  private mutating func leaveIsolationToMembers() {
    guard model.globalActor != nil, isIsolatedByDefault else { return }
    model.globalActor = nil
    model.isIsolatedByDefault = true
  }

  /// The order of names, as the compiler's own is not promised.
  private func inherited(by symbol: Symbol) -> [(id: String, name: String?)] {
    (graphs.inherited[symbol.id] ?? []).sorted {
      ($0.name ?? graphs.symbols[$0.id]?.path.joined() ?? $0.id, $0.id)
        < ($1.name ?? graphs.symbols[$1.id]?.path.joined() ?? $1.id, $1.id)
    }
  }

  private mutating func readHead(_ symbol: Symbol) throws {
    var tokens = DeclarationParser(symbol.fragments)
    while tokens.peek() == "@" {
      let attribute = try tokens.attribute()
      if attribute.dropFirst().first?.isUppercase == true { model.globalActor = attribute }
    }
    while try tokens.next().text != "protocol" { continue }
    _ = try tokens.next()
    if tokens.take("<") {
      while !tokens.take(">") {
        let name = try tokens.next().text
        if !primary.contains(name) { primary.append(name) }
        _ = tokens.take(",")
      }
    }
    if tokens.take(":") {
      repeat {
        if try tokens.type().text == "AnyObject" { model.isClassBound = true }
      } while tokens.take(",")
    }
    if tokens.take("where") { conditions += try tokens.conditions().map(resolver.qualified) }
  }

  private mutating func readMember(_ symbol: Symbol) throws {
    if symbol.kind == "swift.associatedtype" {
      return try readAssociatedType(DeclarationParser(symbol.fragments))
    }
    var requirement = try Requirement(DeclarationParser(symbol.fragments), id: symbol.id)
    requirement.symbol = symbol
    requirement.isBuilt = requirement.attributes.contains(where: graphs.isResultBuilder)
    requirement.attributes.removeAll(where: graphs.isResultBuilder)
    requirement.isOfActor = model.declaredIn.last.map { graphs.isForActors($0.id) } ?? false
    requirement.availability = symbol.availability
    let file = sources.file(of: symbol)
    if symbol.isSPI {
      if graphs.hasDefault(symbol.id, in: model.declaredIn) { return }
      requirement.spiGroups = file.spiGroups(around: symbol)
    }
    let parent = model.declaredIn.last.map { file.conditions(at: $0) } ?? []
    requirement.compilation = file.conditions(at: symbol).filter { !parent.contains($0) }
    model.requirements.append(
      resolver.qualified(requirement.replacing(spelledOut)).withIsolatedClosures())
  }

  /// An alias of the protocol for a type with an associated type among its arguments, which the
  /// compiler cannot always find in a generic fake.
  private func spelledOut(_ type: SwiftType) -> SwiftType? {
    guard case .named(let parts) = type, let last = parts.last, let id = last.id, id.hasSuffix("a"),
      parts.count == 1 || parts.count == 2 && parts[0].name == "Self",
      let symbol = graphs.symbols[id], symbol.kind == "swift.typealias",
      model.declaredIn.contains(where: { graphs.members[$0.id]?.contains(id) == true }),
      let target = resolver.target(of: symbol, arguments: last.arguments), case .named = target,
      target.contains(where: isAssociatedType)
    else { return nil }
    return target.replacing(spelledOut)
  }

  private func isAssociatedType(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type, let id = parts.last?.id else { return false }
    return graphs.symbols[id]?.kind == "swift.associatedtype"
  }

  private mutating func readAssociatedType(_ tokens: DeclarationParser) throws {
    var tokens = tokens
    try tokens.expect("associatedtype")
    let name = try tokens.next().text.unescaped
    var constraints: [SwiftType] = []
    if tokens.take(":") {
      repeat { constraints.append(resolver.qualified(try tokens.type())) } while tokens.take(",")
    }
    if tokens.take("=") { _ = try tokens.type() }
    if tokens.take("where") { conditions += try tokens.conditions().map(resolver.qualified) }
    if let index = model.associatedTypes.firstIndex(where: { $0.name == name }) {
      for constraint in constraints
      where !model.associatedTypes[index].constraints.contains(constraint) {
        model.associatedTypes[index].constraints.append(constraint)
      }
    } else {
      model.associatedTypes.append(.init(name: name, constraints: constraints))
    }
  }

  private mutating func readKnown(_ name: String) {
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
    for declaration in declarations {
      do {
        if declaration.hasPrefix("associatedtype") {
          try readAssociatedType(DeclarationParser(declaration))
        } else {
          var requirement = try Requirement(DeclarationParser(declaration))
          requirement.known = declaration
          model.requirements.append(requirement)
        }
      } catch { model.unreadable.append(declaration) }
    }
  }
}
