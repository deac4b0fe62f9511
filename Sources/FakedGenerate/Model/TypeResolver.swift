/// Knows what the names in a declaration stand for.
struct TypeResolver: Sendable {
  let graphs: SymbolGraphs

  /// With the names of outer types before those of nested ones, as a fake stands outside.
  func qualified(_ type: SwiftType) -> SwiftType { type.replacing(fullName) }

  func qualified(_ condition: Condition) -> Condition { condition.replacing(fullName) }

  func qualified(_ requirement: Requirement) -> Requirement {
    var requirement = requirement.replacing(fullName)
    requirement.result = existential(requirement.result)
    if case .type(let error) = requirement.effects.throwing {
      requirement.effects.throwing = .type(existential(error))
    }
    for index in requirement.parameters.indices {
      requirement.parameters[index].type = existential(requirement.parameters[index].type)
    }
    return requirement
  }

  /// How a protocol or type is named in another file.
  func name(of symbol: Symbol) -> String {
    let name = symbol.path.joined(separator: ".")
    return isAmbiguous(symbol) ? "\(symbol.module).\(name)" : name
  }

  /// Whether the file of a fake may see another type of that name.
  private func isAmbiguous(_ symbol: Symbol) -> Bool {
    let name = symbol.path[0]
    let module = symbol.module
    // Behind a module that has a type of its name, nothing of the module can be named.
    if graphs.topLevel[module]?.contains(module) == true { return false }
    return FakedNames.types.contains(name) || ForeignNames.types.contains(name)
      || (graphs.topLevel[name]?.count ?? 0) > 1
  }

  private func fullName(_ type: SwiftType) -> SwiftType? {
    guard case .named(var parts) = type, let id = parts[0].id, let symbol = graphs.symbols[id],
      symbol.isNominal
    else { return nil }
    var names = symbol.path
    guard names.last == parts[0].name, parts[0].name != "Self" else { return nil }
    if graphs.protocolPaths.contains([symbol.module] + names.dropLast()) {
      // An alias inside a protocol gives way to what it stands for.
      guard symbol.kind == "swift.typealias", parts.count == 1 else { return nil }
      return target(of: symbol, arguments: parts[0].arguments)
    }
    if isAmbiguous(symbol) { names.insert(symbol.module, at: 0) }
    guard names.count > 1 else { return nil }
    for index in parts.indices {
      parts[index].arguments = parts[index].arguments.map(qualified)
    }
    return .named(names.dropLast().map { SwiftType.Part(name: $0) } + parts)
  }

  /// The function type that it is, or that it is an alias of.
  func function(_ type: SwiftType) -> SwiftType.Function? {
    switch type.base {
    case .function(let function): return function
    case .named(let parts):
      guard let last = parts.last, let id = last.id, let symbol = graphs.symbols[id],
        symbol.kind == "swift.typealias"
      else { return nil }
      return target(of: symbol, arguments: last.arguments).flatMap(function)
    default: return nil
    }
  }

  /// The function type of a parameter whose closure does not escape.
  func nonescaping(_ type: SwiftType) -> SwiftType.Function? {
    if type.isPrefixed(with: "@escaping") || type.isPrefixed(with: "@convention(c)") { return nil }
    switch type.base {
    case .optional, .unwrapped, .variadic: return nil
    default: return function(type)
    }
  }

  /// How often the identifier of a method says `XE` for a parameter: for a closure that does not
  /// escape, and for those among the parameters of a closure.
  func nonescapingCount(_ type: SwiftType) -> Int {
    guard let function = function(type) else { return 0 }
    let isOne = nonescaping(type) != nil && !type.isPrefixed(with: "@autoclosure")
    return function.parameters.map { nonescapingCount($0.type) }.reduce(isOne ? 1 : 0, +)
  }

  /// Whether it is an alias, declared where no symbol graph tells what it stands for.
  func isForeignAlias(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type.base, let id = parts.last?.id else { return false }
    return graphs.symbols[id] == nil && id.hasPrefix("s:") && id.hasSuffix("a") && id != "s:s4Voida"
  }

  func target(of alias: Symbol, arguments: [SwiftType]) -> SwiftType? {
    if graphs.isCircular(alias) { return nil }
    var tokens = DeclarationParser(alias.fragments)
    var names: [String] = []
    while let token = try? tokens.next(), token.text != "typealias" { continue }
    guard (try? tokens.next()) != nil else { return nil }
    if tokens.take("<") {
      while !tokens.take(">"), let token = try? tokens.next() {
        if token.text != "," { names.append(token.text) }
      }
    }
    guard tokens.take("="), let type = try? tokens.type() else { return nil }
    let values = Dictionary(zip(names, arguments), uniquingKeysWith: { first, _ in first })
    return qualified(type).replacing { part in
      guard case .named(let parts) = part, parts.count == 1 else { return nil }
      return values[parts[0].name]
    }
  }

  func isClass(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type, let id = parts.last?.id else { return false }
    if let symbol = graphs.symbols[id] { return symbol.kind == "swift.class" }
    return (id.hasPrefix("s:") && id.hasSuffix("C")) || id.hasPrefix("c:objc(cs)")
  }

  /// Whether it is known that values of the type may go from one isolation to another.
  func isSendable(_ type: SwiftType) -> Bool {
    switch type.base {
    case .named(let parts):
      guard let id = parts.last?.id, parts.flatMap(\.arguments).allSatisfy(isSendable) else {
        return false
      }
      if graphs.symbols[id] == nil { return TypeResolver.sendable.contains(id) }
      return (graphs.inherited[id] ?? []).contains { $0.name == ToolchainProtocols.sendable }
    case .optional(let value), .unwrapped(let value), .array(let value), .variadic(let value):
      return isSendable(value)
    case .dictionary(let key, let value): return isSendable(key) && isSendable(value)
    case .tuple(let elements): return elements.allSatisfy { isSendable($0.type) }
    case .function: return type.isPrefixed(with: "@Sendable")
    default: return false
    }
  }

  /// Whether it is known that the type with this identifier is `Hashable`.
  func isHashable(_ id: String) -> Bool {
    if graphs.symbols[id] == nil { return TypeResolver.hashable.contains(id) }
    return (graphs.inherited[id] ?? []).contains { $0.name == "Swift.Hashable" }
  }

  private static let hashable: Set<String> = [
    "s:Si", "s:Su", "s:SS", "s:Sb", "s:Sd", "s:Sf", "s:SJ", "s:Ss", "s:s5Int32V", "s:s5Int64V",
    "s:s5UInt8V", "s:s6UInt32V", "s:s6UInt64V", "s:10Foundation4UUIDV", "s:10Foundation3URLV",
    "s:10Foundation4DateV", "s:20FoundationEssentials4UUIDV", "s:20FoundationEssentials3URLV",
    "s:20FoundationEssentials4DateV",
  ]

  /// Identifiers of plain values of the standard library and Foundation.
  private static let sendable: Set<String> = Set([
    "s:Si", "s:Su", "s:SS", "s:Sb", "s:Sd", "s:Sf", "s:SJ", "s:Sa", "s:SD", "s:Sh",
    "s:Ss", "s:Sn", "s:SN", "s:SO", "s:s4Int8V", "s:s5Int16V", "s:s5Int32V", "s:s5Int64V",
    "s:s5UInt8V", "s:s6UInt16V", "s:s6UInt32V", "s:s6UInt64V", "s:s8DurationV", "s:s5NeverO",
    "s:s12StaticStringV", "s:s7UnicodeO6ScalarV", "s:12_Concurrency15ContinuousClockV",
    "s:12_Concurrency15ContinuousClockV7InstantV", "s:10Foundation12TimeIntervala",
    "c:@T@NSTimeInterval", "s:10Foundation10URLRequestV", "s:20FoundationNetworking10URLRequestV",
  ]).union(
    // In which of the two modules they are differs from platform to platform.
    ["10Foundation", "20FoundationEssentials"].flatMap { module in
      [
        "3URLV", "4DataV", "4DateV", "4UUIDV", "6LocaleV", "7DecimalV", "8CalendarV", "8TimeZoneV",
        "9IndexPathV", "12DateIntervalV", "12URLQueryItemV", "13URLComponentsV",
        "14DateComponentsV",
      ].map { "s:" + module + $0 }
    })
}
