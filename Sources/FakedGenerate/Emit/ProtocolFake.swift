/// Writes the fake of a protocol, or explains the refusal.
struct ProtocolFake {
  private var model: ProtocolModel
  private let resolver: TypeResolver
  private let style: FakeStyle
  private var notes: [String] = []

  init(_ model: ProtocolModel, with resolver: TypeResolver, _ style: FakeStyle) {
    (self.model, self.resolver, self.style) = (model, resolver, style)
    removeInheritedMembers()
  }

  func outcome() -> FakeOutcome {
    let kind: FakeKind
    let imports: String
    do {
      kind = try FakeShape.kind(for: model, style, with: resolver)
      imports = try FakeImports(of: model, with: resolver, style).text()
    } catch {
      return .refused(error)
    }
    let context = context(kind)
    var (members, failures) = write(in: context)
    members.append(comparison(in: context))
    let text = FakeText(
      context: context, imports: imports,
      members: members, missing: failures.map(\.requirement.declaration)
    ).text
    guard let first = failures.first else {
      return .written(
        GeneratedFake(
          fakeName: model.fakeName, text: text,
          notes: notes + SilentChanges(of: model, in: context).notes + members.flatMap(\.notes)))
    }
    let reasons = failures.map { "'\($0.requirement.declaration)': \($0.failure.reason)" }
    return .refused(
      Refusal(
        reasons.joined(separator: "; "), instead: first.failure.instead, partial: text))
  }

  private typealias Failures = [(requirement: Requirement, failure: Refusal)]

  private func write(in context: FakeContext) -> ([FakeMember], Failures) {
    var members: [FakeMember] = []
    var failures: Failures = []
    for (index, requirement) in model.requirements.enumerated() {
      do {
        var member = try member(requirement, at: index, in: context)
        member.compilation = requirement.compilation
        if context.isNewer(requirement) {
          member.availability = requirement.availability.introductions
        }
        members.append(member)
      } catch {
        members.append(FakeMember())
        // A fake doesn't need a member that has a default implementation.
        if resolver.hasDefault(requirement, in: model.declaredIn) {
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

  private func context(_ kind: FakeKind) -> FakeContext {
    let names = model.requirements.filter(\.isStatic).map(\.name)
    return FakeContext(
      model: model, kind: kind, style: style,
      resolver: resolver, names: IDNames(of: model.requirements),
      current: ["current", "currentFake"].first { !names.contains($0) } ?? "fakeOfTask")
  }

  private func member(_ requirement: Requirement, at index: Int, in context: FakeContext)
    throws(Refusal) -> FakeMember
  {
    try check(requirement)
    let requirement = context.declared(requirement)
    do {
      switch requirement.kind {
      case .method, .operator:
        return try FunctionWriter.member(requirement, at: index, in: context)
      case .property, .subscript:
        return try PropertyWriter.member(requirement, at: index, in: context)
      case .initializer: return try InitializerWriter.member(requirement, at: index, in: context)
      }
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal("\(error)", instead: "the requirement")
    }
  }

  private func check(_ requirement: Requirement) throws(Refusal) {
    if requirement.name == "instanceId" {
      throw Refusal(
        "instanceId also identifies a fake",
        instead: "let instanceId, with a value that is different for each fake")
    }
    if requirement.isInitializer, let superclass = model.superclass {
      throw Refusal(
        "\(superclass.name) does not have this initializer",
        instead: "the initializer, and call one of \(superclass.name) in it")
    }
    let generics = requirement.generics.map(\.name)
    if let condition = requirement.conditions.first(where: { condition in
      condition.isSame && generics.contains(where: { $0 == condition.left.plainName })
        && model.generics.contains { $0.name == condition.right.plainName }
    }) {
      throw Refusal(
        "'\(condition.text)' makes two generic parameters equal",
        instead: "a fake that is not generic, with typealias \(condition.right.text) = …")
    }
  }

  /// Returns the comparison of `Faked`, if an extension of the protocol declares a different one.
  private func comparison(in context: FakeContext) -> FakeMember {
    let words = (context.isIsolated ? "nonisolated " : "") + context.access
    var member = FakeMember()
    if resolver.isExtended(model.declaredIn, with: "==(_:_:)")
      || model.known.contains("Swift.Strideable")
    {
      member.lines = Layout.declaration(
        Signature(
          words: words, name: "static func == ",
          parameters: ["left: \(model.fakeName)", "right: \(model.fakeName)"],
          result: context.standardName("Bool")),
        body: ["left.instanceId == right.instanceId"], indent: 2)
    }
    let isHashable = model.known.contains("Swift.Hashable") || model.isItsOwnKey
    if isHashable, !model.isObject,
      !model.requirements.contains(where: { $0.fullName == "hash(into:)" }),
      model.known.contains("Swift.RawRepresentable")
        || resolver.isExtended(model.declaredIn, with: "hash(into:)")
    {
      member.lines += Layout.declaration(
        Signature(
          words: words, name: "func hash",
          parameters: ["into hasher: inout \(context.standardName("Hasher"))"]),
        body: ["hasher.combine(instanceId)"], indent: 2)
    }
    return member
  }

  /// Removes a method that returns `T?` next to one that returns `T`, which meets both requirements. The compiler
  /// accepts no type that has both.
  private mutating func removeOptionalTwins() {
    let (all, fake) = (model.requirements, model.fakeName)
    model.requirements = all.filter { requirement in
      guard case .optional(let value) = requirement.result, let name = value.plainName,
        requirement.generics.contains(where: { $0.name == name }),
        !requirement.parameters.contains(where: { $0.type.mentions([name]) }),
        all.contains(where: { other in
          other.fullName == requirement.fullName
            && other.generics.contains(.init(name: other.result.plainName ?? ""))
            && other.parameters.map(\.type.text) == requirement.parameters.map(\.type.text)
        })
      else { return true }
      notes.append(
        "\(fake).\(requirement.fullName) has one ID for the overloads with the results "
          + "\(name) and \(name)?.")
      return false
    }
  }

  /// Removes the requirements that `Faked`, `NSObject`, or the superclass meets.
  private mutating func removeInheritedMembers() {
    removeOptionalTwins()
    if model.isObject {
      let inherited: Set = ["description", "debugDescription", "hash", "isEqual"]
      model.requirements.removeAll { inherited.contains($0.name) && $0.owner == nil }
    }
    let inherited = model.superclass.map(resolver.ancestors)?.flatMap(memberNames) ?? []
    model.requirements.removeAll { inherited.contains($0.fullName) }
    let isEqual = { (requirement: Requirement) in
      requirement.kind == .operator("") && requirement.name == "=="
        && requirement.parameters.allSatisfy { $0.type == .name("Self") }
    }
    guard model.requirements.contains(where: isEqual) else { return }
    model.requirements.removeAll(where: isEqual)
    notes.append("\(model.fakeName) compares by instance, with the == of Faked.")
  }

  private func memberNames(of type: Declaration) -> [String] {
    ([type] + resolver.index.extensions(of: type)).flatMap(\.members).map { member in
      (try? Requirement(member))?.fullName ?? member.name
    }
  }
}

/// The ways in which a fake is weaker than its protocol, or may be wrong, because of names that the sources don't
/// explain.
struct SilentChanges {
  private let model: ProtocolModel
  private let context: FakeContext
  private var fake: String { model.fakeName }

  init(of model: ProtocolModel, in context: FakeContext) {
    (self.model, self.context) = (model, context)
  }

  var notes: [String] { attributes + unknownTypes + libraryMembers + weakerErrors }

  private var attributes: [String] {
    var names = model.unknownAttributes + model.requirements.compactMap(\.unknownAttribute)
    names = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return names.map {
      "\($0) is not in the sources, so \(fake) treats it as a macro. If it is a global actor, give "
        + "the sources of its module."
    }
  }

  private var unknownTypes: [String] {
    var names: [String] = []
    for parameter in model.requirements.flatMap(\.parameters) {
      guard let name = context.resolver.unknownName(parameter.type), !names.contains(name) else {
        continue
      }
      names.append(name)
    }
    if names.isEmpty { return [] }
    return [
      "\(list(names, "and")) \(names.count == 1 ? "is" : "are") not in the sources. If one of them "
        + "is an alias of a closure, \(fake) does not compile: give the sources of its module."
    ]
  }

  /// The members of the protocol that hide members of the library.
  private var libraryMembers: [String] {
    model.requirements.filter { requirement in
      requirement.kind == .method && !requirement.isStatic && !requirement.isTearDown
        && LibraryNames.members.contains(requirement.name)
    }.map {
      "\($0.fullName) of \(model.name) hides a method of Faked with the same name. Call that with "
        + "(fake as any Faked).\($0.name)."
    }
  }

  private var weakerErrors: [String] {
    model.requirements.filter { requirement in
      let effects = context.effects(of: requirement, context.erasure(for: requirement))
      guard case .type(let error) = requirement.effects.throwing else {
        return requirement.isWeakened
      }
      return error.text != "Never" && effects.throwing == .never || requirement.isWeakened
    }.map { requirement in
      requirement.isWeakened
        ? "\(fake).\(requirement.name) has one ID for declarations with different effects, and "
          + "the ID has only the effects that all of them have."
        : "The ID of \(requirement.fullName) cannot throw, because the type of the error is generic."
    }
  }
}
