// Protocols as types, which older code has without the word `any`.
extension TypeResolver {
  /// With `any` before each protocol that is a type: modules with `ExistentialAny` demand it.
  func existential(_ type: SwiftType) -> SwiftType {
    type.replacing { part in
      switch part {
      case .named(var parts):
        for index in parts.indices {
          parts[index].arguments = parts[index].arguments.map(existential)
        }
        return wrapped(parts)
      case .composition(let types):
        return types.contains(where: isProtocol) ? .prefixed("any", part) : nil
      case .prefixed("any", let type), .prefixed("some", let type):
        guard case .prefixed(let word, _) = part else { return nil }
        return .prefixed(word, withExistentialArguments(type))
      case .prefixed("~", _): return part
      default: return nil
      }
    }
  }

  private func wrapped(_ parts: [SwiftType.Part]) -> SwiftType {
    let last = parts[parts.count - 1].name
    let base = SwiftType.named(Array(parts.dropLast()))
    if parts.count > 1, last == "Type", isProtocol(base) {
      return .prefixed("any", .named(parts))
    }
    if parts.count > 1, last == "Protocol", isProtocol(base) {
      return .member(.prefixed("any", base), "Type")
    }
    let type = SwiftType.named(parts)
    return isProtocol(type) ? .prefixed("any", type) : type
  }

  /// What stands behind `any` or `some` is a constraint, but its arguments are types.
  private func withExistentialArguments(_ type: SwiftType) -> SwiftType {
    switch type {
    case .named(var parts):
      for index in parts.indices {
        parts[index].arguments = parts[index].arguments.map(existential)
      }
      return .named(parts)
    case .composition(let types): return .composition(types.map(withExistentialArguments))
    default: return type
    }
  }

  private static let shortProtocols: Set<String> = [
    "s:SH", "s:SL", "s:SQ", "s:ST", "s:Sl", "s:SK", "s:Sk", "s:SM", "s:Sm", "s:SE", "s:Se", "s:SF",
    "s:SB", "s:Sz", "s:SZ", "s:SU", "s:Sj", "s:SG", "s:Sx", "s:SX", "s:Sy", "s:SY", "s:St", "s:ScA",
    "s:Sci", "s:ScI", "s:ScF", "s:Scf", "s:Sch",
  ]

  /// Whether it is a protocol, or an alias of one or of several.
  private func isProtocol(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type, let last = parts.last, let id = last.id,
      !["Any", "AnyObject", "Self"].contains(last.name)
    else { return false }
    guard let symbol = graphs.symbols[id] else {
      // Two letters behind `s:S` are a type of the standard library with a short name.
      if id.hasPrefix("s:S"), id.utf8.count <= 5 { return TypeResolver.shortProtocols.contains(id) }
      return (id.hasPrefix("s:") && id.hasSuffix("P")) || id.hasPrefix("c:objc(pl)")
        || id == "s:s7Codablea"
    }
    if symbol.kind == "swift.protocol" { return true }
    guard symbol.kind == "swift.typealias", let target = target(of: symbol, arguments: []) else {
      return false
    }
    if case .composition(let types) = target { return types.contains(where: isProtocol) }
    return isProtocol(target)
  }
}
