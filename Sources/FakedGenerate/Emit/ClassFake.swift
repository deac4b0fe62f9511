/// Writes the fake of a class: a subclass whose overridden members use the stubs of the test.
struct ClassFake {
  private let symbol: Symbol
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let noncopyable: NoncopyableTypes
  private let style: FakeStyle
  private let resolver: TypeResolver

  init(
    _ symbol: Symbol, _ graphs: SymbolGraphs, _ sources: SourceFiles,
    _ noncopyable: NoncopyableTypes, _ style: FakeStyle
  ) {
    (self.symbol, self.graphs, self.sources, self.style) = (symbol, graphs, sources, style)
    self.noncopyable = noncopyable
    resolver = TypeResolver(graphs: graphs)
  }

  private var name: String { resolver.name(of: symbol) }
  private var access: String { style.isPublic ? "public " : "" }

  func outcome() -> FakeOutcome {
    if symbol.words.contains("final") || symbol.declaration.contains("<") {
      return .refused(
        Refusal(
          "'\(symbol.declaration)' cannot have a subclass that is a fake",
          instead: "a protocol with the members of \(name) that production code uses"))
    }
    if style.isPublic, symbol.access != "open" {
      return .refused(
        Refusal(
          "\(name) is \(symbol.access), and other modules can only subclass an open class",
          instead: .change("Write open before the class, or leave out --public")))
    }
    return .written(fake())
  }

  private func fake() -> GeneratedFake {
    let (requirements, left) = overridableMembers()
    let names = IDNames(of: requirements)
    let isIsolated = symbol.words.contains("@MainActor")
    let word = access + (isIsolated ? "nonisolated " : "")
    var stored = ["  \(word)let instanceId = FakeInstance()"]
    var members: [String] = []
    for (index, requirement) in requirements.enumerated() {
      let override = OverriddenMember(requirement, index, names, access: access)
      stored += override.ids.flatMap { $0.lines(word) }
      if !members.isEmpty, override.lines.count > 1 || members.last == "  }" { members.append("") }
      members += override.lines
    }
    let isSendable = graphs.conforms(symbol.id, to: ToolchainProtocols.sendable)
    let parents = isSendable && !isIsolated ? ", Faked, @unchecked Sendable" : ", Faked"
    let lines =
      ["\(access)final class \(symbol.fakeName): \(name)\(parents) {"] + stored
      + (members.isEmpty ? [] : [""] + members) + ["}"]
    var model = ProtocolModel(symbol: symbol)
    model.declaredIn = [symbol]
    model.requirements = requirements
    // Members that are not open are visible only with `@testable`.
    model.isTestable = !style.isPublic
    let text =
      FakeImports(of: model, in: graphs, sources, style).text + "\n"
      + Layout.conditional(lines, sources.file(of: symbol).conditions(at: symbol))
      .joined(separator: "\n") + "\n"
    return GeneratedFake(
      fakeName: symbol.fakeName, text: text,
      notes: left.map { "\(symbol.fakeName) does not override \($0), so \(name) responds." })
  }

  /// Returns the members, including inherited ones, that a subclass can override and a call can record, and the names
  /// of the others.
  private func overridableMembers() -> (members: [Requirement], left: [String]) {
    var found: [Requirement] = []
    var left: [String] = []
    var seen: Set<String> = []
    for type in graphs.ancestors(of: symbol) {
      for member in graphs.members(of: type) {
        let isMember = ["swift.method", "swift.property"].contains(member.kind)
        guard isMember, !member.isPrivate, !style.isPublic || member.access == "open" else {
          continue
        }
        if member.words.contains("final") {
          seen.insert(member.path.last ?? "")
          continue
        }
        guard let requirement = try? read(member) else { continue }
        let types = (requirement.parameters.map(\.type) + [requirement.result]).map(\.text)
        guard seen.insert(requirement.fullName + types.joined(separator: ",")).inserted else {
          continue
        }
        if canBeRecorded(requirement) {
          found.append(requirement)
        } else {
          left.append(member.path.last ?? "")
        }
      }
    }
    return (found, left)
  }

  private func read(_ member: Symbol) throws -> Requirement {
    if member.kind == "swift.property" {
      let property = try PropertyDeclaration(DeclarationParser(member.fragments))
      guard !property.isConstant else { throw DeclarationParser.Unreadable(rest: "let") }
      if property.isStored {
        var requirement = Requirement(kind: .property, name: property.name)
        requirement.result = property.type
        requirement.hasSetter = true
        requirement.symbol = member
        return resolver.qualified(requirement)
      }
    }
    var requirement = try Requirement(DeclarationParser(member.fragments), id: member.id)
    requirement.symbol = member
    try requirement.completeClosures(in: resolver)
    return resolver.qualified(requirement)
  }

  private func canBeRecorded(_ requirement: Requirement) -> Bool {
    let types = requirement.parameters.map(\.type) + [requirement.result]
    let words: Set = ["inout", "some", "repeat", "isolated", "sending", "@autoclosure"]
    return requirement.generics.isEmpty && requirement.effects.throwing != .rethrowing
      && types.allSatisfy { type in
        if case .variadic = type.base { return false }
        return noncopyable.name(in: type, besides: []) == nil
          && !type.contains { part in
            if case .prefixed(let word, _) = part { words.contains(word) } else { false }
          }
      } && requirement.parameters.allSatisfy { resolver.nonescaping($0.type) == nil }
  }
}

/// An overridden member in the fake of a class.
private struct OverriddenMember {
  var ids: [FakeMember.ID] = []
  var lines: [String] = []

  init(_ requirement: Requirement, _ index: Int, _ names: IDNames, access: String) {
    var result = requirement.result
    if case .unwrapped(let value) = result { result = .optional(value) }
    let (effects, name) = (requirement.effects, requirement.name.escaped)
    guard requirement.kind == .property else {
      let values = requirement.parameters.map(\.name.escaped)
      var real = Call(
        zip(requirement.parameters, values).map { parameter, value in
          parameter.first == "_" ? value : "\(parameter.first.escapedLabel): \(value)"
        }, effects: effects, receiver: "super.")
      real.function = name
      let call = Call(
        [names.keyPath(index, .call)] + values + ["default: \(real.line)"], effects: effects)
      let types = requirement.parameters.map { $0.type.without(["borrowing", "consuming"]) }
      ids = [.init(names[index, .call], types, effects, result: result.isVoid ? .void : result)]
      lines = Layout.declaration(
        Signature(
          words: access + "override ", name: "func " + name,
          parameters: requirement.parameters.map { parameter in
            [parameter.first, parameter.second].compactMap { $0 }.joined(separator: " ") + ": "
              + parameter.type.text
          }, effects: effects, result: requirement.result.isVoid ? "" : requirement.result.text),
        body: call.lines(), indent: 2)
      return
    }
    ids = [.init(names[index, .get], [], effects, result: result)]
    var real = Call(nil, effects: effects, receiver: "super.")
    real.function = name
    let get = Call([names.keyPath(index, .get), "default: \(real.line)"], effects: effects).line
    let isPlain = !requirement.hasSetter && effects == Effects()
    var body = isPlain ? [get] : ["get\(effects.text) { \(get) }"]
    if requirement.hasSetter {
      ids.append(.init(names[index, .set], [result], Effects(), result: .void))
      body += [
        "set {", "  super.\(name) = newValue",
        "  \(Call([names.keyPath(index, .set), "newValue", "default: ()"]).line)", "}",
      ]
    }
    lines = Layout.declaration(
      Signature(
        words: access + "override ", name: "var \(name): \(requirement.result.text)"),
      body: body, indent: 2, isOneLiner: isPlain)
  }
}
