import Foundation

/// Reads a protocol and all it inherits from into one model.
struct ProtocolReader {
  let graphs: SymbolGraphs
  let sources: SourceFiles
  let resolver: TypeResolver
  var conditions: [Condition] = []
  private var isIsolatedByDefault = false
  private var primary: [String] = []
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
      symbol: symbol, module: graphs.module(of: symbol),
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
    if symbol.isSPI { model.spiGroups += sources.file(of: symbol).spiGroups(of: symbol) }
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
    var tokens = Tokens(symbol.fragments)
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
      return try readAssociatedType(Tokens(symbol.fragments))
    }
    var requirement = try Requirement(Tokens(symbol.fragments), id: symbol.id)
    requirement.symbol = symbol
    requirement.availability = symbol.availability
    let file = sources.file(of: symbol)
    if symbol.isSPI {
      if graphs.defaults.contains(symbol.id) { return }
      requirement.spiGroups = file.spiGroups(of: symbol)
    }
    let parent = model.declaredIn.last.map { file.conditions(at: $0) } ?? []
    requirement.compilation = file.conditions(at: symbol).filter { !parent.contains($0) }
    model.requirements.append(resolver.qualified(requirement).withIsolatedClosures())
  }

  private mutating func readAssociatedType(_ tokens: Tokens) throws {
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
    guard let declarations = KnownProtocols.requirements(of: name) else {
      if !model.unknown.contains(name) { model.unknown.append(name) }
      return
    }
    guard model.known.insert(name).inserted else { return }
    if name == KnownProtocols.actor { model.isActor = true }
    if KnownProtocols.isClassBound(name) { model.isClassBound = true }
    if KnownProtocols.isOfObjects(name) { model.isObject = true }
    for declaration in declarations {
      do {
        if declaration.hasPrefix("associatedtype") {
          try readAssociatedType(Tokens(declaration))
        } else {
          var requirement = try Requirement(Tokens(declaration))
          requirement.known = declaration
          model.requirements.append(requirement)
        }
      } catch { model.unreadable.append(declaration) }
    }
  }

  /// Sorts what `where` says into types that are fixed, constraints and conditions.
  private mutating func fixAssociatedTypes() {
    let names = model.associatedTypes.map(\.name)
    var left: [Condition] = []
    for condition in conditions.map({ $0.replacing(withoutSelf).turned(to: names) })
    where !left.contains(condition) {
      guard let index = names.firstIndex(of: condition.left.text) else {
        left.append(condition)
        continue
      }
      if !condition.isSame {
        if !model.associatedTypes[index].constraints.contains(condition.right) {
          model.associatedTypes[index].constraints.append(condition.right)
        }
      } else if isMember(condition.right, of: names) {
        left.append(condition)
      } else if !leads(condition.right, to: names[index]) {
        model.associatedTypes[index].fixed = condition.right
      }
    }
    order()
    settle(left)
  }

  /// `Self.Item` is `Item` in a fake; `Self.Type` is no member.
  func withoutSelf(_ type: SwiftType) -> SwiftType? {
    guard case .named(let parts) = type, parts.count > 1, parts[0].name == "Self",
      !["Type", "Protocol"].contains(parts[1].name)
    else { return nil }
    return SwiftType.named(Array(parts.dropFirst())).replacing(withoutSelf)
  }

  /// Whether it is a member of an associated type, such as `Rows.Element`.
  private func isMember(_ type: SwiftType, of names: [String]) -> Bool {
    type.contains { part in
      guard case .named(let parts) = part, parts.count > 1 else { return false }
      return names.contains(parts[0].name)
    }
  }

  /// Whether the name is in what the type stands for, as that of `A` where `A == B` and `B == A`.
  private func leads(_ type: SwiftType, to name: String) -> Bool {
    type.contains { part in
      guard case .named(let parts) = part, parts.count == 1 else { return false }
      if parts[0].name == name { return true }
      let fixed = model.associatedTypes.first { $0.name == parts[0].name }?.fixed
      return fixed.map { leads($0, to: name) } ?? false
    }
  }

  /// Primary associated types come first, as in the angle brackets of the protocol.
  private mutating func order() {
    let first = primary.compactMap { name in
      model.associatedTypes.first { $0.name == name }
    }
    model.associatedTypes = first + model.associatedTypes.filter { !primary.contains($0.name) }
  }

  /// A condition with an associated type that the fake is generic over on its left, or nothing where
  /// only fixed types are in question.
  private mutating func about(_ condition: Condition, not fixed: Set<String>) -> Condition? {
    let open = model.generics.map(\.name)
    if condition.left.mentions(open), !condition.right.mentions(fixed) { return condition }
    guard condition.right.mentions(open) else { return nil }
    if condition.isSame, !condition.left.mentions(fixed) {
      return Condition(left: condition.right, isSame: true, right: condition.left)
    }
    model.unreadable.append("where " + condition.text)
    return nil
  }

  /// Puts fixed types in the place of their names everywhere.
  private mutating func settle(_ left: [Condition]) {
    let fixed = model.associatedTypes.filter { $0.fixed != nil }
    func settled(_ type: SwiftType) -> SwiftType? {
      if let changed = withoutSelf(type) { return changed.replacing(settled) }
      guard case .named(let parts) = type, parts.count == 1, parts[0].arguments.isEmpty,
        let match = fixed.first(where: { $0.name == parts[0].name })?.fixed, match != type
      else { return nil }
      return match.replacing(settled)
    }
    let names = Set(fixed.map(\.name))
    model.requirements = model.requirements.map(unshadowed)
    for index in model.associatedTypes.indices {
      model.associatedTypes[index].constraints = model.associatedTypes[index].constraints.map {
        $0.replacing(unshadowed)
      }
    }
    for condition in left {
      guard let condition = about(condition.replacing(settled), not: names) else { continue }
      if !model.conditions.contains(condition) { model.conditions.append(condition) }
    }
    for index in model.associatedTypes.indices {
      model.associatedTypes[index].fixed = model.associatedTypes[index].fixed?.replacing(settled)
      model.associatedTypes[index].constraints = model.associatedTypes[index].constraints.map {
        $0.replacing(settled)
      }
    }
    model.requirements = Requirement.merged(
      model.requirements.map { $0.replacing(settled) })
  }

  private func unshadowed(_ requirement: Requirement) -> Requirement {
    requirement.replacing(unshadowed)
  }

  /// `Swift.Error` where the protocol has an associated type `Error`.
  private func unshadowed(_ type: SwiftType) -> SwiftType? {
    guard case .named(var parts) = type, let id = parts[0].id, id.hasPrefix("s:"),
      model.associatedTypes.contains(where: { $0.name == parts[0].name }), !id.hasSuffix("Qa"),
      graphs.symbols[id]?.kind != "swift.associatedtype"
    else { return nil }
    let library = id.hasPrefix("s:s") || id.hasPrefix("s:S") ? "Swift" : nil
    guard let module = library ?? Symbol(id: id).plainModule else { return nil }
    for index in parts.indices {
      parts[index].arguments = parts[index].arguments.map { $0.replacing(unshadowed) }
    }
    return .named([SwiftType.Part(name: module)] + parts)
  }
}

extension Condition {
  /// With one of the names on its left, where it has one on its right only.
  fileprivate func turned(to names: [String]) -> Condition {
    guard isSame, !names.contains(left.text), names.contains(right.text) else { return self }
    return Condition(left: right, isSame: true, right: left)
  }
}
