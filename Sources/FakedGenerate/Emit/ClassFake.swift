import Foundation

/// Writes the fake of a class: a subclass whose overridden members use the stubs of the test.
struct ClassFake {
  private let type: Declaration
  private let style: FakeStyle
  private let resolver: TypeResolver
  private let members: OverridableMembers

  init(_ type: Declaration, _ resolver: TypeResolver, _ style: FakeStyle) {
    (self.type, self.resolver, self.style) = (type, resolver, style)
    members = OverridableMembers(of: type, with: resolver, style)
  }

  private var name: String { resolver.name(of: type) }
  private var fakeName: String { LibraryNames.fakeName(for: type.path) }
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
    if type.modifiers.contains("final") || type.kind == .actor || !type.generics.isEmpty {
      throw Refusal(
        "'\(type.text)' cannot have a subclass that is a fake",
        instead: "a protocol with the members of \(name) that production code uses")
    }
    if style.isPublic, type.access != .open {
      throw Refusal(
        "\(name) is \(type.access.word), and other modules can only subclass an open class",
        instead: .change("Write open before the class, or leave out --public"))
    }
    for case .unknown(let parent) in resolver.parents(of: type).prefix(1) {
      throw Refusal(
        "\(name) inherits from \(parent.text), and its source was not given",
        instead: "a protocol with the members of \(name) that production code uses")
    }
    if let (text, isPrivate) = resolver.hiddenInitializer(of: type, isPublic: style.isPublic) {
      throw Refusal(
        "\(name) has only \(isPrivate ? "a private" : "an internal") initializer, '\(text)'",
        instead: .change(
          isPrivate
            ? "Make the initializer internal, or leave out --class \(name)"
            : "Make the initializer public, or leave out --public"))
    }
    if let member = redeclaredMember {
      throw Refusal(
        "'\(member)': instanceId also identifies a fake",
        instead: .change("Rename the member, because a fake has a property instanceId"))
    }
  }

  /// The member that the property `instanceId` of the fake would redeclare.
  private var redeclaredMember: String? {
    let limit: Access = style.isPublic ? .package : .internal
    for type in resolver.ancestors(of: type) {
      for member in type.members
      where member.name == "instanceId" && member.access(in: type) >= limit {
        let isProperty = member.kind == .variable || member.kind == .constant
        if isProperty || member.tokens.text.hasPrefix("func instanceId()") {
          return member.declaration.prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces)
        }
      }
    }
    return nil
  }

  private func fake() throws(Refusal) -> GeneratedFake {
    let requirements = members.found
    let names = IDNames(of: requirements)
    let isDeprecated = !type.availability.deprecations.isEmpty
    let isIsolated = type.attributes.contains("@MainActor")
    let word = access + (isIsolated ? "nonisolated " : "")
    var stored = ["  \(word)let instanceId = FakeInstance()"]
    var lines: [String] = []
    for (index, requirement) in requirements.enumerated() {
      let member = OverrideWriter.member(requirement, at: index, names, access: access)
      let availability = requirement.availability
      let isNewer = availability.isNewer(than: type.availability)
      let versions = isNewer ? availability.introductions : []
      // A deprecated override can call the deprecated member without a warning. The ID is not deprecated.
      let attributes = versions + (isDeprecated ? [] : availability.deprecations)
      stored += Layout.conditional(
        member.ids.flatMap { $0.lines(word, versions) }, requirement.compilation)
      let all = Layout.conditional(
        attributes.map { "  " + $0 } + member.lines, requirement.compilation)
      if !lines.isEmpty, all.count > 1 || lines.last == "  }" { lines.append("") }
      lines += all
    }
    let isSendable = resolver.conforms(type, to: "Swift.Sendable")
    let parents = isSendable && !isIsolated ? ", Faked, @unchecked Sendable" : ", Faked"
    var all = type.availability.introductions + type.availability.deprecations
    all.append("\(access)final class \(fakeName): \(name)\(parents) {")
    all += stored
    if !lines.isEmpty { all += [""] + lines }
    all.append("}")
    let conditional = Layout.conditional(all, type.compilation)
    let text = "\(try imports())\n\(conditional.joined(separator: "\n"))\n"
    return GeneratedFake(
      fakeName: fakeName, text: text,
      notes: members.left.map { "\(fakeName) does not override \($0), so \(name) responds." })
  }

  private func imports() throws(Refusal) -> String {
    var model = ProtocolModel(type: type)
    model.declaredIn = [type]
    model.requirements = members.found
    // Members that are not open are visible only with `@testable`.
    model.isTestable = !style.isPublic
    return try FakeImports(of: model, with: resolver, style).text()
  }
}

/// The members of a class, including inherited ones, that a fake overrides, and the names of those that it leaves.
private struct OverridableMembers {
  private(set) var found: [Requirement] = []
  /// The names of members that a subclass could override, but a fake can't, because a call cannot record them.
  private(set) var left: [String] = []

  private let resolver: TypeResolver

  init(of type: Declaration, with resolver: TypeResolver, _ style: FakeStyle) {
    self.resolver = resolver
    var overridden: Set<String> = []
    for ancestor in resolver.ancestors(of: type) {
      var own: Set<String> = []
      for member in ancestor.members where Self.kinds.contains(member.kind) && !member.isStatic {
        let requirement = try? requirement(for: member, of: ancestor)
        let key = requirement.map(Self.key) ?? member.name
        // A member counts even if it is final, because the members that it overrides are then final, too.
        if member.modifiers.contains("override") { own.insert(key) }
        let access = member.access(in: ancestor)
        let isOpen = style.isPublic ? access == .open : access > .private
        guard isOpen, !overridden.contains(key), !member.modifiers.contains("final") else {
          continue
        }
        add(member, requirement)
      }
      overridden.formUnion(own)
    }
  }

  private static let kinds: Set<Member.Kind> = [.function, .variable, .constant, .subscript]

  /// The text that a member and its override share. An override may have more general types.
  private static func key(_ requirement: Requirement) -> String { requirement.fullName }

  private mutating func add(_ member: Member, _ requirement: Requirement?) {
    if member.kind == .constant { return }
    guard let requirement, canBeRecorded(requirement) else {
      let name = requirement?.fullName ?? Self.name(of: member)
      if !left.contains(name) { left.append(name) }
      return
    }
    found.append(requirement)
  }

  private static func name(of member: Member) -> String {
    member.kind == .function ? member.name + "()" : member.name
  }

  private func requirement(for member: Member, of type: Declaration) throws -> Requirement {
    var requirement: Requirement
    if member.kind == .variable || member.kind == .constant {
      let property = try Property(member)
      if property.isStored {
        requirement = Requirement(kind: .property, name: property.name)
        requirement.hasSetter = !member.modifiers.contains("private(set)")
      } else {
        requirement = try Requirement(member)
      }
      requirement.result = property.type
    } else {
      requirement = try Requirement(member)
    }
    requirement.owner = type
    requirement.declaration = member.declaration
    requirement.compilation = member.compilation
    requirement.availability = member.availability
    let scope = TypeResolver.Scope(
      declaration: type, generics: Set((requirement.generics + type.generics).map(\.name)))
    return resolver.qualified(requirement.changing { resolver.bound($0, in: scope) })
  }

  private func canBeRecorded(_ requirement: Requirement) -> Bool {
    let types = requirement.parameters.map(\.type) + [requirement.result]
    return requirement.kind != .subscript && requirement.generics.isEmpty
      && requirement.effects.throwing != .rethrowing && types.allSatisfy(canBeRecorded)
      && requirement.parameters.allSatisfy { resolver.nonescaping($0.type) == nil }
  }

  private static let unrecorded: Set = [
    "inout", "some", "repeat", "isolated", "sending", "@autoclosure",
  ]

  private func canBeRecorded(_ type: SwiftType) -> Bool {
    if case .variadic = type.base { return false }
    // An ID is a constant of the class, and a constant can't have the type `Self`.
    if type.mentions(["Self"]) { return false }
    return resolver.noncopyable(in: type, besides: []) == nil
      && !type.contains { part in
        switch part {
        case .prefixed(let word, _): Self.unrecorded.contains(word)
        // The subclass has no name for a parameter of its generic superclass.
        case .named(let parts): parts.contains(where: \.isGenericParameter)
        default: false
        }
      }
  }
}

/// Writes the members of the fake of a class, which call the class if no stub responds.
private struct OverrideWriter {
  private let requirement: Requirement
  private let index: Int
  private let names: IDNames
  private let access: String

  static func member(
    _ requirement: Requirement, at index: Int, _ names: IDNames, access: String
  ) -> FakeMember {
    let writer = OverrideWriter(
      requirement: requirement, index: index, names: names, access: access)
    return requirement.kind == .property ? writer.property : writer.method
  }

  /// The words for the ownership of a parameter. An override doesn't need them, and it uses each value twice.
  private static let ownership: Set = ["borrowing", "consuming", "__owned", "__shared"]

  private var effects: Effects { requirement.effects }

  private var method: FakeMember {
    let parameters = requirement.parameters
    let values = innerNames
    let real = real(
      zip(parameters, values).map { parameter, value in
        parameter.first == "_" ? value : "\(parameter.first.escapedLabel): \(value)"
      }, effects)
    let call = Call(
      [names.keyPath(index, .call)] + values + ["default: \(real)"], effects: effects,
      receiver: requirement.hidesHandleCall ? "self." : "")
    let result = requirement.result
    var member = FakeMember()
    member.ids = [
      .init(
        names[index, .call], parameters.map { plain($0.type) }, effects, result: plain(result))
    ]
    member.lines = Layout.declaration(
      Signature(
        words: access + "override ", name: "func " + requirement.name.escaped,
        parameters: zip(parameters, values).map { parameter, value in
          let label = parameter.first.escapedLabel
          let type = parameter.type.without(Self.ownership).text
          return parameter.first.escaped == value
            ? "\(label): \(type)" : "\(label) \(value): \(type)"
        }, effects: effects, result: result.isVoid ? "" : result.text),
      body: call.lines(), indent: 2)
    return member
  }

  private var property: FakeMember {
    let (name, result) = (requirement.name.escaped, plain(requirement.result))
    let real = real(nil, effects)
    let get = Call([names.keyPath(index, .get), "default: \(real)"], effects: effects).line
    let isPlain = !requirement.hasSetter && effects == Effects()
    var member = FakeMember()
    member.ids = [.init(names[index, .get], [], effects, result: result)]
    var body = isPlain ? [get] : ["get\(effects.text) { \(get) }"]
    if requirement.hasSetter {
      member.ids.append(.init(names[index, .set], [escaping(result)], Effects(), result: .void))
      body += [
        "set {", "  super.\(name) = newValue",
        "  \(Call([names.keyPath(index, .set), "newValue", "default: ()"]).line)", "}",
      ]
    }
    member.lines = Layout.declaration(
      Signature(
        words: access + "override ", name: "var \(name): \(requirement.result.text)"),
      body: body, indent: 2, isOneLiner: isPlain)
    return member
  }

  /// Returns the call of the member of the class.
  private func real(_ arguments: [String]?, _ effects: Effects) -> String {
    var call = Call(arguments, effects: effects, receiver: "super.")
    call.function = requirement.name.escaped
    return call.line
  }

  /// The names of the parameters in the body. A `_` has no value, and `super` needs the `self` of the fake.
  private var innerNames: [String] {
    var used = Set(requirement.parameters.map(\.name))
    return requirement.parameters.map { parameter in
      guard ["_", "self"].contains(parameter.name) else { return parameter.name.escaped }
      let numbers = 2...requirement.parameters.count + 1
      let names = ["value"] + numbers.map { "value\($0)" }
      return names.first { used.insert($0).inserted } ?? "value"
    }
  }

  /// Returns a type for an ID.
  private func plain(_ type: SwiftType) -> SwiftType {
    let type = type.without(Self.ownership)
    if case .unwrapped(let value) = type { return .optional(value) }
    return type.isVoid ? .void : type
  }

  /// Returns the type of a value as a parameter of an ID. A closure in an argument escapes.
  private func escaping(_ type: SwiftType) -> SwiftType {
    if case .function = type.base { .prefixed("@escaping", type) } else { type }
  }
}
