import Foundation

/// Makes the file of one fake from the model of its protocol, or says why it cannot.
struct FakeAssembly {
  private var model: ProtocolModel
  private let graphs: SymbolGraphs
  private let sources: SourceFiles
  private let noncopyable: NoncopyableTypes
  private var notes: [String] = []

  init(
    model: ProtocolModel, graphs: SymbolGraphs, sources: SourceFiles, noncopyable: NoncopyableTypes
  ) {
    self.sources = sources
    self.model = model
    self.graphs = graphs
    self.noncopyable = noncopyable
    leaveToFaked()
  }

  func outcome(kind: FakeKind?) -> Outcome {
    let chosen: FakeKind
    do { chosen = try FakeShape.kind(for: model, wanted: kind) } catch {
      return .refused(error.refusal)
    }
    var members: [FakeMember] = []
    var failures: [(requirement: Requirement, failure: Unwritable)] = []
    let context = context(chosen)
    for (index, requirement) in model.requirements.enumerated() {
      do { members.append(try member(requirement, at: index, in: context)) } catch {
        members.append(FakeMember())
        // What has a default implementation need not be in the fake.
        if graphs.defaults.contains(requirement.id) {
          members[index].notes = [
            "\(model.fakeName) leaves \(requirement.name) to the extension of its protocol."
          ]
        } else {
          failures.append((requirement, error))
        }
      }
    }
    let text = FakeText(
      context: context, imports: FakeHeader.imports(for: model, in: graphs, sources: sources),
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

  private func context(_ kind: FakeKind) -> FakeContext {
    let names = model.requirements.filter(\.isStatic).map(\.name)
    return FakeContext(
      model: model, kind: kind, resolver: TypeResolver(graphs: graphs), noncopyable: noncopyable,
      names: IDNames(of: model.requirements),
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
    if requirement.id.range(of: "YA(c|XE|b)", options: .regularExpression) != nil {
      throw Unwritable(
        reason: "it has a closure with @isolated(any), which the symbol graph leaves out",
        instead: "the requirement, with @isolated(any) before the closure")
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
    if requirement.isSPI {
      throw Unwritable(
        reason: "it is SPI, and its group is not known here",
        instead: "the requirement, in a file with @_spi(Group) before the import")
    }
    if requirement.usesCurrent, !model.generics.isEmpty {
      throw Unwritable(
        reason: "a generic type cannot store the instance that static members forward to",
        instead: "a fake that is not generic: typealias \(model.generics[0].name) = …")
    }
    if requirement.usesCurrent, requirement.isNonisolated, context.model.globalActor != nil {
      throw Unwritable(
        reason: "the instance that static members forward to is isolated, and this member is not",
        instead: "the static member, with an instance of its own in a task-local")
    }
  }

  /// What every fake has by its conformance to `Faked`.
  private mutating func leaveToFaked() {
    let isEqual = { (requirement: Requirement) in
      requirement.kind == .operator("") && requirement.name == "=="
        && requirement.parameters.allSatisfy { $0.type == .name("Self") }
    }
    guard model.requirements.contains(where: isEqual) else { return }
    model.requirements.removeAll(where: isEqual)
    notes.append("\(model.fakeName) compares by instance, with the == of Faked.")
  }
}
