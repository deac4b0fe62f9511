/// The file of a fake, put together from its members.
struct FakeText {
  let context: FakeContext
  let imports: String
  let availability: [String]
  let members: [FakeMember]
  /// What is missing, for a file that has to be finished by hand.
  let missing: [String]

  private var model: ProtocolModel { context.model }
  private var declared: String { context.resolver.name(of: model.symbol) }
  private var word: String { context.isIsolated ? "nonisolated " : "" }

  var text: String {
    let blocks = [makerLines + sentLines + holderLines, storedLines, initializerLines, memberLines]
    let body = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return imports + "\n" + (availability + headLines).joined(separator: "\n") + "\n"
      + body.joined(separator: "\n\n") + "\n}\n"
  }

  private var headLines: [String] {
    let keyword =
      switch context.kind {
      case .struct: "struct"
      case .class: "final class"
      case .actor: "actor"
      }
    let generics = model.generics.map { type in
      let constraints = type.constraints.flatMap(\.demands).map(\.text)
      return constraints.isEmpty
        ? type.name : type.name + ": " + constraints.joined(separator: " & ")
    }
    let clause = generics.isEmpty ? "" : "<" + generics.joined(separator: ", ") + ">"
    var parents = [declared, "Faked"]
    if hasStatic, context.kind == .class, model.globalActor == nil { parents.append("Sendable") }
    let list = model.conditions.map(\.text).joined(separator: ", ")
    let conditions = list.isEmpty ? "" : "where " + list
    let actor = model.globalActor.map { $0 + " " } ?? ""
    let start = "\(actor)\(keyword) \(model.fakeName)\(clause):"
    let end = " " + parents.joined(separator: ", ")
    let line = start + end + (conditions.isEmpty ? "" : " " + conditions) + " {"
    if Layout.fits(line) { return [line] }
    if Layout.fits(start + end), !conditions.isEmpty { return [start + end, conditions + " {"] }
    let rest = "  " + parents.joined(separator: ", ")
    return Layout.broken(start, indent: 0)
      + (conditions.isEmpty ? [rest + " {"] : [rest, conditions + " {"])
  }

  private var hasStatic: Bool {
    !isGeneric && model.requirements.contains { $0.isStatic && $0.usesCurrent }
  }

  private func ids(_ isWanted: (IDNames.Name) -> Bool) -> [FakeMember.ID] {
    members.flatMap(\.ids).filter { isWanted($0.name) }
  }

  private var makerIDs: [FakeMember.ID] {
    model.requirements.indices.flatMap { index -> [FakeMember.ID] in
      guard case .initializer = model.requirements[index].kind else { return [] }
      return members[index].ids
    }
  }

  private var isGeneric: Bool { !model.generics.isEmpty }

  private var makerLines: [String] {
    let makers = makerIDs
    if makers.isEmpty || isGeneric { return [] }
    return [
      "  struct Maker: Faked {", "    @TaskLocal static var current = Maker()",
      "    let instanceId = FakeInstance()",
    ] + makers.flatMap { FakeText.declaration($0, word: "", indent: 4) } + ["  }"]
  }

  private var holderLines: [String] {
    let held = ids(\.isHeld)
    if held.isEmpty { return [] }
    return ["  struct IDs {"] + held.flatMap { FakeText.declaration($0, word: "", indent: 4) }
      + ["  }"]
  }

  private var sentLines: [String] {
    guard model.requirements.contains(where: { $0.result.isPrefixed(with: "sending") }) else {
      return []
    }
    return [
      "  /// Unchecked, because a taught value is handed over and not used again.",
      "  private struct Sent<Value>: @unchecked Sendable { let value: Value }",
    ]
  }

  private var storedLines: [String] {
    var lines: [String] = []
    for type in model.associatedTypes {
      if let fixed = type.fixed { lines.append("  typealias \(type.name) = \(fixed.text)") }
    }
    if hasStatic {
      lines.append("  @TaskLocal static var \(context.current) = \(model.fakeName)()")
    }
    lines.append("  \(word)let instanceId = FakeInstance()")
    if !ids(\.isHeld).isEmpty { lines.append("  \(word)let \(context.names.holder) = IDs()") }
    for (index, member) in members.enumerated() {
      if case .initializer = model.requirements[index].kind, !isGeneric { continue }
      lines += member.ids.filter { !$0.name.isHeld }.flatMap {
        FakeText.declaration($0, word: word, indent: 2)
      }
    }
    return lines
  }

  /// A fake can always be made without arguments.
  private var initializerLines: [String] {
    let initializers = model.requirements.filter {
      if case .initializer = $0.kind { true } else { false }
    }
    if initializers.isEmpty || initializers.contains(where: \.parameters.isEmpty) { return [] }
    return ["  init() {}"]
  }

  private var memberLines: [String] {
    var lines: [String] = []
    for member in members {
      if !lines.isEmpty, member.lines.count > 2 || lines.last == "  }" {
        if lines.last != "" { lines.append("") }
      }
      lines += member.lines
    }
    if !model.known.isDisjoint(with: KnownProtocols.coded) {
      lines += (lines.isEmpty ? [] : [""]) + ["  private enum CodingKeys: CodingKey {}"]
    }
    return lines + missing.map { "  // Write by hand: \($0)" }
  }

  /// `let send: FunctionID<(String) throws -> Int> = "send"`
  private static func declaration(_ id: FakeMember.ID, word: String, indent: Int) -> [String] {
    let margin = Layout.spaces(indent)
    let start = "\(margin)\(word)let \(id.name.identifier.escaped):"
    let type = "FunctionID<\(id.signature.text)>"
    let end = " = \"\(id.name.label.replacing("\"", with: "\\\""))\""
    if Layout.fits("\(start) \(type)\(end)") { return ["\(start) \(type)\(end)"] }
    if Layout.fits("\(start) \(type) =") {
      return ["\(start) \(type) =", "\(margin)  \(end.dropFirst(3))"]
    }
    return [start] + Layout.broken(type, indent: indent + 2, end: end)
  }
}

extension SwiftType {
  /// What a constraint asks for; `~Copyable` only allows more, and a fake keeps what it is given.
  fileprivate var demands: [SwiftType] {
    switch self {
    case .prefixed("~", _): []
    case .composition(let types): types.flatMap(\.demands)
    default: [self]
    }
  }
}

extension Requirement {
  /// Whether it forwards to the instance of the task.
  var usesCurrent: Bool {
    if case .operator = kind { return !parameters.contains { $0.type.base == .name("Self") } }
    return isStatic
  }
}
