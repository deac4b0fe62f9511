// Older code uses protocols as types without the word `any`.
extension TypeResolver {
  /// Returns a type with `any` before each protocol in it. Modules with `ExistentialAny` require it.
  func existential(_ type: SwiftType) -> SwiftType {
    type.replacing { part in
      switch part {
      case .named(let parts):
        return parts.isEmpty ? nil : wrapped(parts.changingArguments(existential))
      case .composition(let types):
        return types.contains(where: isProtocol) ? .prefixed("any", part) : nil
      case .prefixed(let word, let type) where word == "any" || word == "some":
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

  /// The words `any` and `some` precede a constraint, whose arguments are types.
  private func withExistentialArguments(_ type: SwiftType) -> SwiftType {
    switch type {
    case .named(let parts): return .named(parts.changingArguments(existential))
    case .composition(let types): return .composition(types.map(withExistentialArguments))
    default: return type
    }
  }

  /// Returns a Boolean value that indicates whether the type is a protocol, or an alias of one or several.
  private func isProtocol(_ type: SwiftType) -> Bool {
    guard case .named(let parts) = type, let last = parts.last, let id = last.id,
      !["Any", "AnyObject", "Self"].contains(last.name)
    else { return false }
    guard let symbol = graphs.symbols[id] else {
      if id.hasPrefix("s:S"), id.utf8.count <= 5 { return StandardTypes.isProtocol(id) }
      return (id.hasPrefix("s:") && id.hasSuffix("P")) || id.hasPrefix("c:objc(pl)")
        || id == "s:s7Codablea"
    }
    if symbol.kind == "swift.protocol" { return true }
    guard symbol.isAlias, let target = target(of: symbol, arguments: []) else { return false }
    if case .composition(let types) = target { return types.contains(where: isProtocol) }
    return isProtocol(target)
  }
}
