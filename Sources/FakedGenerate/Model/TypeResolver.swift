/// Finds the declarations of the names in types, and spells the types so that they mean the same in another file.
final class TypeResolver {
  let index: SourceIndex
  /// The given modules that the file of the fake sees.
  private let visible: [Module]
  /// A Boolean value that indicates whether the file of the fake sees modules without sources.
  private let seesForeignNames: Bool
  /// The names of types in the fake. They hide types with the same names.
  private let innerNames: Set<String>

  /// The results of earlier lookups.
  private var meanings: [ObjectIdentifier: [String: SwiftType.Meaning?]] = [:]
  /// The aliases whose targets are being looked up. One that refers to itself has none.
  private var openAliases: Set<ObjectIdentifier> = []

  /// Creates a resolver for the facts about types, whose names no fake repeats.
  init(index: SourceIndex) {
    (self.index, visible, seesForeignNames, innerNames) = (index, [], true, [])
  }

  /// Creates a resolver for the fake of a type, whose file sees what the sources of the type and of its parents import.
  init(for type: Declaration, in index: SourceIndex) {
    let family = TypeResolver(index: index).family(of: type)
    let imported = Set(
      family.filter { !$0.isOfToolchain }.flatMap {
        index.visibleModules(of: $0.file, in: $0.module)
      })
    let given = imported.filter(index.hasModule)
    self.index = index
    visible = given.sorted().compactMap(index.module)
    seesForeignNames = given.count < imported.count
    let associated = family.flatMap(\.members).filter { $0.kind == .associatedtype }
    innerNames = Set(associated.map(\.name) + ["Sent"])
  }

  // MARK: Lookup

  /// Returns a type whose names refer to their declarations, as seen from a protocol, type, or extension. The names of
  /// outer types precede nested types, because a fake is outside of them.
  func resolved(
    _ type: SwiftType, in declaration: Declaration, generics: Set<String> = []
  ) -> SwiftType {
    type.replacing { part in
      guard case .named(let parts) = part else { return nil }
      let inside = parts.changingArguments {
        self.resolved($0, in: declaration, generics: generics)
      }
      let name = inside[0].name
      let isGeneric = generics.contains(name)
      let meaning = isGeneric ? .generic : meaning(of: name, in: declaration)
      return fullName(bound(inside, to: meaning, in: declaration), hiding: generics)
    }
  }

  /// Returns the parts of a name with their meanings. The first one has a given meaning, if it isn't a module or `Self`.
  private func bound(
    _ parts: [SwiftType.Part], to meaning: SwiftType.Meaning?, in declaration: Declaration
  ) -> [SwiftType.Part] {
    var parts = parts
    var next = 1
    let first = parts[0].name
    if first == "Self", !parts[0].isQuoted {
      guard parts.count > 1, declaration.kind == .protocol || declaration.kind == .extension
      else { return parts }
      parts[1].meaning = member(parts[1].name, of: declaration)
      next = 2
    } else if let meaning {
      parts[0].meaning = meaning
    } else if parts.count > 1, index.module(first) != nil || ForeignNames.isModule(first) {
      let found = index.type([parts[1].name], in: first, for: declaration.file)
      parts[1].meaning = found.map { .declared($0) } ?? .toolchain(first)
      next = 2
    }
    while next < parts.count, let outer = parts[next - 1].declaration,
      let found = nested(parts[next].name, in: outer)
    {
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
        let found = parts.last?.declaration
      else { return nil }
      type = found
    }
    return index.type(type.path + [name], in: type.module, for: type.file)
      ?? index.extensions(of: type).lazy.flatMap(\.nested).first { $0.path.last == name }
  }

  private func meaning(of name: String, in declaration: Declaration) -> SwiftType.Meaning? {
    let key = ObjectIdentifier(declaration)
    if let known = meanings[key]?[name] { return known }
    let own = declaration.kind == .protocol ? member(name, of: declaration) : nil
    let found =
      own ?? type(name, around: declaration, declaration.path).map { .declared($0) }
      ?? ForeignNames.module(of: name).map { .toolchain($0) }
    meanings[key, default: [:]][name] = .some(found)
    return found
  }

  /// Returns a type in one of the types with a path, from the inside out, or a top-level type.
  private func type(
    _ name: String, around declaration: Declaration, _ path: some Collection<String>
  ) -> Declaration? {
    let (module, file) = (declaration.module, declaration.file)
    for count in stride(from: path.count, to: 0, by: -1) {
      let found = index.type(path.prefix(count) + [name], in: module, for: file)
      if let found { return found }
    }
    if declaration.kind == .class, path.count == declaration.path.count {
      for type in ancestors(of: declaration).dropFirst() {
        let found = index.type(type.path + [name], in: type.module, for: type.file)
        if let found { return found }
      }
    }
    return index.topLevelType(name, for: file, in: module)
  }

  /// Returns an associated type, or an alias, of a protocol or of a protocol that it inherits from.
  private func member(_ name: String, of type: Declaration) -> SwiftType.Meaning? {
    for next in family(of: type) {
      if next.members.contains(where: { $0.kind == .associatedtype && $0.name == name }) {
        return .associated
      }
      if let alias = index.type(next.path + [name], in: next.module, for: next.file) {
        return .declared(alias)
      }
    }
    return nil
  }

  /// Returns a type and everything that it inherits from. With extensions, also what they add.
  func family(of type: Declaration, withExtensions: Bool = false) -> [Declaration] {
    var (known, all) = (Set([ObjectIdentifier(type)]), [type])
    var next = 0
    while next < all.count {
      let type = all[next]
      let sources = withExtensions ? [type] + index.extensions(of: type) : [type]
      for case .declared(let parent, _) in sources.flatMap(parents)
      where known.insert(ObjectIdentifier(parent)).inserted { all.append(parent) }
      next += 1
    }
    return all
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
    case .named where type.plainName == "Any": return []
    case .named(let parts):
      // It is not a member of the declaration.
      let outer = self.type(parts[0].name, around: declaration, declaration.path.dropLast())
      let last = bound(parts, to: outer.map { .declared($0) }, in: declaration).last
      guard let found = last?.declaration, !found.attributes.contains("@closed") else {
        return [.unknown(type)]
      }
      if found.isAlias {
        guard let target = found.aliased, found !== declaration else { return [] }
        return parents(in: target, of: found, depth: depth + 1)
      }
      return [.declared(found, arguments: parts.last?.arguments ?? [])]
    default: return [.unknown(type)]
    }
  }

  // MARK: Aliases

  /// Returns the target of an alias, with values for its generic parameters.
  func target(of alias: Declaration, arguments: [SwiftType]) -> SwiftType? {
    guard let aliased = alias.aliased, openAliases.insert(ObjectIdentifier(alias)).inserted else {
      return nil
    }
    defer { openAliases.remove(ObjectIdentifier(alias)) }
    let names = alias.generics.map(\.name)
    let values = Dictionary(zip(names, arguments), uniquingKeysWith: { first, _ in first })
    let target = resolved(aliased, in: alias.outer(in: index) ?? alias, generics: Set(names))
    return target.replacing { part in
      guard case .named(let parts) = part, parts.count == 1 else { return nil }
      return values[parts[0].name]
    }
  }

  /// Returns the type without attributes, or the one that an alias names. `nil` if that is unknown.
  func unaliased(_ type: SwiftType, depth: Int = 0) -> SwiftType? {
    guard case .named(let parts) = type.base, let last = parts.last,
      let alias = last.declaration, alias.isAlias
    else { return type.base }
    // The target of an alias may be the alias itself: `typealias Element = Element`.
    if depth > 20 { return nil }
    return target(of: alias, arguments: last.arguments).flatMap { unaliased($0, depth: depth + 1) }
  }

  /// Returns the function type, or the function type that an alias names.
  func function(_ type: SwiftType) -> SwiftType.Function? {
    if case .function(let function) = unaliased(type) { function } else { nil }
  }

  /// Returns the function type of a closure or an optional closure.
  func closure(_ type: SwiftType) -> SwiftType.Function? {
    if case .optional(let wrapped) = type.base { return function(wrapped) }
    return function(type)
  }

  /// Returns a Boolean value that indicates whether the type, or the type that an alias names, is a tuple.
  func isTuple(_ type: SwiftType) -> Bool {
    if case .tuple = unaliased(type) { true } else { type.isVoid }
  }

  /// Returns the function type of a parameter whose closure does not escape.
  func nonescaping(_ type: SwiftType) -> SwiftType.Function? {
    let escaping = ["@escaping", "@convention(c)", "inout"]
    if type.words.contains(where: escaping.contains) { return nil }
    return function(type)
  }

  /// Returns the name of a parameter's type that could be a closure in a module without sources.
  func unknownName(_ type: SwiftType) -> String? {
    guard case .named(let parts) = type, let last = parts.last else { return nil }
    let isKnown = parts.contains { $0.meaning != nil } || ["Any", "Self"].contains(parts[0].name)
    return isKnown || ForeignNames.module(of: last.name) != nil ? nil : type.text
  }

  // MARK: Names

  /// Returns the name of a type in another file.
  func name(of type: Declaration) -> String {
    let name = type.path.map(\.escaped).joined(separator: ".")
    return isAmbiguous(type) ? "\(type.module).\(name)" : name
  }

  /// Returns a Boolean value that indicates whether the name of a type needs its module.
  private func isAmbiguous(_ type: Declaration, hiding generics: Set<String> = []) -> Bool {
    hasNamesake(type, generics) && !isDeclared(type.module)
  }

  /// Returns a Boolean value that indicates whether the name of a type needs its module, but would then be a member of
  /// a type that has the name of the module.
  func isUnreachable(_ type: Declaration) -> Bool {
    hasNamesake(type, []) && isDeclared(type.module)
  }

  /// Returns a Boolean value that indicates whether the file of a fake may see another type with the same name.
  private func hasNamesake(_ type: Declaration, _ generics: Set<String>) -> Bool {
    if type.isOfToolchain { return false }
    let name = type.path[0]
    // The other type may be the fake of another protocol.
    let faked = name.hasPrefix("Fake") ? String(name.dropFirst(4)) : ""
    return LibraryNames.types.contains(name)
      || seesForeignNames && ForeignNames.module(of: name) != nil
      || innerNames.contains(name) || generics.contains(name)
      || visible.contains { $0.types[faked] != nil } || isDeclared(name, besides: type.module)
  }

  /// Returns a Boolean value that indicates whether a visible module declares a type that other files can see.
  private func isDeclared(_ name: String, besides other: String = "") -> Bool {
    visible.contains { module in
      module.name != other && module.types[name]?.contains { !$0.isPrivate } ?? false
    }
  }

  /// Returns the name of a type of the standard library, with its module if another type has the same name.
  func standardName(_ name: String) -> String { isHidden(name) ? "Swift." + name : name }

  /// Returns a Boolean value that indicates whether a name of the toolchain means another type in the file of the fake.
  private func isHidden(_ name: String) -> Bool { isDeclared(name) || innerNames.contains(name) }

  private func fullName(_ parts: [SwiftType.Part], hiding generics: Set<String>) -> SwiftType {
    var parts = parts
    if parts.count > 1, parts[0].name == "Self", parts[1].declaration?.isAlias == true {
      parts.removeFirst()
    }
    var outer: [String] = []
    switch parts[0].meaning {
    case .toolchain(let module) where isHidden(parts[0].name): outer = [module]
    case .declared(let type) where type.isAlias && type.outer(in: index)?.kind == .protocol:
      // An alias in a protocol is replaced by its target.
      guard let target = target(of: type, arguments: parts[0].arguments) else { break }
      return parts.dropFirst().reduce(target) { .member($0, $1.name) }
    case .declared(let type) where type.isOfToolchain:
      if isHidden(parts[0].name) { outer = [type.module] }
    case .declared(let type) where type.path.last == parts[0].name && parts[0].name != "Self":
      outer = (isAmbiguous(type, hiding: generics) ? [type.module] : []) + type.path.dropLast()
    default: break
    }
    return .named(outer.filter { !$0.isEmpty }.map { .init(name: $0, isQuoted: true) } + parts)
  }
}

extension Declaration {
  /// Returns the type around it, or the extension's type.
  func outer(in index: SourceIndex) -> Declaration? {
    path.count > 1 ? index.type(path.dropLast(), in: module, for: file) : nil
  }
}
