/// Writes the fake of a class: a subclass whose overridden members use the stubs of the test.
struct ClassFake {
  private let symbol: Symbol
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let style: FakeStyle
  private let resolver: TypeResolver
  private let members: OverridableMembers

  init(
    _ symbol: Symbol, _ graphs: SymbolGraphs, _ sources: SourceFiles,
    _ noncopyable: NoncopyableTypes, _ style: FakeStyle
  ) {
    (self.symbol, self.graphs, self.sources, self.style) = (symbol, graphs, sources, style)
    resolver = TypeResolver(graphs: graphs)
    members = OverridableMembers(of: symbol, in: graphs, noncopyable, style)
  }

  private var name: String { resolver.name(of: symbol) }
  private var access: String { style.isPublic ? "public " : "" }

  func outcome() -> FakeOutcome {
    do {
      try check()
      return .written(try fake())
    } catch {
      return .refused(error)
    }
  }

  private func check() throws(Refusal) {
    let isClosed = symbol.words.contains { ["final", "actor"].contains($0) }
    if isClosed || symbol.declaration.contains("<") {
      throw Refusal(
        "'\(symbol.declaration)' cannot have a subclass that is a fake",
        instead: "a protocol with the members of \(name) that production code uses")
    }
    if style.isPublic, symbol.access != "open" {
      throw Refusal(
        "\(name) is \(symbol.access), and other modules can only subclass an open class",
        instead: .change("Write open before the class, or leave out --public"))
    }
    if let hidden = graphs.hiddenInitializer(of: symbol, isPublic: style.isPublic) {
      let isPrivate = hidden.isPrivate
      throw Refusal(
        "\(name) has only \(isPrivate ? "a private" : "an internal") initializer, "
          + "'\(hidden.declaration)'",
        instead: .change(
          isPrivate
            ? "Make the initializer internal, or leave out --class \(name)"
            : "Make the initializer public, or leave out --public"))
    }
    if let member = redeclaredMember {
      throw Refusal(
        "'\(member.declaration)': instanceId also identifies a fake",
        instead: .change("Rename the member, because a fake has a property instanceId"))
    }
  }

  /// The member that the property `instanceId` of the fake would redeclare.
  private var redeclaredMember: Symbol? {
    let property = graphs.ancestors(of: symbol).flatMap(graphs.members).first { member in
      member.kind == "swift.property" && member.path.last == "instanceId"
        && member.isVisible(isPublic: style.isPublic)
    }
    return property ?? members.found.first { $0.fullName == "instanceId()" }?.symbol
  }

  private func fake() throws(Refusal) -> GeneratedFake {
    let requirements = members.found
    let names = IDNames(of: requirements)
    let isDeprecated = symbol.availability.contains(where: \.isUnconditionallyDeprecated)
    let isIsolated = symbol.words.contains("@MainActor")
    let word = access + (isIsolated ? "nonisolated " : "")
    var stored = ["  \(word)let instanceId = FakeInstance()"]
    var lines: [String] = []
    for (index, requirement) in requirements.enumerated() {
      let member = OverrideWriter.member(requirement, at: index, names, access: access)
      let availability = requirement.availability
      let isNewer = FakeAvailability.isNewer(availability, than: symbol)
      let versions = isNewer ? FakeAvailability.attributes(availability) : []
      // A deprecated override can call the deprecated member without a warning. The ID is not deprecated.
      let attributes = versions + (isDeprecated ? [] : FakeAvailability.deprecation(availability))
      stored += member.ids.flatMap { $0.lines(word, versions) }
      let all = attributes.map { "  " + $0 } + member.lines
      if !lines.isEmpty, all.count > 1 || lines.last == "  }" { lines.append("") }
      lines += all
    }
    let isSendable = graphs.conforms(symbol.id, to: ToolchainProtocols.sendable)
    let parents = isSendable && !isIsolated ? ", Faked, @unchecked Sendable" : ", Faked"
    var all = FakeAvailability.attributes(for: symbol)
    all.append("\(access)final class \(symbol.fakeName): \(name)\(parents) {")
    all += stored
    if !lines.isEmpty { all += [""] + lines }
    all.append("}")
    let conditional = Layout.conditional(all, sources.file(of: symbol).conditions(at: symbol))
    let text = "\(try imports())\n\(conditional.joined(separator: "\n"))\n"
    return GeneratedFake(
      fakeName: symbol.fakeName, text: text,
      notes: members.left.map {
        "\(symbol.fakeName) does not override \($0), so \(name) responds."
      })
  }

  private func imports() throws(Refusal) -> String {
    var model = ProtocolModel(symbol: symbol)
    model.declaredIn = [symbol]
    model.requirements = members.found
    // Members that are not open are visible only with `@testable`.
    model.isTestable = !style.isPublic
    return try FakeImports(of: model, in: graphs, sources, style).text()
  }
}
