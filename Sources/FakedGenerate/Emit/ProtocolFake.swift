import Foundation

/// Makes the file of one fake from the model of its protocol, or says why it cannot.
struct ProtocolFake {
  private var model: ProtocolModel
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let noncopyable: NoncopyableTypes
  private let style: FakeStyle
  private let kept: KeptIDs
  private var notes: [String] = []

  init(
    model: ProtocolModel, graphs: SymbolGraphs, sources: SourceFiles, noncopyable: NoncopyableTypes,
    style: FakeStyle, kept: KeptIDs
  ) {
    self.sources = sources
    self.model = model
    self.graphs = graphs
    self.noncopyable = noncopyable
    self.style = style
    self.kept = kept
    leaveToOthers()
  }

  func outcome() -> FakeOutcome {
    let kind: FakeKind
    do { kind = try FakeShape.kind(for: model, style) } catch {
      return .refused(error.refusal)
    }
    var context = context(kind, IDNames(of: model.requirements))
    var (members, failures) = write(in: context)
    let names = keptNames(members)
    if names.contains(where: {
      context.names[$0.key.requirement, $0.key.role].identifier != $0.value
    }) {
      context = self.context(kind, IDNames(of: model.requirements, kept: names))
      (members, failures) = write(in: context)
    }
    members.append(comparison(in: context))
    let text = FakeText(
      context: context,
      imports: FakeHeader.imports(for: model, in: graphs, sources: sources, style),
      availability: FakeHeader.availability(for: model), members: members,
      missing: failures.map(\.requirement.declaration)
    ).text
    guard let first = failures.first else {
      return .written(
        GeneratedFake(
          fakeName: model.fakeName, text: text, notes: notes + members.flatMap(\.notes)))
    }
    let reasons = failures.map { "'\($0.requirement.declaration)': \($0.failure.reason)" }
    return .refused(
      Refusal(
        reason: reasons.joined(separator: "; "), instead: first.failure.instead, partial: text))
  }

  private typealias Failures = [(requirement: Requirement, failure: Unwritable)]

  private func write(in context: FakeContext) -> ([FakeMember], Failures) {
    var members: [FakeMember] = []
    var failures: Failures = []
    for (index, requirement) in model.requirements.enumerated() {
      do {
        var member = try member(requirement, at: index, in: context)
        member.compilation = requirement.compilation
        members.append(member)
      } catch {
        members.append(FakeMember())
        // What has a default implementation need not be in the fake.
        if graphs.hasDefault(requirement.id, in: model.declaredIn) {
          members[index].notes = [
            "\(model.fakeName) leaves \(requirement.name) to the extension of its protocol."
          ]
        } else {
          failures.append((requirement, error))
        }
      }
    }
    return (members, failures)
  }

  private func keptNames(_ members: [FakeMember]) -> [IDRequest: String] {
    let ids = members.flatMap(\.ids)
    if kept.isEmpty || kept.are(ids.map(\.name)) { return [:] }
    return kept.identifiers(
      for: ids.map { id in
        (
          id.name.request, IDLabels.candidates(id.name.request, model.requirements),
          id.signature.idText
        )
      })
  }

  private func context(_ kind: FakeKind, _ ids: IDNames) -> FakeContext {
    let names = model.requirements.filter(\.isStatic).map(\.name)
    return FakeContext(
      model: model, kind: kind, style: style, resolver: TypeResolver(graphs: graphs),
      noncopyable: noncopyable, names: ids,
      current: ["current", "currentFake"].first { !names.contains($0) } ?? "fakeOfTask")
  }

  private func member(_ requirement: Requirement, at index: Int, in context: FakeContext)
    throws(Unwritable) -> FakeMember
  {
    try check(requirement, in: context)
    do {
      switch requirement.kind {
      case .method, .operator:
        return try FunctionWriter.member(requirement, at: index, in: context)
      case .property, .subscript:
        return try PropertyWriter.member(requirement, at: index, in: context)
      case .initializer: return try InitializerWriter.member(requirement, at: index, in: context)
      }
    } catch let error as Unwritable {
      throw error
    } catch {
      throw Unwritable(reason: "\(error)", instead: "the requirement")
    }
  }

  private func check(_ requirement: Requirement, in context: FakeContext) throws(Unwritable) {
    if requirement.name == "instanceId" {
      throw Unwritable(
        reason: "instanceId is also what tells fakes apart",
        instead: "let instanceId, with a value that no other fake has")
    }
    if ["YAc", "YAXE", "YAb"].contains(where: { requirement.id.count(of: $0) > 0 }) {
      throw Unwritable(
        reason: "it has a closure with @isolated(any), which the symbol graph leaves out",
        instead: "the requirement, with @isolated(any) before the closure")
    }
    // The compiler writes `(repeat (each A, each B)): Any`, and takes no member for such a one.
    if requirement.conditions.contains(where: { !$0.isSame && $0.right.text == "Any" }) {
      throw Unwritable(
        reason: "it has two packs side by side, which the compiler lets no type conform to",
        instead: "nothing: no type can conform to it; use one tuple for each pack")
    }
    let generics = requirement.generics.map(\.name)
    if let condition = requirement.conditions.first(where: { condition in
      condition.isSame && generics.contains(condition.left.text)
        && model.generics.contains { $0.name == condition.right.text }
    }) {
      throw Unwritable(
        reason: "'\(condition.text)' says two parameters of the fake to be one",
        instead: "a fake that is not generic: typealias \(condition.right.text) = …")
    }
    if requirement.spiGroups?.isEmpty == true {
      throw Unwritable(
        reason: "it is SPI, and its group does not stand before it in its file",
        instead: "the requirement, in a file with @_spi(Group) before the import")
    }
  }

  /// What `Faked` says of equality, where an extension of the protocol says something as well.
  private func comparison(in context: FakeContext) -> FakeMember {
    let start = "  " + (context.isIsolated ? "nonisolated " : "") + context.access
    var member = FakeMember()
    if graphs.isExtended(model.declaredIn, with: "==(_:_:)")
      || model.known.contains("Swift.Strideable")
    {
      member.lines = Layout.declaration(
        Layout.Signature(
          start: start.dropFirst(2) + "static func == ",
          parameters: ["left: \(model.fakeName)", "right: \(model.fakeName)"], tail: " -> Bool"),
        body: ["left.instanceId == right.instanceId"], indent: 2)
    }
    let isHashable = model.known.contains("Swift.Hashable")
    if isHashable, !model.isObject,
      !model.requirements.contains(where: { $0.fullName == "hash(into:)" }),
      graphs.isExtended(model.declaredIn, with: "hash(into:)")
    {
      let head = start + "func hash(into hasher: inout Hasher)"
      member.lines.append(head + " { hasher.combine(instanceId) }")
    }
    return member
  }

  /// What every fake has by its conformance to `Faked`, or as an object.
  private mutating func leaveToOthers() {
    if model.isObject {
      let inherited: Set = ["description", "debugDescription", "hash", "isEqual"]
      model.requirements.removeAll { inherited.contains($0.name) && $0.symbol == nil }
    }
    let isEqual = { (requirement: Requirement) in
      requirement.kind == .operator("") && requirement.name == "=="
        && requirement.parameters.allSatisfy { $0.type == .name("Self") }
    }
    guard model.requirements.contains(where: isEqual) else { return }
    model.requirements.removeAll(where: isEqual)
    notes.append("\(model.fakeName) compares by instance, with the == of Faked.")
  }
}
