/// Writes the fake of a protocol or class, or explains the refusal.
struct FakeWriter {
  private let model: ProtocolModel
  private let resolver: TypeResolver
  private let context: FakeContext
  private let imports: String
  private var notes: [String]
  private var members: [FakeMember] = []

  /// Returns a fake with given members, or with one for each requirement.
  static func fake(
    of model: ProtocolModel, with resolver: TypeResolver, isPublic: Bool,
    members: [FakeMember]? = nil
  ) throws(Refusal) -> GeneratedFake {
    if members == nil { try model.check(isPublic: isPublic, with: resolver) }
    var writer = try FakeWriter(model, resolver, isPublic)
    if let members { writer.members = members } else { try writer.writeMembers() }
    return GeneratedFake(fakeName: model.fakeName, text: writer.text, notes: writer.notes)
  }

  private init(_ model: ProtocolModel, _ resolver: TypeResolver, _ isPublic: Bool) throws(Refusal) {
    var model = model
    notes = model.isSubclass ? [] : model.removeInheritedMembers(with: resolver)
    imports = try FakeImports(of: model, with: resolver, isPublic: isPublic).text()
    (self.model, self.resolver) = (model, resolver)
    context = FakeContext(model, isPublic: isPublic, resolver)
  }

  private mutating func writeMembers() throws(Refusal) {
    var failures: [(reason: String, remedy: Remedy)] = []
    for (index, requirement) in model.requirements.enumerated() {
      do throws(Refusal) {
        try model.check(requirement)
        let declared = requirement.replacingConstraints(context.declared)
        members.append(try MemberWriter.member(declared, at: index, in: context))
      } catch {
        failures.append(("'\(requirement.declaration)': \(error.reason)", error.instead))
      }
    }
    if let first = failures.first {
      throw Refusal(failures.map(\.reason).joined(separator: "; "), instead: first.remedy)
    }
    members.append(comparison)
    notes += model.differences(in: context) + members.flatMap(\.notes)
  }

  /// The comparison of `Faked`, which an extension of the protocol or of the standard library could hide.
  private var comparison: FakeMember {
    var member = FakeMember()
    if model.isSubclass || model.isObject { return member }
    let words = (context.isIsolated ? "nonisolated " : "") + context.access
    let (fake, bool) = (model.fakeName, context.resolver.standardName("Bool"))
    if model.known.contains("Swift.Equatable") {
      member.lines = Layout.declaration(
        "\(words)static func == (left: \(fake), right: \(fake)) -> \(bool)",
        ["left.instanceId == right.instanceId"])
    }
    if model.known.contains("Swift.Hashable") || isOwnKey,
      !model.requirements.contains(where: { $0.fullName == "hash(into:)" })
    {
      member.lines += Layout.declaration(
        "\(words)func hash(into hasher: inout \(context.resolver.standardName("Hasher")))",
        ["hasher.combine(instanceId)"])
    }
    return member
  }

  /// A Boolean value that indicates whether an associated type makes the fake `Hashable`: `ID == Self`.
  private var isOwnKey: Bool {
    model.associatedTypes.contains {
      $0.fixed == .name("Self") && $0.constraints.contains { $0.text == "Hashable" }
    } && !model.known.contains("Swift.Hashable")
  }

  // MARK: Text

  private var text: String {
    let blocks = [sentLines, storedLines, initializerLines, memberLines].filter { !$0.isEmpty }
    let lines = staticsLines + availability + head + blocks.joined(separator: [""]) + ["}"]
    let code = Layout.conditional(lines, model.type.head.compilation).joined(separator: "\n")
    return imports + "\n" + code + "\n"
  }

  private var availability: [String] {
    model.type.attributes.introductions + model.type.attributes.deprecations
  }

  private var word: String { context.access + (context.isIsolated ? "nonisolated " : "") }

  /// The declaration of the fake up to its brace.
  private var head: [String] {
    let names = model.generalNames
    let generics = model.generics.map { type in
      let constraints = type.constraints.flatMap(\.members).filter { !$0.text.hasPrefix("~") }
      let name = (names[type.name] ?? type.name).escaped
      let list = constraints.map { $0.renaming(names).text }.joined(separator: " & ")
      return name + (list.isEmpty ? "" : ": \(list)")
    }
    let conditions = model.conditions.map { condition in
      condition.changing { $0.renaming(names) }.text
    }.joined(separator: ", ")
    let isFree = model.isIsolatedByDefault && model.kind != .actor
    let start =
      (model.globalActor.map { $0 + " " } ?? (isFree ? "nonisolated " : "")) + context.access
      + (model.kind == .class ? "final class " : "\(model.kind) ") + model.fakeName
      + (generics.isEmpty ? "" : "<\(generics.joined(separator: ", "))>") + ": "
      + parents.joined(separator: ", ")
    if conditions.isEmpty { return Layout.wrapped(start + " {") }
    let end = "where \(conditions) {"
    return Layout.fits("\(start) \(end)") ? ["\(start) \(end)"] : Layout.wrapped(start) + [end]
  }

  private var parents: [String] {
    var parents = (model.type.kind == .struct ? [] : [resolver.name(of: model.type)]) + ["Faked"]
    if let superclass = model.superclass {
      if !model.isSubclass { parents.insert(resolver.name(of: superclass), at: 0) }
      let types = [superclass, model.type]
      if !context.isIsolated, types.contains(where: { resolver.conforms($0, to: "Swift.Sendable") })
      {
        parents.append("@unchecked Sendable")
      }
    } else {
      if model.isObject { parents.insert("NSObject", at: 0) }
      // The compiler doesn't infer the conformance of a public struct.
      if context.isPublic, model.kind == .struct { parents.append("Sendable") }
    }
    if isOwnKey { parents.append("Hashable") }
    #if compiler(>=6.2)
      // The compiler derives these conformances, and isolates them in a module with default isolation.
      if model.globalActor != nil {
        parents += ["Hashable", "Decodable", "Encodable"].filter {
          model.known.contains("Swift." + $0)
        }.map { "nonisolated " + $0 }
      }
    #endif
    return parents
  }

  /// The lines of the members whose IDs belong to the fake, or to the type that responds to its static members.
  private func storage(ofStatics isOfStatics: Bool, _ words: String) -> [String] {
    members.filter { ($0.requirement?.isOfStatics ?? false) == isOfStatics }
      .flatMap { $0.storage(words) }
  }

  /// The type whose current instance responds to static members and initializers.
  private var staticsLines: [String] {
    guard model.requirements.contains(where: \.isOfStatics) else { return [] }
    let (access, name) = (context.access, context.statics)
    var lines = ["/// Responds to the static members and initializers of \(model.fakeName)."]
    lines += availability
    lines += [
      "\(access)struct \(name): Faked\(context.isPublic ? ", Sendable" : "") {",
      "  @TaskLocal \(access)static var current = \(name)()",
      "  \(access)let instanceId = FakeInstance()",
    ]
    lines += storage(ofStatics: true, access)
    if context.isPublic { lines += ["", "  \(access)init() {}"] }
    return lines + ["}", ""]
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
      lines.append("  \(context.access)typealias \(name.escaped) = \(other)")
    }
    for type in model.associatedTypes {
      guard let fixed = type.fixed else { continue }
      lines.append(
        "  \(context.access)typealias \(type.name.escaped) = \(context.named(fixed).text)")
    }
    // A subclass inherits initializers if it declares none.
    let identity = model.superclass == nil ? ": FakeInstance" : " = FakeInstance()"
    lines.append("  \(word)let instanceId\(identity)")
    return lines + storage(ofStatics: false, word)
  }

  /// The initializer that takes a name.
  private var initializerLines: [String] {
    if model.superclass != nil { return [] }
    let taken = model.requirements.filter { $0.isInitializer && $0.parameters.count == 1 }
      .map { $0.parameters[0].first }
    let label = ["_", "named", "fakeNamed"].first { !taken.contains($0) } ?? "ofFake"
    let words = (context.isIsolated && model.kind != .actor ? "nonisolated " : "") + context.access
    let end = model.isObject ? ["super.init()"] : []
    let initializer = Layout.declaration(
      "\(words)init(\(label) name: \(context.resolver.standardName("String"))? = nil)",
      ["instanceId = FakeInstance(name)"] + end)
    let isRequired = model.requirements.contains { $0.fullName == "init(from:)" }
    if isRequired || !model.known.contains("Swift.Decodable") { return initializer }
    // The compiler does not derive this initializer, since nothing decodes the instance.
    return initializer
      + Layout.declaration(
        "\(words)init(from decoder: any \(context.resolver.standardName("Decoder"))) throws",
        ["instanceId = FakeInstance()"] + end)
  }

  private var memberLines: [String] {
    var lines: [String] = []
    // A deprecated override can call the deprecated member without a warning.
    let repeatsDeprecations = model.isSubclass && model.type.attributes.deprecations.isEmpty
    for member in members where !member.lines.isEmpty {
      let attributes = member.availability + (repeatsDeprecations ? member.deprecations : [])
      let all = Layout.conditional(
        member.guesses.map { "  // A guess: \($0)" } + attributes.map { "  " + $0 } + member.lines,
        member.compilation)
      if !lines.isEmpty, all.count > 1 || lines.last == "  }" { lines.append("") }
      lines += all
    }
    let hasKeys = model.associatedTypes.contains { $0.name == "CodingKeys" }
    if !hasKeys, !model.known.isDisjoint(with: ["Swift.Decodable", "Swift.Encodable"]) {
      lines += (lines.isEmpty ? [] : [""]) + ["  private enum CodingKeys: CodingKey {}"]
    }
    return lines
  }
}

extension Requirement {
  /// A Boolean value that indicates whether an async closure in it does not state where it runs.
  fileprivate var inheritsIsolation: Bool {
    var found = false
    _ = replacing { part in
      if part.words.contains(where: { $0.statesIsolation || $0.hasPrefix("@isolated") }) {
        return part
      }
      if case .function(let function) = part { found = found || function.effects.isAsync }
      return nil
    }
    return found
  }
}

extension ProtocolModel {
  /// Removes the requirements that `Faked`, `NSObject`, the superclass, or another requirement meets, and returns notes.
  fileprivate mutating func removeInheritedMembers(with resolver: TypeResolver) -> [String] {
    var notes: [String] = []
    // The compiler accepts no type with a method that returns `T?` and one that returns `T`, which meets both.
    let (all, fake) = (requirements, fakeName)
    requirements.removeAll { requirement in
      guard case .optional(let value) = requirement.result, let name = value.plainName,
        requirement.generics.contains(where: { $0.name == name }),
        !requirement.parameters.contains(where: { $0.type.mentions([name]) }),
        all.contains(where: { other in
          other.fullName == requirement.fullName
            && other.generics.contains { $0.name == other.result.plainName }
            && other.parameters.map(\.type.text) == requirement.parameters.map(\.type.text)
        })
      else { return false }
      notes.append(
        "\(fake).\(requirement.fullName) has one ID for the overloads with the results "
          + "\(name) and \(name)?.")
      return true
    }
    if isObject {
      let inherited: Set = ["description", "debugDescription", "hash", "isEqual"]
      requirements.removeAll { inherited.contains($0.name) && $0.owner == nil }
    }
    let inherited = superclass.map(resolver.ancestors)?.flatMap { type in
      ([type] + resolver.index.extensions(of: type)).flatMap(\.members).map { member in
        (try? Requirement(member))?.fullName ?? member.name
      }
    }
    requirements.removeAll { inherited?.contains($0.fullName) == true }
    let count = requirements.count
    requirements.removeAll { requirement in
      requirement.kind == .operator("") && requirement.name == "=="
        && requirement.parameters.allSatisfy { $0.type == .name("Self") }
    }
    if requirements.count < count {
      notes.append("\(fakeName) compares by instance, with the == of Faked.")
    }
    return notes
  }

  /// Returns a note for each way in which a fake is weaker than its protocol, or may be wrong because of names that the
  /// sources don't explain.
  fileprivate func differences(in context: FakeContext) -> [String] {
    var attributes: [String] = []
    attributes.add(unknownAttributes + requirements.compactMap(\.unknownAttribute))
    var notes = attributes.map {
      "\($0) is not in the sources, so \(fakeName) treats it as a macro. If it is a global actor, "
        + "give the sources of its module."
    }
    var names: [String] = []
    names.add(
      requirements.flatMap(\.parameters).compactMap { context.resolver.unknownName($0.type) })
    if !names.isEmpty {
      notes.append(
        "\(list(names, "and")) \(names.count == 1 ? "is" : "are") not in the sources. If one of them "
          + "is an alias of a closure, \(fakeName) does not compile: give the sources of its module."
      )
    }
    if requirements.contains(where: \.inheritsIsolation) {
      notes.append(
        "\(fakeName) has async closures. It compiles if its target and \(type.module) have the same "
          + "setting of NonisolatedNonsendingByDefault.")
    }
    for requirement in requirements {
      if requirement.kind == .method, !requirement.isStatic, !requirement.isTearDown,
        LibraryNames.members.contains(requirement.name)
      {
        notes.append(
          "\(requirement.fullName) of \(name) hides a method of Faked with the same name. Call that "
            + "with (fake as any Faked).\(requirement.name).")
      }
      if requirement.isWeakened {
        notes.append(
          "\(fakeName).\(requirement.name) has one ID for declarations with different effects, and "
            + "the ID has only the effects that all of them have.")
      } else if case .type(let error) = requirement.effects.throwing, error.text != "Never",
        !context.effects(of: requirement, context.erasure(for: requirement)).canThrow
      {
        notes.append(
          "The ID of \(requirement.fullName) cannot throw, because the type of the error is generic."
        )
      }
    }
    return notes
  }
}
