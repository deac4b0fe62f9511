// Finds the targets of aliases.
extension TypeResolver {
  /// Returns the alias that a part of a name refers to.
  func alias(_ part: SwiftType.Part) -> Symbol? {
    graphs.symbols[part.id ?? ""].flatMap { $0.isAlias ? $0 : nil }
  }

  /// Returns the target of an alias, with values for its generic parameters.
  func target(of alias: Symbol, arguments: [SwiftType]) -> SwiftType? {
    if graphs.isCircular(alias) { return nil }
    var parser = DeclarationParser(alias.fragments)
    var names: [String] = []
    while let token = try? parser.next(), token.text != "typealias" { continue }
    guard (try? parser.next()) != nil else { return nil }
    if parser.take("<") {
      while !parser.take(">"), let token = try? parser.next() {
        if token.text != "," { names.append(token.text) }
      }
    }
    guard parser.take("="), let type = try? parser.type() else { return nil }
    let values = Dictionary(
      zip(names, arguments.map(qualified)), uniquingKeysWith: { first, _ in first })
    let declaring = graphs.type(at: [alias.module] + alias.path.dropLast())
    let identified = declaring.map { self.identified(type, in: $0, excluding: alias) } ?? type
    return qualified(identified).replacing { part in
      guard case .named(let parts) = part, parts.count == 1 else { return nil }
      return values[parts[0].name]
    }
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

  /// Returns a Boolean value that indicates whether the type is an alias of a module without a symbol graph.
  func isForeignAlias(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type.base, let id = parts.last?.id else { return false }
    return graphs.symbols[id] == nil && id.hasPrefix("s:") && id.hasSuffix("a") && id != "s:s4Voida"
  }

  /// Adds the identifiers of aliases to names such as `Self.Alias`. The symbol graph of a compiled module may lack them.
  ///
  /// - Parameters:
  ///   - type: A type in a declaration.
  ///   - declaring: The protocol that contains the declaration.
  ///   - excluded: The alias that is being declared, which doesn't refer to itself.
  func identified(
    _ type: SwiftType, in declaring: Symbol, excluding excluded: Symbol? = nil
  ) -> SwiftType {
    type.replacing { part in
      guard case .named(var parts) = part, parts.count > 1, parts[0].name == "Self",
        parts[1].id == nil, let alias = alias(parts[1].name, in: declaring), alias !== excluded
      else { return nil }
      parts[1].id = alias.id
      return .named(
        parts.changingArguments { identified($0, in: declaring, excluding: excluded) })
    }
  }

  private func alias(_ name: String, in declaring: Symbol) -> Symbol? {
    let member = graphs.type(at: [declaring.module] + declaring.path + [name])
    if let member { return member.isAlias ? member : nil }
    let parents = (graphs.inherited[declaring.id] ?? []).lazy.compactMap { graphs.symbols[$0.id] }
    return parents.compactMap { alias(name, in: $0) }.first
  }
}
