/// Assembles the file of a fake from its members.
struct FakeText {
  let context: FakeContext
  let imports: String
  let members: [FakeMember]
  /// The declarations that have to be written by hand.
  let missing: [String]

  private var model: ProtocolModel { context.model }
  private var access: String { context.access }
  private var word: String { access + (context.isIsolated ? "nonisolated " : "") }
  private var availability: [String] {
    model.type.availability.introductions + model.type.availability.deprecations
  }

  var text: String {
    let head = FakeHead(context: context, hasStatic: hasStatic).lines
    let blocks = [
      makerLines + sentLines, storedLines, initializerLines,
      memberLines,
    ]
    var lines = companionLines + availability + head
    for (index, block) in blocks.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { lines.append("") }
      lines += block
    }
    lines.append("}")
    return imports + "\n"
      + Layout.conditional(lines, model.type.compilation).joined(separator: "\n")
      + "\n"
  }

  private var faked: String { context.style.isPublic ? "Faked, Sendable" : "Faked" }

  private var hasStatic: Bool {
    context.companion == nil && model.requirements.contains(where: \.usesCurrent)
  }

  /// The indices of the members whose IDs belong to the maker.
  private var makers: [Int] {
    if !model.generics.isEmpty { return [] }
    return model.requirements.indices.filter { model.requirements[$0].isInitializer }
  }

  /// The indices of the members whose IDs belong to the companion.
  private var statics: [Int] {
    if context.companion == nil { return [] }
    return model.requirements.indices.filter { model.requirements[$0].usesCurrent }
  }

  private var companionLines: [String] {
    guard let companion = context.companion else { return [] }
    return ["/// Responds to the static members of \(model.fakeName)."] + availability
      + responder(companion, statics, indent: 0) + [""]
  }

  private var makerLines: [String] {
    makers.isEmpty ? [] : responder(context.maker, makers, indent: 2)
  }

  /// Returns a type whose current instance responds to some of the members.
  private func responder(_ name: String, _ indices: [Int], indent: Int) -> [String] {
    let margin = Layout.spaces(indent)
    let ids = indices.flatMap { index in
      Layout.conditional(
        members[index].ids.flatMap {
          $0.lines(access, members[index].availability, indent: indent + 2)
        } + members[index].stored,
        members[index].compilation)
    }
    return [
      "\(margin)\(access)struct \(name): \(faked) {",
      "\(margin)  @TaskLocal \(access)static var current = \(name)()",
      "\(margin)  \(access)let instanceId = FakeInstance()",
    ] + ids + (context.style.isPublic ? ["", "\(margin)  \(access)init() {}"] : [])
      + [margin + "}"]
  }

  private var sentLines: [String] {
    guard model.requirements.contains(where: \.sendsResult) else { return [] }
    return [
      "  /// Unchecked, because a stub gives the value away and does not use it again.",
      "  private struct Sent<Value>: @unchecked Sendable { let value: Value }",
    ]
  }

  private var storedLines: [String] {
    var lines: [String] = []
    for (name, other) in model.generalNames.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(access)typealias \(name.escaped) = \(other)")
    }
    for type in model.associatedTypes {
      guard let fixed = type.fixed else { continue }
      lines.append("  \(access)typealias \(type.name.escaped) = \(context.named(fixed).text)")
    }
    if hasStatic {
      lines.append("  @TaskLocal \(access)static var \(context.current) = \(model.fakeName)()")
    }
    // A subclass inherits initializers if it declares none.
    let identity = model.superclass == nil ? ": FakeInstance" : " = FakeInstance()"
    lines.append("  \(word)let instanceId\(identity)")
    let others = Set(makers + statics)
    for index in members.indices where !others.contains(index) {
      let ids = members[index].ids.flatMap { $0.lines(word, members[index].availability) }
      lines += Layout.conditional(ids + members[index].stored, members[index].compilation)
    }
    return lines
  }

  /// The initializer that takes a name.
  private var initializerLines: [String] {
    if model.superclass != nil { return [] }
    let taken = model.requirements.filter { $0.isInitializer && $0.parameters.count == 1 }
      .map { $0.parameters[0].first }
    let label = ["_", "named", "fakeNamed"].first { !taken.contains($0) } ?? "ofFake"
    return initializer(
      parameter: "\(label) name: \(context.standardName("String"))? = nil", argument: "name")
      + decodingLines
  }

  /// The initializer that the compiler does not derive, since nothing decodes the instance.
  private var decodingLines: [String] {
    let isRequired = model.requirements.contains { $0.fullName == "init(from:)" }
    if !model.known.contains("Swift.Decodable") || isRequired { return [] }
    return initializer(
      parameter: "from decoder: any \(context.standardName("Decoder"))",
      effects: Effects(throwing: .any))
  }

  private func initializer(
    parameter: String, argument: String = "", effects: Effects = Effects()
  ) -> [String] {
    let isolation = context.isIsolated && context.kind != .actor ? "nonisolated " : ""
    return Layout.declaration(
      Signature(
        words: isolation + access, name: "init", parameters: [parameter], effects: effects),
      body: ["instanceId = FakeInstance(\(argument))"] + (model.isObject ? ["super.init()"] : []),
      indent: 2)
  }

  private var memberLines: [String] {
    var lines: [String] = []
    for member in members where !member.lines.isEmpty {
      let guesses = member.guesses.flatMap { Layout.comment("A guess: \($0)", indent: 2) }
      let attributes = member.availability.map { "  " + $0 }
      let all = Layout.conditional(guesses + attributes + member.lines, member.compilation)
      if !lines.isEmpty, all.count > 1 || lines.last == "  }", lines.last != "" { lines.append("") }
      lines += all
    }
    let hasKeys = model.associatedTypes.contains { $0.name == "CodingKeys" }
    if !hasKeys, !model.known.isDisjoint(with: Toolchain.coded) {
      lines += (lines.isEmpty ? [] : [""]) + ["  private enum CodingKeys: CodingKey {}"]
    }
    return lines + missing.map { "  // Write by hand: \($0)" }
  }
}

extension Requirement {
  /// A Boolean value that indicates whether the current instance responds to it.
  var usesCurrent: Bool {
    if case .operator = kind { return !parameters.contains { $0.type.base == .name("Self") } }
    return isStatic
  }
}
/// Writes the declaration of a fake up to its brace.
private struct FakeHead {
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
    let names = model.generalNames
    func renamed(_ type: SwiftType) -> SwiftType? {
      guard case .named(var parts) = type, let other = names[parts[0].name] else { return nil }
      parts[0].name = other
      return .named(parts)
    }
    let generics = model.generics.map { type in
      let constraints = type.constraints.flatMap(\.demands).map { $0.replacing(renamed).text }
      let name = (names[type.name] ?? type.name).escaped
      return constraints.isEmpty ? name : name + ": " + constraints.joined(separator: " & ")
    }
    let clause = generics.isEmpty ? "" : "<" + generics.joined(separator: ", ") + ">"
    var parents = [context.resolver.name(of: model.type), "Faked"]
    if let superclass = model.superclass {
      parents.insert(context.resolver.name(of: superclass), at: 0)
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
    let list = model.conditions.map { $0.replacing(renamed).text }.joined(separator: ", ")
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
