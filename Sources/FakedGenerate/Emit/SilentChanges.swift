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
