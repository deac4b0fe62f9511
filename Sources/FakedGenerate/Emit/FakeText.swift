/// The file of a fake, put together from its members.
struct FakeText {
  let context: FakeContext
  let imports: String
  let availability: [String]
  let members: [FakeMember]
  /// What is missing, for a file that has to be finished by hand.
  let missing: [String]

  private var model: ProtocolModel { context.model }
  private var access: String { context.access }
  private var word: String { access + (context.isIsolated ? "nonisolated " : "") }

  var text: String {
    let head = FakeHead(context: context, hasStatic: hasStatic).lines
    let blocks = [
      makerLines + sentLines, Layout.joined(storedLines), initializerLines,
      Layout.joined(memberLines),
    ]
    var lines = companionLines + availability + head
    for (index, block) in blocks.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { lines.append("") }
      lines += block
    }
    lines.append("}")
    return imports + "\n" + Layout.conditional(lines, model.compilation).joined(separator: "\n")
      + "\n"
  }

  private var faked: String { context.style.isPublic ? "Faked, Sendable" : "Faked" }

  private var hasStatic: Bool {
    context.companion == nil && model.requirements.contains(where: \.usesCurrent)
  }

  private var isGeneric: Bool { !model.generics.isEmpty }

  /// The places of the members whose IDs are those of the maker.
  private var makers: [Int] {
    if isGeneric { return [] }
    return model.requirements.indices.filter { index in
      if case .initializer = model.requirements[index].kind { true } else { false }
    }
  }

  /// The places of the members whose IDs are those of the companion.
  private var statics: [Int] {
    if context.companion == nil { return [] }
    return model.requirements.indices.filter { model.requirements[$0].usesCurrent }
  }

  private var companionLines: [String] {
    guard let companion = context.companion else { return [] }
    let ids = statics.flatMap { index in
      Layout.conditional(
        members[index].ids.flatMap { FakeText.declaration($0, word: access, indent: 2) },
        members[index].compilation)
    }
    var lines = ["/// What the static members of \(model.fakeName) ask."]
    lines += availability
    lines.append("\(access)struct \(companion): \(faked) {")
    lines.append("  @TaskLocal \(access)static var current = \(companion)()")
    lines.append("  \(access)let instanceId = FakeInstance()")
    lines += ids
    if context.style.isPublic { lines += ["", "  \(access)init() {}"] }
    return lines + ["}", ""]
  }

  private var makerLines: [String] {
    let ids = makers.flatMap { members[$0].ids }
    if ids.isEmpty { return [] }
    var lines = ["  \(access)struct \(context.maker): \(faked) {"]
    lines.append("    @TaskLocal \(access)static var current = \(context.maker)()")
    lines.append("    \(access)let instanceId = FakeInstance()")
    for id in ids { lines += FakeText.declaration(id, word: access, indent: 4) }
    if context.style.isPublic { lines += ["", "    \(access)init() {}"] }
    return lines + ["  }"]
  }

  private var sentLines: [String] {
    guard model.requirements.contains(where: { $0.result.isPrefixed(with: "sending") }) else {
      return []
    }
    return [
      "  /// Unchecked, because a stubbed value is handed over and not used again.",
      "  private struct Sent<Value>: @unchecked Sendable { let value: Value }",
    ]
  }

  private var storedLines: [String] {
    var lines: [String] = []
    for type in model.associatedTypes {
      guard let fixed = type.fixed else { continue }
      lines.append("  \(access)typealias \(type.name) = \(context.named(fixed).text)")
    }
    if hasStatic {
      lines.append("  @TaskLocal \(access)static var \(context.current) = \(model.fakeName)()")
    }
    lines.append("  \(word)let instanceId = FakeInstance()")
    let others = Set(makers + statics)
    let own = members.indices.filter { !others.contains($0) }
    lines += clashes(own.flatMap { members[$0].ids })
    for index in own {
      let ids = members[index].ids.flatMap { FakeText.declaration($0, word: word, indent: 2) }
      lines += Layout.conditional(ids + members[index].stored, members[index].compilation)
    }
    return lines
  }

  private func clashes(_ ids: [FakeMember.ID]) -> [String] {
    let names = ids.map(\.name).filter(\.isSuffixed)
    if names.isEmpty { return [] }
    let (word, verb) = names.count == 1 ? ("ID", "is") : ("IDs", "are")
    return Layout.comment(
      "The \(word) of \(list(names.map(\.label), "and")) \(verb) "
        + "\(list(names.map(\.identifier), "and")): an ID cannot have the name of another member.",
      indent: 2)
  }

  /// A fake can always be made without arguments.
  private var initializerLines: [String] {
    let initializers = model.requirements.filter {
      if case .initializer = $0.kind { true } else { false }
    }
    if initializers.contains(where: \.parameters.isEmpty) { return [] }
    if initializers.isEmpty, !context.style.isPublic { return [] }
    return [model.isObject ? "  \(access)override init() {}" : "  \(access)init() {}"]
  }

  private var memberLines: [String] {
    var lines: [String] = []
    for member in members where !member.lines.isEmpty {
      let guesses = member.guesses.flatMap { Layout.comment("A guess: \($0)", indent: 2) }
      let all = Layout.conditional(guesses + member.lines, member.compilation)
      if !lines.isEmpty, all.count > 1 || lines.last == "  }", lines.last != "" { lines.append("") }
      lines += all
    }
    if !model.known.isDisjoint(with: ToolchainProtocols.coded) {
      lines += (lines.isEmpty ? [] : [""]) + ["  private enum CodingKeys: CodingKey {}"]
    }
    return lines + missing.map { "  // Write by hand: \($0)" }
  }

  /// `let send: FunctionID<(String) -> Int, Throws> = "send(_:)"`
  static func declaration(_ id: FakeMember.ID, word: String, indent: Int) -> [String] {
    let margin = Layout.spaces(indent)
    let start = "\(margin)\(word)let \(id.name.identifier.escaped):"
    let type = id.signature.idText
    let label = id.name.label
    let end = " = \"\(label.contains("\"") ? label.replacing("\"", with: "\\\"") : label)\""
    if Layout.fits("\(start) \(type)\(end)") { return ["\(start) \(type)\(end)"] }
    if Layout.fits("\(start) \(type) =") {
      return ["\(start) \(type) =", "\(margin)  \(end.dropFirst(3))"]
    }
    return [start] + Layout.broken(type, indent: indent + 2, end: end)
  }
}

extension Requirement {
  /// Whether it forwards to the instance of the task.
  var usesCurrent: Bool {
    if case .operator = kind { return !parameters.contains { $0.type.base == .name("Self") } }
    return isStatic
  }
}
