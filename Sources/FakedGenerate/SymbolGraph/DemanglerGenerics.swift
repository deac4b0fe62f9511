// Generic parameters, associated types, and the conditions on them.
extension Demangler {
  mutating func genericParameter() throws -> SwiftType {
    if take("s") || take("z") { return .name("Self") }
    guard take("d") else { return MangledName.parameter(depth: 0, index: try index() + 1) }
    let depth = try index() + 1
    return MangledName.parameter(depth: depth, index: try index())
  }

  mutating func associatedTypeName() throws -> String {
    // An ambiguous name is followed by the protocol that declares it.
    _ = popTypeIfAny()
    return try popIdentifier()
  }

  mutating func member(isPath: Bool, of base: SwiftType?) throws -> SwiftType {
    var names: [String] = []
    var isLast = false
    repeat {
      isLast = !isPath || pop(if: .firstElement)
      names.insert(try associatedTypeName(), at: 0)
    } while !isLast
    let base = try base ?? popType()
    let type = names.reduce(base) { $0.appending(.init(name: $1)) }
    substitutions.append(.type(type))
    return type
  }

  mutating func associatedType() throws -> Node {
    switch try next() {
    case "a":
      let name = try popIdentifier()
      return .type(try popType().appending(.init(name: name)))
    case "y": return .type(try member(isPath: false, of: try genericParameter()))
    case "z": return .type(try member(isPath: false, of: .name("Self")))
    case "Y": return .type(try member(isPath: true, of: try genericParameter()))
    case "Z": return .type(try member(isPath: true, of: .name("Self")))
    case "x": return .type(try member(isPath: false, of: nil))
    case "X": return .type(try member(isPath: true, of: nil))
    case "p":
      _ = try popType()
      return .type(.prefixed("repeat", try popType()))
    default: throw Unknown()
    }
  }

  mutating func readRequirement() throws {
    let kind = try next()
    switch kind {
    case "v": _ = try genericParameter()
    case "V": (_, _) = (try genericParameter(), try popType())
    case "i": (_, _) = (try index(), try genericParameter())
    case "I": (_, _) = (try index(), try popType())
    case "j", "J":
      _ = try index()
      _ = try member(isPath: kind == "J", of: try genericParameter())
    case "b", "s", "h": (_, _) = (try genericParameter(), try popType())
    case "c", "t", "p", "C", "T", "P":
      _ = try member(isPath: kind.isUppercase, of: try genericParameter())
      _ = try popProtocol()
    case "B", "S", "Q": (_, _) = (try popType(), try popProtocol())
    case "l", "m", "M", "L":
      if kind == "l" { _ = try genericParameter() }
      if kind == "L" { _ = try popType() }
      if kind == "m" || kind == "M" {
        _ = try member(isPath: kind == "M", of: try genericParameter())
      }
      guard "URNCDTB".contains(try next()) else { throw Unknown() }
    default:
      position -= 1
      (_, _) = (try genericParameter(), try popProtocol())
    }
  }
}
