/// Writes the declaration of a fake up to its brace.
struct FakeHead {
  let context: FakeContext
  let hasStatic: Bool

  private var model: ProtocolModel { context.model }

  /// The conformances that the compiler derives, and that it isolates in a module with default isolation.
  private var nonisolatedParents: [String] {
    #if compiler(>=6.2)
      if model.globalActor == nil { return [] }
      return ["Hashable", "Decodable", "Encodable"].filter { model.known.contains("Swift." + $0) }
        .map { "nonisolated " + $0 }
    #else
      return []
    #endif
  }

  var lines: [String] {
    let keyword =
      switch context.kind {
      case .struct: "struct"
      case .class: "final class"
      case .actor: "actor"
      }
    let generics = model.generics.map { type in
      let constraints = type.constraints.flatMap(\.demands).map(\.text)
      return constraints.isEmpty
        ? type.name.escaped : type.name.escaped + ": " + constraints.joined(separator: " & ")
    }
    let clause = generics.isEmpty ? "" : "<" + generics.joined(separator: ", ") + ">"
    var parents = [context.resolver.name(of: model.symbol), "Faked"]
    if let superclass = model.superclass {
      parents.insert(context.superclassName ?? superclass.name, at: 0)
    } else if model.isObject {
      parents.insert("NSObject", at: 0)
    }
    if model.isItsOwnKey { parents.append("Hashable") }
    parents += nonisolatedParents
    // The compiler doesn't infer the conformance of a public struct.
    let isShownStruct = context.style.isPublic && context.kind == .struct
    if isShownStruct || (hasStatic && context.kind == .class && model.globalActor == nil) {
      parents.append("Sendable")
    } else if context.isUncheckedSendable {
      parents.append("@unchecked Sendable")
    }
    let list = model.conditions.map(\.text).joined(separator: ", ")
    let conditions = list.isEmpty ? "" : "where " + list
    let isFree = model.isIsolatedByDefault && context.kind != .actor
    let actor = model.globalActor.map { $0 + " " } ?? (isFree ? "nonisolated " : "")
    let start = "\(actor)\(context.access)\(keyword) \(model.fakeName)\(clause):"
    let end = " " + parents.joined(separator: ", ")
    let line = start + end + (conditions.isEmpty ? "" : " " + conditions) + " {"
    if Layout.fits(line) { return [line] }
    if Layout.fits(start + end), !conditions.isEmpty { return [start + end, conditions + " {"] }
    let rest = "  " + parents.joined(separator: ", ")
    return Layout.broken(start, indent: 0)
      + (conditions.isEmpty ? [rest + " {"] : [rest, conditions + " {"])
  }
}

extension SwiftType {
  /// The types that a constraint requires. `~Copyable` requires nothing.
  fileprivate var demands: [SwiftType] {
    switch self {
    case .prefixed("~", _): []
    case .composition(let types): types.flatMap(\.demands)
    default: [self]
    }
  }
}
