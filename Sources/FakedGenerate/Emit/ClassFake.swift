import Foundation

/// The fake of a class: a subclass whose overridden members use the stubs of the test.
struct ClassFake {
  let type: Declaration
  let isPublic: Bool
  let resolver: TypeResolver

  func fake() throws(Refusal) -> GeneratedFake {
    try check()
    var model = ProtocolModel(type: type)
    model.declaredIn = [type]
    model.superclass = type
    model.isSubclass = true
    // Members that are not open are visible only with `@testable`.
    model.isTestable = !isPublic
    let others = readMembers(into: &model)
    var fake = try FakeWriter.fake(of: model, with: resolver, isPublic: isPublic)
    fake.notes += others.map {
      "\(fake.fakeName) does not override \($0), so \(type.name) responds."
    }
    return fake
  }

  private func check() throws(Refusal) {
    let name = type.name
    try refuse(
      if: type.isFinal || !type.generics.isEmpty,
      "'\(type.text)' cannot have a subclass that is a fake",
      instead: "a protocol with the members of \(name) that production code uses")
    try refuse(
      if: isPublic && type.access != .open,
      "\(name) is \(type.access.word), and other modules can only subclass an open class",
      instead: .change("Write open before the class, or leave out --public"))
    for case .unknown(let parent) in resolver.parents(of: type).prefix(1) {
      throw Refusal(
        "\(name) inherits from \(parent.text), and its source was not given",
        instead: "a protocol with the members of \(name) that production code uses")
    }
    if let (text, isPrivate) = resolver.hiddenInitializer(of: type, isPublic: isPublic) {
      throw Refusal(
        "\(name) has only \(isPrivate ? "a private" : "an internal") initializer, '\(text)'",
        instead: .change(
          isPrivate
            ? "Make the initializer internal, or leave out --class \(name)"
            : "Make the initializer public, or leave out --public"))
    }
    let members = resolver.ancestors(of: type).flatMap(\.members)
    if let member = members.first(where: { $0.name == "instanceId" }) {
      let text = member.declaration.prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces)
      throw Refusal(
        "'\(text)': instanceId also identifies a fake",
        instead: .change("Rename the member, because a fake has a property instanceId"))
    }
  }

  /// Adds the members to override, including inherited ones. Returns the names of those that a subclass could override,
  /// but a fake can't, because a call cannot record them.
  private func readMembers(into model: inout ProtocolModel) -> [String] {
    var others: [String] = []
    let kinds: Set<Member.Kind> = [.function, .variable, .constant, .subscript]
    var overridden: Set<String> = []
    for ancestor in resolver.ancestors(of: type) {
      var own: Set<String> = []
      for member in ancestor.members where kinds.contains(member.kind) && !member.isStatic {
        let requirement = try? requirement(for: member, of: ancestor)
        let key = requirement?.fullName ?? member.name
        // A member counts even if it is final, because the members that it overrides are then final, too.
        if member.modifiers.contains("override") { own.insert(key) }
        let access = member.access(in: ancestor)
        let isOpen = isPublic ? access == .open : access > .private
        guard isOpen, member.kind != .constant, !overridden.contains(key),
          !member.modifiers.contains("final")
        else { continue }
        if let requirement, canBeRecorded(requirement) {
          model.requirements.append(requirement)
        } else {
          others.add([requirement == nil && member.kind == .function ? key + "()" : key])
        }
      }
      overridden.formUnion(own)
    }
    return others
  }

  private func requirement(for member: Member, of type: Declaration) throws -> Requirement {
    var requirement = try Requirement(member)
    requirement.attributes = []
    requirement.isNonisolated = false
    requirement.owner = type
    let generics = Set((requirement.generics + type.generics).map(\.name))
    return requirement.changing { resolver.resolved($0, in: type, generics: generics) }
  }

  private func canBeRecorded(_ requirement: Requirement) -> Bool {
    let types = requirement.parameters.map(\.type) + [requirement.result]
    return requirement.kind != .subscript && requirement.generics.isEmpty
      && requirement.effects.throwing != .rethrowing && types.allSatisfy(canBeRecorded)
      && requirement.parameters.allSatisfy { resolver.nonescaping($0.type) == nil }
  }

  private func canBeRecorded(_ type: SwiftType) -> Bool {
    let words: Set = ["inout", "some", "repeat", "isolated", "sending", "@autoclosure"]
    // An ID is a constant of the class, and a constant can't have the type `Self`.
    return !type.base.isVariadic && !type.mentions(["Self"])
      && resolver.noncopyable(in: type, besides: []) == nil
      && !type.contains { part in
        // The subclass has no name for a parameter of its generic superclass.
        if case .named(let parts) = part { return parts.contains(where: \.isGenericParameter) }
        return part.words.contains(where: words.contains)
      }
  }
}
