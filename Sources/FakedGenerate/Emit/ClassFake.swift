/// The fake of a class: a subclass that asks the test first, and else does what the class does.
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
  private var fakeName: String { "Fake" + symbol.path.joined() }
  private var access: String { style.isPublic ? "public " : "" }

  func outcome() -> FakeOutcome {
    let words = symbol.declaration.split(separator: " ")
    if words.contains("final") || words.contains("actor") || symbol.declaration.contains("<") {
      return .refused(
        Refusal(
          reason: "'\(symbol.declaration)' has no subclasses that a fake could be",
          instead: "a protocol with what the code under test uses of \(name), and a fake of that"))
    }
    if style.isPublic, symbol.access != "open" {
      return .refused(
        Refusal(
          reason: "\(name) is \(symbol.access), and only an open class has subclasses elsewhere",
          instead: "open before the class; or leave out --public"))
    }
    return .written(fake())
  }

  private func fake() -> GeneratedFake {
    var left: [String] = []
    let requirements = overridable(&left)
    let names = IDNames(of: requirements)
    let isIsolated = symbol.fragments.contains { $0.spelling.contains("MainActor") }
    let word = access + (isIsolated ? "nonisolated " : "")
    var stored = ["  \(word)let instanceId = FakeInstance()"]
    var members: [String] = []
    for (index, requirement) in requirements.enumerated() {
      let member = ClassMember(requirement, index, names, access: access)
      stored += member.ids.flatMap { FakeText.declaration($0, word: word, indent: 2) }
      let isLong = member.lines.count > 1 || members.last == "  }"
      if !members.isEmpty, isLong { members.append("") }
      members += member.lines
    }
    let isSendable = graphs.inherited[symbol.id]?.contains {
      $0.name == ToolchainProtocols.sendable
    }
    let parents = isSendable == true && !isIsolated ? ", Faked, @unchecked Sendable" : ", Faked"
    var lines = ["\(access)final class \(fakeName): \(name)\(parents) {"] + stored
    if !members.isEmpty { lines += [""] + members }
    lines.append("}")
    var model = ProtocolModel(symbol: symbol, module: symbol.module, name: name)
    // Only in a module that is imported for testing can more than what is open be overridden.
    model.declaredIn = [symbol]
    model.requirements = requirements
    model.isTestable = !style.isPublic
    let imports = FakeHeader.imports(for: model, in: graphs, sources: sources, style)
    let text =
      imports + "\n"
      + Layout.conditional(lines, sources.file(of: symbol).conditions(at: symbol))
      .joined(separator: "\n") + "\n"
    return GeneratedFake(
      fakeName: fakeName, text: text,
      notes: left.map { "\(fakeName) does not override \($0): it does what \(name) does." })
  }

  /// The members that a subclass can override and a call can keep, those that are inherited included.
  private func overridable(_ left: inout [String]) -> [Requirement] {
    var found: [Requirement] = []
    var seen: Set<String> = []
    var current: Symbol? = symbol
    while let type = current {
      for member in graphs.members(of: type) {
        let isMember = ["swift.method", "swift.property"].contains(member.kind)
        guard isMember, !member.isPrivate, !style.isPublic || member.access == "open" else {
          continue
        }
        if member.declaration.split(separator: " ").contains("final") {
          seen.insert(member.path.last ?? "")
          continue
        }
        guard let requirement = try? read(member) else { continue }
        guard seen.insert(requirement.fullName + requirement.typeText).inserted else { continue }
        if canBeKept(requirement) {
          found.append(requirement)
        } else {
          left.append(member.path.last ?? "")
        }
      }
      current = graphs.superclasses[type.id].flatMap { graphs.symbols[$0.id] }
    }
    return found
  }

  private func read(_ member: Symbol) throws -> Requirement {
    if member.kind == "swift.property" {
      let variable = try PropertyDeclaration(DeclarationParser(member.fragments))
      guard !variable.isConstant else { throw DeclarationParser.Unreadable(rest: "let") }
      if variable.isStored {
        var requirement = Requirement(kind: .property, name: variable.name)
        requirement.result = variable.type
        requirement.hasSetter = true
        requirement.symbol = member
        return resolver.qualified(requirement)
      }
    }
    var requirement = try Requirement(DeclarationParser(member.fragments), id: member.id)
    requirement.symbol = member
    return resolver.qualified(requirement).withIsolatedClosures()
  }

  private func canBeKept(_ requirement: Requirement) -> Bool {
    let types = requirement.parameters.map(\.type) + [requirement.result]
    return requirement.generics.isEmpty && requirement.effects.throwing != .rethrowing
      && types.allSatisfy { type in
        if case .variadic = type.base { return false }
        return noncopyable.name(in: type, besides: []) == nil
          && !type.contains { part in
            guard case .prefixed(let word, _) = part else { return false }
            return ["inout", "some", "repeat", "isolated", "sending", "@autoclosure"].contains(word)
          }
      } && requirement.parameters.allSatisfy { resolver.nonescaping($0.type) == nil }
  }
}

/// One overridden member of the fake of a class.
struct ClassMember {
  var ids: [FakeMember.ID] = []
  var lines: [String] = []

  init(_ requirement: Requirement, _ index: Int, _ names: IDNames, access: String) {
    let types = requirement.parameters.map { parameter in
      SwiftType.Element(label: nil, type: parameter.type.without(["borrowing", "consuming"]))
    }
    var result = requirement.result
    if case .unwrapped(let value) = result { result = .optional(value) }
    func id(_ role: IDRequest.Role, _ parameters: [SwiftType.Element], _ result: SwiftType)
      -> FakeMember.ID
    {
      let effects = role == .set ? Effects() : requirement.effects
      return .init(
        name: names[index, role],
        signature: .init(parameters: parameters, effects: effects, result: result))
    }
    let start = requirement.effects.start
    guard requirement.kind == .property else {
      let values = requirement.parameters.map(\.name.escaped)
      let arguments = zip(requirement.parameters, values).map { parameter, value in
        parameter.first == "_" ? value : "\(parameter.first.escapedLabel): \(value)"
      }
      let real = "\(start)super.\(requirement.name.escaped)(\(arguments.joined(separator: ", ")))"
      let call = CallText(
        start: start + "handleCall",
        arguments: [names.keyPath(index, .call)] + values + ["default: \(real)"])
      let declared = requirement.parameters.map { parameter in
        let names = [parameter.first, parameter.second].compactMap { $0 }
        return names.joined(separator: " ") + ": " + parameter.type.text
      }
      let tail = requirement.result.isVoid ? "" : " -> \(requirement.result.text)"
      ids = [id(.call, types, result.isVoid ? .void : result)]
      lines = Layout.declaration(
        .init(
          start: "\(access)override func \(requirement.name.escaped)", parameters: declared,
          tail: requirement.effects.text + tail),
        body: call.lines(), indent: 2)
      return
    }
    ids = [id(.get, [], result)]
    let real = "super.\(requirement.name.escaped)"
    let get = "handleCall(\(names.keyPath(index, .get)), default: \(start)\(real))"
    let isPlain = !requirement.hasSetter && requirement.effects == Effects()
    var body = isPlain ? [get] : ["get\(requirement.effects.text) { \(start)\(get) }"]
    if requirement.hasSetter {
      ids.append(id(.set, [.init(label: nil, type: result)], .void))
      body += [
        "set {", "  \(real) = newValue",
        "  handleCall(\(names.keyPath(index, .set)), newValue, default: ())", "}",
      ]
    }
    lines = Layout.declaration(
      .init(start: "\(access)override var \(requirement.name.escaped): \(requirement.result.text)"),
      body: body, indent: 2, isOneLiner: isPlain)
  }
}

extension Requirement {
  /// What tells it from overloads that have the same labels.
  fileprivate var typeText: String {
    parameters.map(\.type.text).joined(separator: ",") + result.text
  }
}
