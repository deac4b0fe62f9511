/// Finds the declarations of the names in types, and spells the types so that they mean the same in another file.
final class TypeResolver: Sendable {
  let index: SourceIndex
  /// The names that types of modules without sources may have.
  let foreignNames: ForeignNames
  /// The given modules that the file of the fake sees.
  let visible: Set<String>
  /// The names of types in the fake, and of generic parameters of a requirement. They hide types with the same names.
  let innerNames: Set<String>

  private let memory: Memory

  /// The results of earlier lookups.
  ///
  /// Unchecked, because each fake has its own resolver, and one thread writes it.
  private final class Memory: @unchecked Sendable {
    var meanings: [ObjectIdentifier: [String: SwiftType.Meaning?]] = [:]
    var declaring: [String: [String]] = [:]
    /// The aliases whose targets are being looked up. One that refers to itself has none.
    var open: Set<ObjectIdentifier> = []
  }

  init(index: SourceIndex, foreignNames: ForeignNames = .all, visible: Set<String> = []) {
    (self.index, self.foreignNames, self.visible) = (index, foreignNames, visible)
    (innerNames, memory) = ([], Memory())
  }

  private init(_ other: TypeResolver, hiding names: Set<String>) {
    (index, foreignNames, visible) = (other.index, other.foreignNames, other.visible)
    (innerNames, memory) = (other.innerNames.union(names), other.memory)
  }

  /// Returns a resolver for a place in which types with these names are hidden.
  func hiding(_ names: Set<String>) -> TypeResolver {
    names.isSubset(of: innerNames) ? self : TypeResolver(self, hiding: names)
  }

  /// The place in which a name is looked up.
  struct Scope {
    /// The protocol, type, or extension that contains the name.
    let declaration: Declaration
    var generics: Set<String> = []
  }

  // MARK: Lookup

  /// Returns a type whose names refer to their declarations.
  func bound(_ type: SwiftType, in scope: Scope) -> SwiftType {
    type.replacing { part in
      guard case .named(let parts) = part else { return nil }
      return .named(bound(parts.changingArguments { bound($0, in: scope) }, in: scope))
    }
  }

  private func bound(_ parts: [SwiftType.Part], in scope: Scope) -> [SwiftType.Part] {
    var parts = parts
    var next = 1
    let first = parts[0].name
    if scope.generics.contains(first) {
      parts[0].meaning = .generic
      return parts
    }
    if first == "Self", !parts[0].isQuoted {
      guard parts.count > 1,
        scope.declaration.kind == .protocol || scope.declaration.kind == .extension
      else { return parts }
      parts[1].meaning = member(parts[1].name, of: scope.declaration)
      next = 2
    } else if let meaning = meaning(of: first, in: scope) {
      parts[0].meaning = meaning
    } else if parts.count > 1, index.module(first) != nil || ForeignNames.isModule(first) {
      let file = scope.declaration.file
      parts[1].meaning =
        index.type([parts[1].name], in: first, for: file).map { .declared($0) } ?? .toolchain(first)
      next = 2
    }
    while next < parts.count, case .declared(let outer) = parts[next - 1].meaning {
      guard let found = nested(parts[next].name, in: outer) else { break }
      parts[next].meaning = .declared(found)
      next += 1
    }
    return parts
  }

  /// Returns a type in another type or in the type that an alias names.
  private func nested(_ name: String, in outer: Declaration) -> Declaration? {
    var type = outer
    if outer.isAlias {
      guard case .named(let parts)? = target(of: outer, arguments: [])?.base,
        case .declared(let found) = parts.last?.meaning
      else { return nil }
      type = found
    }
    return index.type(type.path + [name], in: type.module, for: type.file)
      ?? index.extensions(of: type).lazy.flatMap(\.nested).first { $0.path.last == name }
  }

  private func meaning(of name: String, in scope: Scope) -> SwiftType.Meaning? {
    let key = ObjectIdentifier(scope.declaration)
    if let known = memory.meanings[key]?[name] { return known }
    let found = lookUp(name, in: scope.declaration)
    memory.meanings[key, default: [:]][name] = .some(found)
    return found
  }

  private func lookUp(_ name: String, in declaration: Declaration) -> SwiftType.Meaning? {
    if declaration.kind == .protocol, let found = member(name, of: declaration) { return found }
    // The types around it, from the inside out.
    for count in stride(from: declaration.path.count, to: 0, by: -1) {
      let path = Array(declaration.path.prefix(count)) + [name]
      if let type = index.type(path, in: declaration.module, for: declaration.file) {
        return .declared(type)
      }
    }
    if declaration.kind == .class, let found = inheritedType(name, of: declaration) {
      return .declared(found)
    }
    if let type = index.topLevelType(name, for: declaration.file, in: declaration.module) {
      return .declared(type)
    }
    return ForeignNames.module(of: name).map { .toolchain($0) }
  }

  private func inheritedType(_ name: String, of type: Declaration) -> Declaration? {
    ancestors(of: type).dropFirst().lazy.compactMap {
      self.index.type($0.path + [name], in: $0.module, for: $0.file)
    }.first
  }

  /// Returns an associated type, or an alias, of a protocol or of a protocol that it inherits from.
  private func member(_ name: String, of type: Declaration) -> SwiftType.Meaning? {
    var (known, open) = (Set([ObjectIdentifier(type)]), [type])
    while !open.isEmpty {
      let next = open.removeFirst()
      if next.members.contains(where: { $0.kind == .associatedtype && $0.name == name }) {
        return .associated
      }
      if let alias = index.type(next.path + [name], in: next.module, for: next.file) {
        return .declared(alias)
      }
      for parent in parents(of: next) {
        switch parent {
        case .declared(let parent, _):
          if known.insert(ObjectIdentifier(parent)).inserted { open.append(parent) }
        case .unknown: continue
        }
      }
    }
    return nil
  }

  /// A protocol or class after the colon of a declaration.
  enum Parent {
    case declared(Declaration, arguments: [SwiftType])
    case unknown(SwiftType)
  }

  /// Returns the protocols and the class after the colon, with those in compositions and aliases.
  func parents(of type: Declaration) -> [Parent] {
    let own = type.conditions.filter { !$0.isSame && $0.left == .name("Self") }.map(\.right)
    return (type.inherited + own).flatMap { parents(in: $0, of: type) }
  }

  private func parents(in type: SwiftType, of declaration: Declaration, depth: Int = 0) -> [Parent]
  {
    if depth > 20 { return [] }
    switch type {
    case .composition(let types):
      return types.flatMap { parents(in: $0, of: declaration, depth: depth + 1) }
    case .prefixed("~", _): return []
    case .named(let parts) where parts.map(\.name) == ["Any"]: return []
    case .named(let parts):
      let arguments = parts.last?.arguments ?? []
      let found = parent(parts.map(\.name), of: declaration)
      if let found, found.isAlias {
        guard let target = found.aliased, found !== declaration else { return [] }
        return parents(in: target, of: found, depth: depth + 1)
      }
      guard let found, !found.attributes.contains("@closed") else { return [.unknown(type)] }
      return [.declared(found, arguments: arguments)]
    default: return [.unknown(type)]
    }
  }

  /// Returns the type that a name after the colon of a declaration refers to. It is not a member of that declaration.
  private func parent(_ path: [String], of declaration: Declaration) -> Declaration? {
    let (module, file) = (declaration.module, declaration.file)
    let outer = declaration.path.dropLast()
    var next = 1
    var found =
      stride(from: outer.count, to: 0, by: -1).lazy.compactMap {
        index.type(outer.prefix($0) + [path[0]], in: module, for: file)
      }.first ?? index.topLevelType(path[0], for: file, in: module)
    if found == nil, path.count > 1 {
      found = index.type([path[1]], in: path[0], for: file)
      next = 2
    }
    for name in path.dropFirst(next) {
      found = found.flatMap { index.type($0.path + [name], in: $0.module, for: file) }
    }
    return found
  }

  // MARK: Aliases

  /// Returns the alias that a part of a name refers to.
  func alias(_ part: SwiftType.Part) -> Declaration? {
    if case .declared(let type) = part.meaning, type.isAlias { type } else { nil }
  }

  /// Returns the target of an alias, with values for its generic parameters.
  func target(of alias: Declaration, arguments: [SwiftType]) -> SwiftType? {
    guard let aliased = alias.aliased, memory.open.insert(ObjectIdentifier(alias)).inserted else {
      return nil
    }
    defer { memory.open.remove(ObjectIdentifier(alias)) }
    let names = alias.generics.map(\.name)
    let values = Dictionary(zip(names, arguments), uniquingKeysWith: { first, _ in first })
    let scope = Scope(declaration: alias.outer(in: index) ?? alias, generics: Set(names))
    return qualified(
      bound(aliased, in: scope).replacing { part in
        guard case .named(let parts) = part, parts.count == 1 else { return nil }
        return values[parts[0].name]
      })
  }

  /// Returns the function type, or the function type that an alias names.
  func function(_ type: SwiftType) -> SwiftType.Function? {
    switch type.base {
    case .function(let function): return function
    case .named(let parts):
      guard let last = parts.last, let alias = alias(last) else { return nil }
      return target(of: alias, arguments: last.arguments).flatMap(function)
    default: return nil
    }
  }

  /// Returns the function type of a closure or an optional closure.
  func closure(_ type: SwiftType) -> SwiftType.Function? {
    if case .optional(let wrapped) = type.base { return function(wrapped) }
    return function(type)
  }

  /// Returns a Boolean value that indicates whether the type, or the type that an alias names, is a tuple.
  func isTuple(_ type: SwiftType) -> Bool {
    switch type.base {
    case .tuple: return true
    case .named(let parts):
      guard let last = parts.last, let alias = alias(last) else { return type.isVoid }
      return target(of: alias, arguments: last.arguments).map(isTuple) ?? false
    default: return false
    }
  }

  /// Returns the function type of a parameter whose closure does not escape.
  func nonescaping(_ type: SwiftType) -> SwiftType.Function? {
    let escaping = ["@escaping", "@convention(c)", "inout"]
    if type.words.contains(where: escaping.contains) { return nil }
    switch type.base {
    case .optional, .unwrapped, .variadic: return nil
    default: return function(type)
    }
  }

  /// Returns the name of a parameter's type that could be a closure in a module without sources.
  func unknownName(_ type: SwiftType) -> String? {
    guard case .named(let parts) = type, let last = parts.last else { return nil }
    let isKnown = parts.contains { $0.meaning != nil } || ["Any", "Self"].contains(parts[0].name)
    if isKnown { return nil }
    return ForeignNames.all.contains(last.name) ? nil : type.text
  }

  // MARK: Names

  /// Returns a type in which the names of outer types precede nested types, because a fake is outside of them.
  func qualified(_ type: SwiftType) -> SwiftType { type.replacing(fullName) }

  func qualified(_ condition: Condition) -> Condition { condition.replacing(fullName) }

  func qualified(_ requirement: Requirement) -> Requirement {
    requirement.replacing(hiding(Set(requirement.generics.map(\.name))).fullName)
  }

  /// Returns the name of a type in another file.
  func name(of type: Declaration) -> String {
    let name = type.path.map(\.escaped).joined(separator: ".")
    return isAmbiguous(type) ? "\(type.module).\(name)" : name
  }

  /// Returns a Boolean value that indicates whether the name of a type needs its module.
  func isAmbiguous(_ type: Declaration) -> Bool {
    !type.isOfToolchain && !isModuleHidden(type.module) && hasNamesake(type)
  }

  /// Returns a Boolean value that indicates whether the name of a type needs its module, but would then be a member of
  /// a type that has the name of the module.
  func isUnreachable(_ type: Declaration) -> Bool {
    !type.isOfToolchain && isModuleHidden(type.module) && hasNamesake(type)
  }

  /// Returns a Boolean value that indicates whether the file of a fake may see another type with the same name.
  private func hasNamesake(_ type: Declaration) -> Bool {
    let name = type.path[0]
    return LibraryNames.types.contains(name) || foreignNames.contains(name)
      || innerNames.contains(name) || isFake(name)
      || modules(declaring: name).contains { $0 != type.module }
  }

  /// Returns a Boolean value that indicates whether a protocol of the modules has a fake with the name of a type.
  private func isFake(_ name: String) -> Bool {
    guard name.hasPrefix("Fake"), name.count > 4 else { return false }
    return visible.contains { index.module($0)?.types[String(name.dropFirst(4))] != nil }
  }

  /// Returns the visible modules that declare a type that other files can see.
  private func modules(declaring name: String) -> [String] {
    if let known = memory.declaring[name] { return known }
    let found = visible.filter { module in
      index.module(module)?.types[name]?.contains { !$0.isPrivate } ?? false
    }
    memory.declaring[name] = Array(found)
    return Array(found)
  }

  /// Returns a Boolean value that indicates whether a type has the name of a module, so that `Module.Type` would be a
  /// member of that type.
  private func isModuleHidden(_ module: String) -> Bool {
    !modules(declaring: module).isEmpty
  }

  /// Returns the name of a type of the standard library, with its module if another type has the same name.
  func standardName(_ name: String) -> String {
    modules(declaring: name).isEmpty ? name : "Swift." + name
  }

  private func fullName(_ type: SwiftType) -> SwiftType? {
    guard case .named(var parts) = type else { return nil }
    if parts.count > 1, parts[0].name == "Self", alias(parts[1]) != nil { parts.removeFirst() }
    switch parts.first?.meaning {
    case .toolchain(let module): return hidden(parts, in: module)
    case .declared(let type) where type.isOfToolchain: return hidden(parts, in: type.module)
    case .declared(let type):
      guard type.path.last == parts[0].name, parts[0].name != "Self" else { return nil }
      if type.outer(in: index)?.kind == .protocol, type.isAlias {
        // An alias in a protocol is replaced by its target.
        guard let target = target(of: type, arguments: parts[0].arguments) else { return nil }
        return parts.dropFirst().reduce(target) { .member($0, $1.name) }
      }
      var names = type.path
      if isAmbiguous(type) { names.insert(type.module, at: 0) }
      guard names.count > 1 else { return nil }
      let outer = names.dropLast().map { SwiftType.Part(name: $0, isQuoted: true) }
      return .named(outer + parts.changingArguments(qualified))
    default: return nil
    }
  }

  /// Returns a type of the toolchain with its module, if a given module declares a type with the same name.
  private func hidden(_ parts: [SwiftType.Part], in module: String) -> SwiftType? {
    guard !module.isEmpty, !modules(declaring: parts[0].name).isEmpty else {
      return nil
    }
    return .named([.init(name: module)] + parts.changingArguments(qualified))
  }
}

extension Declaration {
  /// Returns the type around it, or the extension's type.
  func outer(in index: SourceIndex) -> Declaration? {
    path.count > 1 ? index.type(path.dropLast(), in: module, for: file) : nil
  }
}
